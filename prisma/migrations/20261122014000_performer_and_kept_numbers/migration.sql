-- "user_id" is who did the work. Who wrote the protocol, and may delete it while it is unsigned, is kept apart.
-- It is filled by rewriting the table: an UPDATE would leave deferred triggers behind, with which it cannot be altered.
ALTER TABLE "service" ADD COLUMN "user_created_id" INTEGER;
ALTER TABLE "service" ALTER COLUMN "user_created_id" TYPE INTEGER USING "user_id";
ALTER TABLE "service" ALTER COLUMN "user_created_id" SET NOT NULL;

-- CreateIndex
CREATE INDEX "service_account_id_user_created_id_idx" ON "service"("account_id", "user_created_id");

-- AddForeignKey
ALTER TABLE "service" ADD CONSTRAINT "service_account_id_user_created_id_fkey" FOREIGN KEY ("account_id", "user_created_id") REFERENCES "app_user"("account_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- A protocol that was signed once is never deleted, except together with its whole account.
ALTER TABLE "service_version" DROP CONSTRAINT "service_version_account_id_service_id_fkey";

-- AddForeignKey
ALTER TABLE "service_version" ADD CONSTRAINT "service_version_account_id_service_id_fkey" FOREIGN KEY ("account_id", "service_id") REFERENCES "service"("account_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- It also keeps its number, letter, year and month, which are on the customer's paper. Its row stays, so the unique
-- index never gives them to another protocol.
CREATE FUNCTION service_keep_signed_number() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'a protocol that was signed keeps its number' USING ERRCODE = 'restrict_violation';
END $$;

CREATE TRIGGER service_keep_signed_number
    BEFORE UPDATE OF number, number_extension, year, month, current_version ON "service"
    FOR EACH ROW WHEN (OLD.current_version > 0 AND (
        (OLD.number, OLD.number_extension, OLD.year, OLD.month)
            IS DISTINCT FROM (NEW.number, NEW.number_extension, NEW.year, NEW.month)
        OR NEW.current_version < OLD.current_version))
    EXECUTE FUNCTION service_keep_signed_number();
