-- What work costs, and which protocols were invoiced. Existing companies start without prices.
CREATE TABLE "price_list" (
    "account_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "customer_id" INTEGER,
    "valid_from" DATE NOT NULL,
    "currency" TEXT NOT NULL,
    "hour" INTEGER,
    "travel_hour" INTEGER,
    "kilometre" INTEGER,
    "call_out" INTEGER,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "price_list_pkey" PRIMARY KEY ("account_id","id"),
    CONSTRAINT "price_list_amounts_check" CHECK (
        coalesce("hour", 0) >= 0 AND coalesce("travel_hour", 0) >= 0
        AND coalesce("kilometre", 0) >= 0 AND coalesce("call_out", 0) >= 0
        AND num_nonnulls("hour", "travel_hour", "kilometre", "call_out") > 0)
);

CREATE TABLE "service_billing" (
    "account_id" INTEGER NOT NULL,
    "service_id" INTEGER NOT NULL,
    "currency" TEXT NOT NULL,
    "amount" INTEGER,
    "part_prices" JSONB NOT NULL DEFAULT '[]',
    "invoiced_at" TIMESTAMPTZ(3),
    "invoiced_by_id" INTEGER,
    "invoice_day" DATE,
    "invoice_number" TEXT NOT NULL DEFAULT '',
    "invoiced_amount" INTEGER,
    "invoiced_lines" JSONB,
    "service_version" INTEGER,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "service_billing_pkey" PRIMARY KEY ("account_id","service_id"),
    CONSTRAINT "service_billing_amounts_check" CHECK (
        coalesce("amount", 0) >= 0 AND coalesce("invoiced_amount", 0) >= 0),
    -- The mark is complete or absent.
    CONSTRAINT "service_billing_invoice_check" CHECK (
        CASE WHEN "invoiced_at" IS NULL
             THEN num_nonnulls("invoiced_by_id", "invoice_day", "invoiced_amount", "invoiced_lines", "service_version") = 0
                  AND "invoice_number" = ''
             ELSE num_nonnulls("invoiced_by_id", "invoice_day", "invoiced_amount", "invoiced_lines", "service_version") = 5
        END)
);

-- CreateIndex
CREATE INDEX "price_list_account_id_customer_id_idx" ON "price_list"("account_id", "customer_id");
CREATE INDEX "service_billing_account_id_invoiced_by_id_idx" ON "service_billing"("account_id", "invoiced_by_id");

-- One list of an owner per day; 0 is the company.
CREATE UNIQUE INDEX "price_list_owner_key" ON "price_list" ("account_id", coalesce("customer_id", 0), "valid_from");

-- AddForeignKey
ALTER TABLE "price_list" ADD CONSTRAINT "price_list_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "price_list" ADD CONSTRAINT "price_list_account_id_customer_id_fkey" FOREIGN KEY ("account_id", "customer_id") REFERENCES "customer"("account_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "service_billing" ADD CONSTRAINT "service_billing_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "service_billing" ADD CONSTRAINT "service_billing_account_id_service_id_fkey" FOREIGN KEY ("account_id", "service_id") REFERENCES "service"("account_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "service_billing" ADD CONSTRAINT "service_billing_account_id_invoiced_by_id_fkey" FOREIGN KEY ("account_id", "invoiced_by_id") REFERENCES "app_user"("account_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- Lists of protocols show the mark.
CREATE CONSTRAINT TRIGGER revise_account AFTER INSERT OR UPDATE OR DELETE ON "service_billing"
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION revise_account();
