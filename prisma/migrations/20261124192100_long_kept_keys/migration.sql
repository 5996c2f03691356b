-- Keys are kept longer than answers, so that a phone may stay away for half a year.
ALTER TABLE "idempotency_key" ADD COLUMN "shortened" BOOLEAN NOT NULL DEFAULT false;
