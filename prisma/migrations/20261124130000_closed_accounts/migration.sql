-- The end of a company's contract: notice, closing, a time to fetch the data, erasure. No existing account has any of it.
ALTER TABLE "account" ADD COLUMN     "closed_at" TIMESTAMPTZ(3),
ADD COLUMN     "ends_on" DATE,
ADD COLUMN     "erasure_warned_at" TIMESTAMPTZ(3),
ADD COLUMN     "retrieval_until" DATE;

-- An account is open, under notice or closed; only a closed one has a last day of retrieval and a warning.
ALTER TABLE "account" ADD CONSTRAINT "account_closure_check" CHECK (
    ("closed_at" IS NULL) = ("retrieval_until" IS NULL)
    AND ("closed_at" IS NULL OR "ends_on" IS NULL)
    AND ("closed_at" IS NOT NULL OR "erasure_warned_at" IS NULL)
);

-- Sessions of an account that is closed or reopened change on all servers at once.
DROP TRIGGER account_notify_session ON "account";
CREATE TRIGGER account_notify_session AFTER UPDATE OF deleted_at, closed_at, retrieval_until ON "account"
    FOR EACH ROW EXECUTE FUNCTION notify_session_changed('id');
