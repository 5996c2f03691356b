-- The next inspection as the company states it, with the day on which it did. It counts until an inspection is dated on
-- that day or later; then the usual rule goes on. Dates that imports have derived as past services before stay: nothing
-- tells them apart from those that a list named.
ALTER TABLE "device" ADD COLUMN     "inspection_stated_on" DATE,
ADD COLUMN     "stated_inspection_date" DATE,
ADD CONSTRAINT "device_stated_inspection_check" CHECK (
    ("stated_inspection_date" IS NULL) = ("inspection_stated_on" IS NULL));

ALTER TABLE "device" ALTER COLUMN "next_inspection_date" SET EXPRESSION AS (
    CASE WHEN "is_periodic_inspection_enabled" AND "archived_at" IS NULL THEN
        CASE WHEN "stated_inspection_date" IS NOT NULL
              AND coalesce("last_inspection_date" < "inspection_stated_on", TRUE) THEN "stated_inspection_date"
        ELSE (coalesce("last_inspection_date", "transfer_date")
            + make_interval(months => coalesce("last_inspection_period", "inspection_period_in_months")))::date END
    END
);

-- A next inspection without an interval is no problem any more: whoever checks again can import such rows.
UPDATE "import_row" SET "problems" = replace("problems"::text, '"INTERVAL_REQUIRED"', '"CHANGED_MEANWHILE"')::jsonb
 WHERE "problems"::text LIKE '%"INTERVAL_REQUIRED"%';
UPDATE "import" SET "counts" = replace("counts"::text, '"INTERVAL_REQUIRED"', '"CHANGED_MEANWHILE"')::jsonb
 WHERE "counts"::text LIKE '%"INTERVAL_REQUIRED"%';
