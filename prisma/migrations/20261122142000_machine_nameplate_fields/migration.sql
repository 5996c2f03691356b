-- What a machine's nameplate names: manufacturer, model and year. Unknown for the machines that are already there.
ALTER TABLE "device" ADD COLUMN     "manufacturer" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "model" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "year_built" INTEGER;

-- The text search finds them too.
CREATE OR REPLACE FUNCTION device_fill_search() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    customer_names text;
    category_name text;
BEGIN
    SELECT concat_ws(E'\n', short_name, full_name) INTO customer_names
        FROM customer WHERE account_id = NEW.account_id AND id = NEW.customer_id FOR SHARE;
    SELECT name INTO category_name
        FROM category WHERE account_id = NEW.account_id AND id = NEW.category_id FOR SHARE;
    NEW.search := search_text(concat_ws(E'\n', NEW.id, NEW.name, NEW.manufacturer, NEW.model, NEW.serial_number,
        NEW.year_built, NEW.source_power, NEW.warranty, NEW.street_address, NEW.zip_code, NEW.city, NEW.country,
        customer_names, category_name));
    RETURN NEW;
END $$;

DROP TRIGGER device_fill_search ON "device";
CREATE TRIGGER device_fill_search BEFORE INSERT OR UPDATE OF name, manufacturer, model, serial_number, year_built,
    source_power, warranty, street_address, zip_code, city, country, customer_id, category_id, search ON "device"
    FOR EACH ROW EXECUTE FUNCTION device_fill_search();
