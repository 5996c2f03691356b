-- People to call at a customer. The phone number and e-mail of the customer stay the company's own.
CREATE TABLE "customer_contact" (
    "account_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "customer_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "role" TEXT NOT NULL DEFAULT '',
    "phone" TEXT NOT NULL DEFAULT '',
    "email" TEXT NOT NULL DEFAULT '',
    "note" TEXT NOT NULL DEFAULT '',
    "is_main" BOOLEAN NOT NULL DEFAULT false,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "customer_contact_pkey" PRIMARY KEY ("account_id","id")
);

CREATE INDEX "customer_contact_account_id_customer_id_id_idx" ON "customer_contact"("account_id", "customer_id", "id");
ALTER TABLE "customer_contact" ADD CONSTRAINT "customer_contact_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "customer_contact" ADD CONSTRAINT "customer_contact_account_id_customer_id_fkey" FOREIGN KEY ("account_id", "customer_id") REFERENCES "customer"("account_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- A customer has one main contact at most.
CREATE UNIQUE INDEX "customer_contact_main_key" ON "customer_contact" ("account_id", (CASE WHEN "is_main" THEN "customer_id" END));

-- The search of customers finds their contacts.
CREATE OR REPLACE FUNCTION customer_fill_search() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    contacts text;
BEGIN
    SELECT string_agg(concat_ws(E'\n', name, role, phone, email, note), E'\n' ORDER BY id) INTO contacts
        FROM customer_contact WHERE account_id = NEW.account_id AND customer_id = NEW.id;
    NEW.search := search_text(concat_ws(E'\n', NEW.id, NEW.short_name, NEW.full_name, NEW.street_address, NEW.zip_code,
        NEW.city, NEW.country, NEW.nip, NEW.regon, NEW.phone_number, NEW.email, contacts));
    RETURN NEW;
END $$;

-- Touching the search column makes the trigger of the customer write it anew.
CREATE FUNCTION customer_contact_fill_search() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    contact customer_contact := coalesce(NEW, OLD);
BEGIN
    UPDATE customer SET search = '' WHERE account_id = contact.account_id AND id = contact.customer_id;
    RETURN NULL;
END $$;

CREATE TRIGGER customer_contact_fill_search AFTER INSERT OR DELETE OR UPDATE OF name, role, phone, email, note
    ON "customer_contact" FOR EACH ROW EXECUTE FUNCTION customer_contact_fill_search();
