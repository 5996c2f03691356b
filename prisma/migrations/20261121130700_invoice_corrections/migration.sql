-- What a correction takes back is negative; an invoice is not. Each numbers itself in a series of its own.
ALTER TABLE "invoice" DROP CONSTRAINT "invoice_total_check";
ALTER TABLE "invoice"
    ADD CONSTRAINT "invoice_total_check" CHECK (
        "total_gross_amount" = "total_net_amount" + "total_vat_amount"
        AND ("correction" > 0 OR ("total_net_amount" >= 0 AND "total_vat_amount" >= 0))
    ),
    ADD CONSTRAINT "invoice_correction_check" CHECK (
        "correction" >= 0
        AND ("correction" > 0) = ("corrects_id" IS NOT NULL)
        AND "series" = CASE WHEN "correction" = 0 THEN 'FV' ELSE 'FK' END
    );
