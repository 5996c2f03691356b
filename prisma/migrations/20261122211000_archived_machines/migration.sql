-- A machine that is no longer serviced is archived: it keeps its records, and lists and due work leave it out.
CREATE TYPE "archive_reason" AS ENUM ('SCRAPPED', 'SOLD', 'OTHER');

ALTER TABLE "device" ADD COLUMN     "archived_at" TIMESTAMPTZ(3),
ADD COLUMN     "archived_reason" "archive_reason",
ADD COLUMN     "archive_note" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "archived_by_id" INTEGER,
ADD CONSTRAINT "device_archived_check" CHECK (
    ("archived_at" IS NULL) = ("archived_reason" IS NULL) AND ("archived_at" IS NULL) = ("archived_by_id" IS NULL)
    AND ("archived_at" IS NOT NULL OR "archive_note" = ''));

-- Nothing is due for it, in no list, mail or calendar.
ALTER TABLE "device" ALTER COLUMN "next_inspection_date" SET EXPRESSION AS (
    CASE WHEN "is_periodic_inspection_enabled" AND "archived_at" IS NULL THEN
        (coalesce("last_inspection_date", "transfer_date")
            + make_interval(months => coalesce("last_inspection_period", "inspection_period_in_months")))::date
    END
);

-- The lists' indexes alone also answer how many machines are not archived.
DROP INDEX "device_account_id_next_inspection_date_idx";
CREATE INDEX "device_account_id_next_inspection_date_idx" ON "device"("account_id", "next_inspection_date", "id", "is_periodic_inspection_enabled", "warranty_end_date", "archived_at");
DROP INDEX "device_account_id_status_weight_id_idx";
CREATE INDEX "device_account_id_status_weight_id_idx" ON "device"("account_id", "status_weight", "id", "archived_at");

CREATE INDEX "device_account_id_archived_by_id_idx" ON "device"("account_id", "archived_by_id");

ALTER TABLE "device" ADD CONSTRAINT "device_account_id_archived_by_id_fkey" FOREIGN KEY ("account_id", "archived_by_id") REFERENCES "app_user"("account_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;
