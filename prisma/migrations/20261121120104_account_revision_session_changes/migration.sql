-- AlterTable
ALTER TABLE "account" DROP COLUMN "revision",
ADD COLUMN     "revision" UUID NOT NULL DEFAULT gen_random_uuid();
-- The account's revision is new after every transaction that changed one of its rows. The triggers wait for the commit,
-- so that two people who write at once wait for each other no longer than a commit takes, and nobody who holds the
-- account's row waits for anything else. Whoever sees a revision sees all that was written up to it, because both
-- become visible in the same moment. A migration that writes rows and then alters their table says
-- SET CONSTRAINTS ALL IMMEDIATE in between.
CREATE FUNCTION revise_account() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    account_id int := COALESCE(NEW.account_id, OLD.account_id);
BEGIN
    -- Once in a transaction is enough; the setting ends with it.
    IF current_setting('servicebook.revised', true) IS DISTINCT FROM account_id::text THEN
        UPDATE account SET revision = gen_random_uuid() WHERE id = account_id;
        PERFORM set_config('servicebook.revised', account_id::text, true);
    END IF;
    RETURN NULL;
END $$;

-- All tables of an account but those no list shows: sign-ins, keys, counters, what was logged and sent. A test holds
-- that a new table is in one of the two groups.
DO $$
DECLARE
    name text;
BEGIN
    FOR name IN
        SELECT table_name FROM information_schema.columns
         WHERE table_schema = 'public' AND column_name = 'account_id'
           AND table_name NOT IN ('session', 'login_identity', 'activation_token', 'idempotency_key', 'audit_log',
               'service_counter', 'signed_counter', 'export', 'calendar_feed', 'sent_reminder')
    LOOP
        EXECUTE format('CREATE CONSTRAINT TRIGGER revise_account AFTER INSERT OR UPDATE OR DELETE ON %I
            DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION revise_account()', name);
    END LOOP;
END $$;

CREATE FUNCTION account_revise_itself() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.revision := gen_random_uuid();
    RETURN NEW;
END $$;

CREATE TRIGGER account_revise_itself BEFORE UPDATE ON "account"
    FOR EACH ROW WHEN (OLD.revision = NEW.revision) EXECUTE FUNCTION account_revise_itself();

-- Tells all servers, when the transaction commits, whose sessions do not stand as they were: account:user, or the
-- account alone. That a session was seen again tells nobody anything.
CREATE FUNCTION notify_session_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('session_changed', concat_ws(':', to_jsonb(OLD) ->> TG_ARGV[0], to_jsonb(OLD) ->> TG_ARGV[1]));
    RETURN NULL;
END $$;

CREATE TRIGGER app_user_notify_session AFTER UPDATE OR DELETE ON "app_user"
    FOR EACH ROW EXECUTE FUNCTION notify_session_changed('account_id', 'id');

CREATE TRIGGER session_notify_end AFTER DELETE ON "session"
    FOR EACH ROW EXECUTE FUNCTION notify_session_changed('account_id', 'user_id');

CREATE TRIGGER session_notify_change AFTER UPDATE ON "session"
    FOR EACH ROW WHEN (OLD.last_seen_at = NEW.last_seen_at)
    EXECUTE FUNCTION notify_session_changed('account_id', 'user_id');

CREATE TRIGGER account_notify_session AFTER UPDATE OF deleted_at ON "account"
    FOR EACH ROW EXECUTE FUNCTION notify_session_changed('id');
