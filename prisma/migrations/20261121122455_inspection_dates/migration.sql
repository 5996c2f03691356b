-- Overviews sort and count by the next inspection, over as many machines as an account has, so the database keeps it.
-- It is derived all the same: from signed protocols by the triggers below, whatever changes them, and from the
-- machine's own columns by PostgreSQL. A month's last day is not passed: 31 January + 1 month is 28 or 29 February.
ALTER TABLE "device" ADD COLUMN     "last_inspection_date" DATE,
ADD COLUMN     "last_inspection_period" INTEGER,
ADD COLUMN     "next_inspection_date" DATE GENERATED ALWAYS AS (
    CASE WHEN "is_periodic_inspection_enabled" THEN
        (coalesce("last_inspection_date", "transfer_date")
            + make_interval(months => coalesce("last_inspection_period", "inspection_period_in_months")))::date
    END
) STORED,
ADD COLUMN     "warranty_end_date" DATE GENERATED ALWAYS AS (
    ("transfer_date" + make_interval(months => nullif("warranty_length", 0)))::date
) STORED;

-- CreateIndex
CREATE INDEX "device_account_id_next_inspection_date_id_idx" ON "device"("account_id", "next_inspection_date", "id");

-- Reads the last inspections of some machines anew. The rows are locked first, in their order, so that two protocols
-- of one machine which are signed at once see each other: the second reads when the first is done. Services
-- take their counters before, so that none waits for another.
CREATE FUNCTION device_refresh_inspection(account integer, devices integer[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    PERFORM FROM device WHERE account_id = account AND id = ANY (devices) ORDER BY id FOR NO KEY UPDATE;
    UPDATE device d SET last_inspection_date = l.date, last_inspection_period = l.period
      FROM unnest(devices) AS asked (id)
      LEFT JOIN LATERAL (
          SELECT (s.date AT TIME ZONE a.timezone)::date AS date, s.period
            FROM service_device sd
            JOIN service s ON s.account_id = sd.account_id AND s.id = sd.service_id
            JOIN account a ON a.id = s.account_id
           WHERE sd.account_id = account AND sd.device_id = asked.id
             AND s.state = 'SIGNED' AND 'PERIODIC_INSPECTION' = ANY (s.types)
           ORDER BY s.date DESC, s.id DESC
           LIMIT 1) l ON TRUE
     WHERE d.account_id = account AND d.id = asked.id
       AND (d.last_inspection_date, d.last_inspection_period) IS DISTINCT FROM (l.date, l.period);
END $$;

CREATE FUNCTION service_refresh_inspections() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM device_refresh_inspection(NEW.account_id, ARRAY(
        SELECT device_id FROM service_device WHERE account_id = NEW.account_id AND service_id = NEW.id));
    RETURN NULL;
END $$;

CREATE TRIGGER service_refresh_inspections AFTER UPDATE OF state, types, date, period ON "service"
    FOR EACH ROW WHEN ((OLD.state = 'SIGNED' OR NEW.state = 'SIGNED')
        AND 'PERIODIC_INSPECTION' = ANY (OLD.types || NEW.types))
    EXECUTE FUNCTION service_refresh_inspections();

-- A machine comes onto a signed protocol or leaves one, or its protocol is deleted, which deletes these rows.
CREATE FUNCTION service_device_refresh_inspection() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    link service_device := coalesce(NEW, OLD);
    counts boolean;
BEGIN
    SELECT state = 'SIGNED' AND 'PERIODIC_INSPECTION' = ANY (types) INTO counts
      FROM service WHERE account_id = link.account_id AND id = link.service_id;
    IF coalesce(counts, TRUE) THEN
        PERFORM device_refresh_inspection(link.account_id, ARRAY[link.device_id]);
    END IF;
    RETURN NULL;
END $$;

CREATE TRIGGER service_device_refresh_inspection AFTER INSERT OR DELETE ON "service_device"
    FOR EACH ROW EXECUTE FUNCTION service_device_refresh_inspection();

-- The day of a protocol is the day in the account's timezone.
CREATE FUNCTION account_refresh_inspections() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM device_refresh_inspection(NEW.id, ARRAY(
        SELECT id FROM device WHERE account_id = NEW.id AND last_inspection_date IS NOT NULL));
    RETURN NULL;
END $$;

CREATE TRIGGER account_refresh_inspections AFTER UPDATE OF timezone ON "account"
    FOR EACH ROW WHEN (OLD.timezone IS DISTINCT FROM NEW.timezone)
    EXECUTE FUNCTION account_refresh_inspections();

SELECT device_refresh_inspection(account_id, array_agg(id)) FROM device GROUP BY account_id;
