-- Work that was started without a day was in no list of planned work. It has the day on which it was started.
UPDATE "visit" v SET "day" = (coalesce(v."started_at", v."updated_at") AT TIME ZONE a."timezone")::date
  FROM "account" a
 WHERE a."id" = v."account_id" AND v."state" = 'STARTED' AND v."day" IS NULL;

ALTER TABLE "visit" DROP CONSTRAINT "visit_state_check";
ALTER TABLE "visit" ADD CONSTRAINT "visit_state_check" CHECK (
    CASE "state" WHEN 'TO_PLAN' THEN "day" IS NULL WHEN 'PLANNED' THEN "day" IS NOT NULL
                 WHEN 'STARTED' THEN "day" IS NOT NULL WHEN 'CANCELLED' THEN "cancel_reason" <> '' ELSE TRUE END);
