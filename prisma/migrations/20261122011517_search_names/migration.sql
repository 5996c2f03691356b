-- CreateIndex
CREATE INDEX "customer_account_id_country_idx" ON "customer"("account_id", "country");

-- CreateIndex
CREATE INDEX "device_account_id_country_idx" ON "device"("account_id", "country");

-- CreateIndex
CREATE INDEX "device_account_id_warranty_idx" ON "device"("account_id", "warranty");
