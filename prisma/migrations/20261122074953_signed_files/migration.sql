-- Attachments of a signed version belong to it: the foreign key to the file keeps it from being deleted.
-- CreateTable
CREATE TABLE "service_version_file" (
    "account_id" INTEGER NOT NULL,
    "service_version_id" INTEGER NOT NULL,
    "file_id" INTEGER NOT NULL,

    CONSTRAINT "service_version_file_pkey" PRIMARY KEY ("account_id","service_version_id","file_id")
);

-- CreateIndex
CREATE INDEX "service_version_file_account_id_file_id_idx" ON "service_version_file"("account_id", "file_id");

-- AddForeignKey
ALTER TABLE "service_version_file" ADD CONSTRAINT "service_version_file_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "service_version_file" ADD CONSTRAINT "service_version_file_account_id_service_version_id_fkey" FOREIGN KEY ("account_id", "service_version_id") REFERENCES "service_version"("account_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "service_version_file" ADD CONSTRAINT "service_version_file_account_id_file_id_fkey" FOREIGN KEY ("account_id", "file_id") REFERENCES "stored_file"("account_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- Versions signed before list no files, but the files that were attached by then are kept all the same. A paper copy's
-- file was stored moments after its version.
INSERT INTO "service_version_file" ("account_id", "service_version_id", "file_id")
SELECT v."account_id", v."id", f."id"
  FROM "service_version" v
  JOIN "stored_file" f ON f."account_id" = v."account_id" AND f."service_id" = v."service_id"
 WHERE f."kind" = 'SERVICE_FILE' AND f."created_at" <= v."created_at" + interval '5 seconds';

CREATE CONSTRAINT TRIGGER revise_account AFTER INSERT OR UPDATE OR DELETE ON "service_version_file"
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION revise_account();
