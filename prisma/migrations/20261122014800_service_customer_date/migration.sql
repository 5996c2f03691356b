-- Who signed for a customer last is read from the customer's newest protocols.
-- CreateIndex
CREATE INDEX "service_account_id_customer_id_date_idx" ON "service"("account_id", "customer_id", "date");

-- DropIndex
DROP INDEX "service_account_id_customer_id_idx";
