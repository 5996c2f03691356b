-- The day of a machine's last signed protocol, kept as its last inspection is: lists show it and sort by it.
ALTER TABLE "device" ADD COLUMN     "last_service_date" DATE;

CREATE OR REPLACE FUNCTION device_refresh_inspection(account integer, devices integer[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    PERFORM FROM device WHERE account_id = account AND id = ANY (devices) ORDER BY id FOR NO KEY UPDATE;
    UPDATE device d SET last_service_date = l.service_date, last_inspection_date = l.inspection_date,
           last_inspection_period = l.period,
           -- Calendars tell by it what has changed, and they show inspections only.
           updated_at = CASE WHEN (d.last_inspection_date, d.last_inspection_period)
               IS DISTINCT FROM (l.inspection_date, l.period) THEN now() ELSE d.updated_at END
      FROM (SELECT asked.id, s.date AS service_date, i.date AS inspection_date, i.period
              FROM unnest(devices) AS asked (id)
              LEFT JOIN LATERAL (
                  SELECT (max(s.date) AT TIME ZONE max(a.timezone))::date AS date
                    FROM service_device sd
                    JOIN service s ON s.account_id = sd.account_id AND s.id = sd.service_id
                    JOIN account a ON a.id = s.account_id
                   WHERE sd.account_id = account AND sd.device_id = asked.id AND s.state = 'SIGNED') s ON TRUE
              LEFT JOIN LATERAL (
                  SELECT (s.date AT TIME ZONE a.timezone)::date AS date, s.period
                    FROM service_device sd
                    JOIN service s ON s.account_id = sd.account_id AND s.id = sd.service_id
                    JOIN account a ON a.id = s.account_id
                   WHERE sd.account_id = account AND sd.device_id = asked.id
                     AND s.state = 'SIGNED' AND 'PERIODIC_INSPECTION' = ANY (s.types)
                   ORDER BY s.date DESC, s.id DESC
                   LIMIT 1) i ON TRUE) l
     WHERE d.account_id = account AND d.id = l.id
       AND (d.last_service_date, d.last_inspection_date, d.last_inspection_period)
           IS DISTINCT FROM (l.service_date, l.inspection_date, l.period);
END $$;

-- A signed protocol of any type counts.
DROP TRIGGER service_refresh_inspections ON "service";
CREATE TRIGGER service_refresh_inspections AFTER UPDATE OF state, types, date, period ON "service"
    FOR EACH ROW WHEN (OLD.state = 'SIGNED' OR NEW.state = 'SIGNED')
    EXECUTE FUNCTION service_refresh_inspections();

CREATE OR REPLACE FUNCTION service_device_refresh_inspection() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    link service_device := coalesce(NEW, OLD);
    counts boolean;
BEGIN
    SELECT state = 'SIGNED' INTO counts FROM service WHERE account_id = link.account_id AND id = link.service_id;
    IF coalesce(counts, TRUE) THEN
        PERFORM device_refresh_inspection(link.account_id, ARRAY[link.device_id]);
    END IF;
    RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION account_refresh_inspections() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM device_refresh_inspection(NEW.id, ARRAY(
        SELECT id FROM device WHERE account_id = NEW.id AND last_service_date IS NOT NULL));
    RETURN NULL;
END $$;

SELECT device_refresh_inspection(account_id, array_agg(id)) FROM device GROUP BY account_id;
-- The deferred triggers of the changed rows run now, so that the table can get an index.
SET CONSTRAINTS ALL IMMEDIATE;

-- Serial numbers are compared without case, accents, spaces and punctuation: "GA-2024 1296" is "ga20241296".
CREATE FUNCTION serial_key(serial_number text) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN regexp_replace(search_text(serial_number), '[^[:alnum:]]+', '', 'g');

CREATE INDEX "device_account_id_serial_key_idx" ON "device" ("account_id", serial_key("serial_number"))
    WHERE "serial_number" <> '';
