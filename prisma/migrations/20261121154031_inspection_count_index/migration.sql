-- DropIndex
DROP INDEX "device_account_id_next_inspection_date_id_idx";

-- CreateIndex
CREATE INDEX "device_account_id_next_inspection_date_idx" ON "device"("account_id", "next_inspection_date", "id", "is_periodic_inspection_enabled", "warranty_end_date");
