-- AlterTable
ALTER TABLE "account_plan" ADD COLUMN     "storage_megabytes" INTEGER NOT NULL DEFAULT 1000;

UPDATE "account_plan" SET "storage_megabytes" = 10000 WHERE "code" = 'PREMIUM';

ALTER TABLE "account_plan" ADD CONSTRAINT "account_plan_storage_check" CHECK ("storage_megabytes" >= 0);

-- CreateTable
CREATE TABLE "account_storage" (
    "account_id" INTEGER NOT NULL,
    "bytes" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "account_storage_pkey" PRIMARY KEY ("account_id")
);

-- AddForeignKey
ALTER TABLE "account_storage" ADD CONSTRAINT "account_storage_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

INSERT INTO "account_storage" ("account_id", "bytes")
SELECT "account_id", sum("size") FROM "stored_file"
 WHERE "kind" IN ('MACHINE_FILE', 'MACHINE_NAMEPLATE', 'SERVICE_FILE') GROUP BY "account_id";

-- Counts what people upload. The row stays locked until the commit, so that files added at once are counted one after
-- the other, and whoever reads it in the same transaction reads the truth.
CREATE FUNCTION add_to_account_storage() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO account_storage AS s (account_id, bytes) VALUES (NEW.account_id, NEW.size)
    ON CONFLICT (account_id) DO UPDATE SET bytes = s.bytes + EXCLUDED.bytes;
    RETURN NULL;
END $$;

CREATE FUNCTION take_from_account_storage() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE account_storage SET bytes = bytes - OLD.size WHERE account_id = OLD.account_id;
    RETURN NULL;
END $$;

CREATE TRIGGER stored_file_add_to_storage AFTER INSERT ON "stored_file"
    FOR EACH ROW WHEN (NEW.kind IN ('MACHINE_FILE', 'MACHINE_NAMEPLATE', 'SERVICE_FILE'))
    EXECUTE FUNCTION add_to_account_storage();

CREATE TRIGGER stored_file_take_from_storage AFTER DELETE ON "stored_file"
    FOR EACH ROW WHEN (OLD.kind IN ('MACHINE_FILE', 'MACHINE_NAMEPLATE', 'SERVICE_FILE'))
    EXECUTE FUNCTION take_from_account_storage();
