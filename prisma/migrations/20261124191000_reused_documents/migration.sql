-- AlterTable
ALTER TABLE "sealed_document" ADD COLUMN     "content_sha256" TEXT,
ADD COLUMN     "seal_bytes" BYTEA;

-- CreateIndex
CREATE UNIQUE INDEX "sealed_document_account_id_kind_content_sha256_key" ON "sealed_document"("account_id", "kind", "content_sha256");
