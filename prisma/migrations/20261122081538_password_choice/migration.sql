ALTER TABLE "session" ADD COLUMN "must_choose_password" BOOLEAN NOT NULL DEFAULT false;
