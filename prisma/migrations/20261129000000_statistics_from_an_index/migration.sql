-- With all that statistics count of protocols and machines, so that they need not read the rows themselves.
DROP INDEX "service_account_id_date_idx";
CREATE INDEX "service_account_id_date_idx"
    ON "service" ("account_id", "date", "id", "customer_id", "user_id", "state", "types", "withdrawn_at");
DROP INDEX "device_account_id_category_id_idx";
CREATE INDEX "device_account_id_category_id_idx" ON "device" ("account_id", "category_id", "id");
