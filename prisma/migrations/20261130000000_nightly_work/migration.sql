-- Documents that are handed out and not kept are known as the same for some days. The table grows for good.
CREATE INDEX "sealed_document_same_idx" ON "sealed_document" ("created_at") WHERE "content_sha256" IS NOT NULL;

-- The nightly clean-up finds the answers that are to be shortened without reading those that are.
CREATE INDEX "idempotency_key_shortened_created_at_idx" ON "idempotency_key"("shortened", "created_at");
DROP INDEX "idempotency_key_created_at_idx";
