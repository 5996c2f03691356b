-- The company's own numbers of its customers and machines. Unknown for those that are already there.
ALTER TABLE "customer" ADD COLUMN     "own_number" TEXT NOT NULL DEFAULT '';

ALTER TABLE "device" ADD COLUMN     "own_number" TEXT NOT NULL DEFAULT '';

-- Numbers are compared without case and spaces: "K 1017" is "k1017". Other signs may tell numbers apart.
CREATE FUNCTION own_number_key(own_number text) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN regexp_replace(lower(own_number), '\s+', '', 'g');

CREATE UNIQUE INDEX "customer_own_number_key" ON "customer" ("account_id", own_number_key("own_number"))
    WHERE "own_number" <> '';

CREATE UNIQUE INDEX "device_own_number_key" ON "device" ("account_id", own_number_key("own_number"))
    WHERE "own_number" <> '';

-- The text search finds them too.
CREATE OR REPLACE FUNCTION customer_fill_search() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    contacts text;
    contact_codes text[];
BEGIN
    SELECT string_agg(concat_ws(' ', role, email, note), ' '), array_agg(name) || array_agg(phone)
        INTO contacts, contact_codes
        FROM customer_contact WHERE account_id = NEW.account_id AND customer_id = NEW.id;
    NEW.search := search_column(concat_ws(' ', NEW.id, NEW.country, NEW.email, contacts),
        ARRAY[NEW.short_name, NEW.full_name, NEW.own_number, NEW.street_address, concat_ws(' ', NEW.zip_code, NEW.city),
            NEW.nip, NEW.regon, NEW.phone_number] || contact_codes);
    RETURN NEW;
END $$;

CREATE OR REPLACE FUNCTION device_fill_search() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    customer_names text[];
    customer_city text;
    category_name text;
BEGIN
    SELECT ARRAY[short_name, full_name], city INTO customer_names, customer_city
        FROM customer WHERE account_id = NEW.account_id AND id = NEW.customer_id FOR SHARE;
    SELECT name INTO category_name
        FROM category WHERE account_id = NEW.account_id AND id = NEW.category_id FOR SHARE;
    NEW.search := search_column(
        concat_ws(' ', NEW.id, NEW.year_built, NEW.warranty, NEW.country, category_name,
            -- A machine without an address of its own stands at its customer.
            CASE WHEN NEW.city = '' AND NEW.street_address = '' THEN customer_city END),
        ARRAY[NEW.name, NEW.own_number, concat_ws(' ', NEW.manufacturer, NEW.model), NEW.serial_number, NEW.source_power,
            NEW.street_address, concat_ws(' ', NEW.zip_code, NEW.city)] || customer_names);
    RETURN NEW;
END $$;

DROP TRIGGER customer_fill_search ON "customer";
CREATE TRIGGER customer_fill_search BEFORE INSERT OR UPDATE OF short_name, full_name, own_number, street_address,
    zip_code, city, country, nip, regon, phone_number, email, search ON "customer"
    FOR EACH ROW EXECUTE FUNCTION customer_fill_search();

DROP TRIGGER device_fill_search ON "device";
CREATE TRIGGER device_fill_search BEFORE INSERT OR UPDATE OF name, own_number, manufacturer, model, serial_number,
    year_built, source_power, warranty, street_address, zip_code, city, country, customer_id, category_id, search
    ON "device" FOR EACH ROW EXECUTE FUNCTION device_fill_search();
