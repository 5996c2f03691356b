ALTER TABLE "login_identity"
    ADD COLUMN "invited" BOOLEAN NOT NULL DEFAULT false,
    ADD COLUMN "claimed_at" TIMESTAMPTZ(3);

-- Users who were ever activated have proven their address. Employees count as such: they hold a password already.
-- Row by row, since a statement that joins a table of all accounts with one that is spread over servers is refused.
DO $$
DECLARE
    person record;
BEGIN
    FOR person IN
        SELECT account_id, email, COALESCE(activated_at, created_at) AS claimed_at FROM app_user
         WHERE active OR activated_at IS NOT NULL
    LOOP
        UPDATE login_identity SET claimed_at = person.claimed_at
         WHERE account_id = person.account_id AND email = person.email;
    END LOOP;
END $$;

ALTER TABLE "app_user" DROP CONSTRAINT "app_user_account_id_email_fkey";
ALTER TABLE "login_identity" DROP CONSTRAINT "login_identity_pkey";
DROP INDEX "login_identity_account_id_email_key";
ALTER TABLE "login_identity" ADD CONSTRAINT "login_identity_pkey" PRIMARY KEY ("account_id", "email");
ALTER TABLE "app_user" ADD CONSTRAINT "app_user_account_id_email_fkey" FOREIGN KEY ("account_id", "email") REFERENCES "login_identity"("account_id", "email") ON DELETE NO ACTION ON UPDATE NO ACTION;

CREATE INDEX "login_identity_email_idx" ON "login_identity"("email");
CREATE UNIQUE INDEX "login_identity_claimed_key" ON "login_identity"("email") WHERE "claimed_at" IS NOT NULL;
CREATE UNIQUE INDEX "login_identity_waiting_key" ON "login_identity"("email") WHERE "claimed_at" IS NULL AND NOT "invited";

-- Google vouches for the address, so whoever is linked has claimed it.
ALTER TABLE "login_identity"
    ADD CONSTRAINT "login_identity_google_check" CHECK ("google_subject" IS NULL OR "claimed_at" IS NOT NULL);
