-- AlterTable
ALTER TABLE "protocol_mail" ADD COLUMN     "is_withdrawal" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "service_version" ADD COLUMN     "marked_file_id" INTEGER;

-- CreateIndex
CREATE INDEX "service_version_account_id_marked_file_id_idx" ON "service_version"("account_id", "marked_file_id");

-- AddForeignKey
ALTER TABLE "service_version" ADD CONSTRAINT "service_version_account_id_marked_file_id_fkey" FOREIGN KEY ("account_id", "marked_file_id") REFERENCES "stored_file"("account_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;
