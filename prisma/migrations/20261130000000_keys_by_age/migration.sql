-- The nightly clean-up finds the answers that are to be shortened without reading those that are.
CREATE INDEX "idempotency_key_shortened_created_at_idx" ON "idempotency_key"("shortened", "created_at");
DROP INDEX "idempotency_key_created_at_idx";
