-- Text searches compare words. A word has only letters and digits, in lower case without accents: "GA-2024 1296" is the
-- words "ga2024" and "1296". Words stand apart by one space. The sign of a number would be read as the word "no".
CREATE FUNCTION search_words(value text) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN regexp_replace(regexp_replace(search_text(replace(value, '№', '')), '[^[:alnum:][:space:]]+', '', 'g'), '[[:space:]]+', ' ', 'g');

-- What a search column holds: the words of all texts, each once, and each code (a number, a name) also without its
-- spaces, so that "ga20241296" is found too. Every word has a space before it and behind it.
CREATE FUNCTION search_column(texts text, codes text[]) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN (SELECT coalesce(' ' || string_agg(DISTINCT word COLLATE "C", ' ') || ' ', '')
              FROM (SELECT string_to_table(search_words(coalesce(texts, '') || ' ' || array_to_string(codes, ' ')), ' ')
                    UNION ALL SELECT serial_key(replace(code, '№', '')) FROM unnest(codes) AS code) AS found (word)
             WHERE word <> '');

-- The LIKE pattern that finds a word anywhere in a search column.
CREATE OR REPLACE FUNCTION search_pattern(term text) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN '%' || serial_key(replace(term, '№', '')) || '%';

CREATE OR REPLACE FUNCTION category_fill_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.search := search_column(NEW.id::text, ARRAY[NEW.name]);
    RETURN NEW;
END $$;

CREATE OR REPLACE FUNCTION customer_fill_search() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    contacts text;
    contact_codes text[];
BEGIN
    SELECT string_agg(concat_ws(' ', role, email, note), ' '), array_agg(name) || array_agg(phone)
        INTO contacts, contact_codes
        FROM customer_contact WHERE account_id = NEW.account_id AND customer_id = NEW.id;
    NEW.search := search_column(concat_ws(' ', NEW.id, NEW.country, NEW.email, contacts),
        ARRAY[NEW.short_name, NEW.full_name, NEW.street_address, concat_ws(' ', NEW.zip_code, NEW.city), NEW.nip,
            NEW.regon, NEW.phone_number] || contact_codes);
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
        ARRAY[NEW.name, concat_ws(' ', NEW.manufacturer, NEW.model), NEW.serial_number, NEW.source_power,
            NEW.street_address, concat_ws(' ', NEW.zip_code, NEW.city)] || customer_names);
    RETURN NEW;
END $$;

-- A protocol is found by what it says, and by its customer, people, machines, actions and parts. Its number is found
-- with and without the zero of the month.
CREATE OR REPLACE FUNCTION service_fill_search() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    customer_names text[];
    technicians text;
    towns text;
    machines text[];
    actions text;
    parts text;
    part_numbers text[];
    number text := NEW.number || NEW.number_extension;
BEGIN
    PERFORM pg_advisory_xact_lock_shared('service'::regclass::integer, NEW.account_id);
    SELECT ARRAY[short_name, full_name, city] INTO customer_names
        FROM customer WHERE account_id = NEW.account_id AND id = NEW.customer_id;
    SELECT string_agg(concat_ws(' ', u.first_name, u.last_name), ' ') INTO technicians
        FROM (SELECT NEW.user_id UNION ALL
              SELECT user_id FROM service_performer
               WHERE account_id = NEW.account_id AND service_id = NEW.id) AS p (user_id)
        JOIN app_user u ON u.account_id = NEW.account_id AND u.id = p.user_id;
    SELECT string_agg(d.city, ' '),
           array_agg(d.name) || array_agg(concat_ws(' ', d.manufacturer, d.model)) || array_agg(d.serial_number)
        INTO towns, machines
        FROM service_device sd JOIN device d ON d.account_id = sd.account_id AND d.id = sd.device_id
        WHERE sd.account_id = NEW.account_id AND sd.service_id = NEW.id;
    SELECT string_agg(DISTINCT name, ' ') INTO actions
        FROM service_action WHERE account_id = NEW.account_id AND service_id = NEW.id;
    SELECT string_agg(p.name, ' '), array_agg(p.number) INTO parts, part_numbers
        FROM service_part p WHERE p.account_id = NEW.account_id AND p.service_id = NEW.id;
    NEW.search := search_column(
        concat_ws(' ', NEW.fault_description, NEW.remarks, NEW.recommendations, technicians, towns, actions, parts),
        ARRAY[concat_ws('/', number, lpad(NEW.month::text, 2, '0'), NEW.year),
            concat_ws('/', number, NEW.month, NEW.year)] || customer_names || machines || part_numbers);
    RETURN NEW;
END $$;

DROP TRIGGER service_fill_search ON "service";
CREATE TRIGGER service_fill_search BEFORE INSERT OR UPDATE OF number, number_extension, month, year, fault_description,
    remarks, recommendations, customer_id, user_id, search ON "service"
    FOR EACH ROW EXECUTE FUNCTION service_fill_search();

-- Whatever belongs to a protocol and was added or removed: touching the search column makes the trigger above write it
-- anew.
CREATE OR REPLACE FUNCTION service_device_refresh_search() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    touched record;
BEGIN
    FOR touched IN SELECT DISTINCT account_id, service_id FROM changed ORDER BY account_id, service_id LOOP
        UPDATE service SET search = '' WHERE account_id = touched.account_id AND id = touched.service_id;
    END LOOP;
    RETURN NULL;
END $$;

CREATE TRIGGER service_action_added_refresh_search AFTER INSERT ON "service_action"
    REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION service_device_refresh_search();
CREATE TRIGGER service_action_removed_refresh_search AFTER DELETE ON "service_action"
    REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION service_device_refresh_search();
CREATE TRIGGER service_part_added_refresh_search AFTER INSERT ON "service_part"
    REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION service_device_refresh_search();
CREATE TRIGGER service_part_removed_refresh_search AFTER DELETE ON "service_part"
    REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION service_device_refresh_search();

-- Machines and protocols follow the customer's town, and protocols what a machine's nameplate and place say.
DROP TRIGGER customer_refresh_devices ON "customer";
CREATE TRIGGER customer_refresh_devices AFTER UPDATE OF short_name, full_name, city ON "customer"
    FOR EACH ROW WHEN (
        (OLD.short_name, OLD.full_name, OLD.city) IS DISTINCT FROM (NEW.short_name, NEW.full_name, NEW.city))
    EXECUTE FUNCTION customer_refresh_devices();

DROP TRIGGER customer_refresh_services ON "customer";
CREATE TRIGGER customer_refresh_services AFTER UPDATE OF short_name, full_name, city ON "customer"
    FOR EACH ROW WHEN (
        (OLD.short_name, OLD.full_name, OLD.city) IS DISTINCT FROM (NEW.short_name, NEW.full_name, NEW.city))
    EXECUTE FUNCTION customer_refresh_services();

DROP TRIGGER device_refresh_services ON "device";
CREATE TRIGGER device_refresh_services AFTER UPDATE OF name, manufacturer, model, serial_number, city ON "device"
    FOR EACH ROW WHEN ((OLD.name, OLD.manufacturer, OLD.model, OLD.serial_number, OLD.city)
        IS DISTINCT FROM (NEW.name, NEW.manufacturer, NEW.model, NEW.serial_number, NEW.city))
    EXECUTE FUNCTION device_refresh_services();

-- All rows are written anew. Their indexes are built once, not kept with every row.
DROP INDEX "customer_account_id_search_idx";
DROP INDEX "device_account_id_search_idx";
DROP INDEX "service_account_id_search_idx";
DROP INDEX "audit_log_account_id_search_idx";

DO $$
DECLARE
    one integer;
BEGIN
    FOR one IN SELECT id FROM account ORDER BY id LOOP
        UPDATE category SET search = '' WHERE account_id = one;
        UPDATE customer SET search = '' WHERE account_id = one;
        UPDATE device SET search = '' WHERE account_id = one;
        UPDATE service SET search = '' WHERE account_id = one;
    END LOOP;
END $$;
-- The deferred triggers of the changed rows run now, so that the tables can get an index.
SET CONSTRAINTS ALL IMMEDIATE;

CREATE INDEX "customer_account_id_search_idx" ON "customer" USING GIN ("account_id" int4_ops, "search" gin_trgm_ops);
CREATE INDEX "device_account_id_search_idx" ON "device" USING GIN ("account_id" int4_ops, "search" gin_trgm_ops);
CREATE INDEX "service_account_id_search_idx" ON "service" USING GIN ("account_id" int4_ops, "search" gin_trgm_ops);

-- Searches must use these very expressions.
CREATE INDEX "audit_log_account_id_search_idx" ON "audit_log"
    USING GIN ("account_id" int4_ops, search_words("who" || E'\n' || "what") gin_trgm_ops);
