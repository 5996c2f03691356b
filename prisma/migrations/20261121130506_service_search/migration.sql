-- Protocols are searched as machines are: one column a row, kept by triggers, whatever changes what it is made of.
ALTER TABLE "service" ADD COLUMN     "search" TEXT NOT NULL DEFAULT '';

-- CreateIndex
CREATE INDEX "service_account_id_search_idx" ON "service" USING GIN ("account_id" int4_ops, "search" gin_trgm_ops);

-- Whoever reads names shares a lock of the account's with other readers, and renaming takes it alone: neither misses
-- the other. Locking the rows that are named would not do: of two protocols that are signed for one machine at once,
-- each would hold what the other needs (service_refresh_inspections locks machines to write them).
CREATE FUNCTION service_fill_search() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    customer_names text;
    technician text;
    machines text;
BEGIN
    PERFORM pg_advisory_xact_lock_shared('service'::regclass::integer, NEW.account_id);
    SELECT concat_ws(E'\n', short_name, full_name) INTO customer_names
        FROM customer WHERE account_id = NEW.account_id AND id = NEW.customer_id;
    SELECT concat_ws(' ', first_name, last_name) INTO technician
        FROM app_user WHERE account_id = NEW.account_id AND id = NEW.user_id;
    SELECT string_agg(d.name, E'\n' ORDER BY sd.position) INTO machines
        FROM service_device sd JOIN device d ON d.account_id = sd.account_id AND d.id = sd.device_id
        WHERE sd.account_id = NEW.account_id AND sd.service_id = NEW.id;
    NEW.search := search_text(concat_ws(E'\n',
        NEW.number || NEW.number_extension || '/' || lpad(NEW.month::text, 2, '0') || '/' || NEW.year,
        NEW.fault_description, customer_names, technician, machines));
    RETURN NEW;
END $$;

CREATE TRIGGER service_fill_search BEFORE INSERT OR UPDATE OF number, number_extension, month, year, fault_description,
    customer_id, user_id, search ON "service"
    FOR EACH ROW EXECUTE FUNCTION service_fill_search();

-- Machines come onto a protocol or leave it: touching its search column makes the trigger above write it anew.
CREATE FUNCTION service_device_refresh_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE service SET search = ''
        WHERE (account_id, id) IN (SELECT account_id, service_id FROM changed);
    RETURN NULL;
END $$;

CREATE TRIGGER service_device_added_refresh_search AFTER INSERT ON "service_device"
    REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION service_device_refresh_search();

CREATE TRIGGER service_device_removed_refresh_search AFTER DELETE ON "service_device"
    REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION service_device_refresh_search();

-- A rename reaches the protocols.
CREATE FUNCTION customer_refresh_services() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_advisory_xact_lock('service'::regclass::integer, NEW.account_id);
    UPDATE service SET search = '' WHERE account_id = NEW.account_id AND customer_id = NEW.id;
    RETURN NULL;
END $$;

CREATE TRIGGER customer_refresh_services AFTER UPDATE OF short_name, full_name ON "customer"
    FOR EACH ROW WHEN ((OLD.short_name, OLD.full_name) IS DISTINCT FROM (NEW.short_name, NEW.full_name))
    EXECUTE FUNCTION customer_refresh_services();

CREATE FUNCTION app_user_refresh_services() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_advisory_xact_lock('service'::regclass::integer, NEW.account_id);
    UPDATE service SET search = '' WHERE account_id = NEW.account_id AND user_id = NEW.id;
    RETURN NULL;
END $$;

CREATE TRIGGER app_user_refresh_services AFTER UPDATE OF first_name, last_name ON "app_user"
    FOR EACH ROW WHEN ((OLD.first_name, OLD.last_name) IS DISTINCT FROM (NEW.first_name, NEW.last_name))
    EXECUTE FUNCTION app_user_refresh_services();

CREATE FUNCTION device_refresh_services() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_advisory_xact_lock('service'::regclass::integer, NEW.account_id);
    UPDATE service SET search = '' WHERE account_id = NEW.account_id
        AND id IN (SELECT service_id FROM service_device WHERE account_id = NEW.account_id AND device_id = NEW.id);
    RETURN NULL;
END $$;

CREATE TRIGGER device_refresh_services AFTER UPDATE OF name ON "device"
    FOR EACH ROW WHEN (OLD.name IS DISTINCT FROM NEW.name)
    EXECUTE FUNCTION device_refresh_services();

UPDATE service SET search = '';
