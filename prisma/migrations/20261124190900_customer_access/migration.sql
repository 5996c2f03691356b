-- The last invitation to the page, for the office.
ALTER TABLE "customer_page" ADD COLUMN "invited_at" TIMESTAMPTZ(3), ADD COLUMN "invited_email" TEXT;
ALTER TABLE "customer_page"
    ADD CONSTRAINT "customer_page_invited_check" CHECK (("invited_at" IS NULL) = ("invited_email" IS NULL));

-- An address that is the customer's no more ends its links and sessions for good: put back, nobody is signed in. It is
-- decided at the end of the transaction, because an address may move from a contact to another. Links go first: a sign-in
-- that is going on holds its link, so its session is there to be ended, or does not come about.
CREATE FUNCTION end_customer_access() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    owner INTEGER := (to_jsonb(OLD) ->> TG_ARGV[0])::INTEGER;
BEGIN
    IF EXISTS (SELECT FROM customer
                WHERE account_id = OLD.account_id AND id = owner AND lower(email) = lower(OLD.email))
        OR EXISTS (SELECT FROM customer_contact
                    WHERE account_id = OLD.account_id AND customer_id = owner AND lower(email) = lower(OLD.email))
    THEN
        RETURN NULL;
    END IF;
    UPDATE customer_link SET used_at = now()
     WHERE account_id = OLD.account_id AND customer_id = owner AND email = lower(OLD.email) AND used_at IS NULL;
    DELETE FROM customer_session
     WHERE account_id = OLD.account_id AND customer_id = owner AND email = lower(OLD.email);
    RETURN NULL;
END $$;

CREATE CONSTRAINT TRIGGER customer_end_access AFTER UPDATE OF email ON "customer"
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (lower(OLD.email) IS DISTINCT FROM lower(NEW.email))
    EXECUTE FUNCTION end_customer_access('id');
CREATE CONSTRAINT TRIGGER customer_contact_moved_end_access AFTER UPDATE OF email, customer_id ON "customer_contact"
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
    WHEN (OLD.customer_id <> NEW.customer_id OR lower(OLD.email) IS DISTINCT FROM lower(NEW.email))
    EXECUTE FUNCTION end_customer_access('customer_id');
CREATE CONSTRAINT TRIGGER customer_contact_deleted_end_access AFTER DELETE ON "customer_contact"
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (OLD.email <> '')
    EXECUTE FUNCTION end_customer_access('customer_id');

-- Those that would come back until now.
DELETE FROM customer_session s WHERE NOT EXISTS (SELECT FROM customer c
    WHERE c.account_id = s.account_id AND c.id = s.customer_id AND lower(c.email) = s.email)
  AND NOT EXISTS (SELECT FROM customer_contact k
    WHERE k.account_id = s.account_id AND k.customer_id = s.customer_id AND lower(k.email) = s.email);
