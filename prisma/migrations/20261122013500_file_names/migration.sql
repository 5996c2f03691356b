-- CreateIndex
CREATE INDEX "stored_file_account_id_filename_idx" ON "stored_file"("account_id", "filename");
