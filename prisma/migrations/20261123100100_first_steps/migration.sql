-- Whether the company has put away its list of first steps.
ALTER TABLE "account" ADD COLUMN "first_steps_hidden" BOOLEAN NOT NULL DEFAULT false;

-- Companies that have written a protocol have left the list behind. They find it in My account.
UPDATE "account" SET "first_steps_hidden" = true
    WHERE EXISTS (SELECT FROM "service" WHERE "service"."account_id" = "account"."id");
