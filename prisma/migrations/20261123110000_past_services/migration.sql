-- Services done before the company kept its protocols here. They count for dates and are no protocols.
CREATE TABLE "past_service" (
    "account_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "device_id" INTEGER NOT NULL,
    "date" DATE NOT NULL,
    "types" "service_type"[],
    "performed_by" TEXT NOT NULL DEFAULT '',
    "number" TEXT NOT NULL DEFAULT '',
    "description" TEXT NOT NULL DEFAULT '',
    "user_created_id" INTEGER NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "past_service_pkey" PRIMARY KEY ("account_id","id"),
    CONSTRAINT "past_service_types_check" CHECK (cardinality("types") > 0),
    CONSTRAINT "past_service_date_check" CHECK ("date" >= '1950-01-01')
);

-- The same line of a spreadsheet stands once.
CREATE UNIQUE INDEX "past_service_same_key" ON "past_service"("account_id", "device_id", "date", "types", "number");

CREATE INDEX "past_service_account_id_user_created_id_idx" ON "past_service"("account_id", "user_created_id");

ALTER TABLE "past_service" ADD CONSTRAINT "past_service_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

ALTER TABLE "past_service" ADD CONSTRAINT "past_service_account_id_device_id_fkey" FOREIGN KEY ("account_id", "device_id") REFERENCES "device"("account_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

ALTER TABLE "past_service" ADD CONSTRAINT "past_service_account_id_user_created_id_fkey" FOREIGN KEY ("account_id", "user_created_id") REFERENCES "app_user"("account_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- They count like signed protocols. On the same day the protocol counts, because it may name a period.
CREATE OR REPLACE FUNCTION device_refresh_inspection(account integer, devices integer[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    PERFORM FROM device WHERE account_id = account AND id = ANY (devices) ORDER BY id FOR NO KEY UPDATE;
    UPDATE device d SET last_service_date = l.service_date, last_inspection_date = l.inspection_date,
           last_inspection_period = l.period,
           -- Calendars tell by it what has changed, and they show inspections only.
           updated_at = CASE WHEN (d.last_inspection_date, d.last_inspection_period)
               IS DISTINCT FROM (l.inspection_date, l.period) THEN now() ELSE d.updated_at END
      FROM (SELECT asked.id, greatest(s.date, p.date) AS service_date,
                   greatest(i.date, p.inspection_date) AS inspection_date,
                   CASE WHEN p.inspection_date IS NULL OR i.date >= p.inspection_date THEN i.period END AS period
              FROM unnest(devices) AS asked (id)
              LEFT JOIN LATERAL (
                  SELECT (max(s.date) AT TIME ZONE max(a.timezone))::date AS date
                    FROM service_device sd
                    JOIN service s ON s.account_id = sd.account_id AND s.id = sd.service_id
                    JOIN account a ON a.id = s.account_id
                   WHERE sd.account_id = account AND sd.device_id = asked.id
                     AND s.state = 'SIGNED' AND s.withdrawn_at IS NULL) s ON TRUE
              LEFT JOIN LATERAL (
                  SELECT (s.date AT TIME ZONE a.timezone)::date AS date, s.period
                    FROM service_device sd
                    JOIN service s ON s.account_id = sd.account_id AND s.id = sd.service_id
                    JOIN account a ON a.id = s.account_id
                   WHERE sd.account_id = account AND sd.device_id = asked.id
                     AND s.state = 'SIGNED' AND s.withdrawn_at IS NULL AND 'PERIODIC_INSPECTION' = ANY (s.types)
                   ORDER BY s.date DESC, s.id DESC
                   LIMIT 1) i ON TRUE
              LEFT JOIN LATERAL (
                  SELECT max(p.date) AS date,
                         max(p.date) FILTER (WHERE 'PERIODIC_INSPECTION' = ANY (p.types)) AS inspection_date
                    FROM past_service p
                   WHERE p.account_id = account AND p.device_id = asked.id) p ON TRUE) l
     WHERE d.account_id = account AND d.id = l.id
       AND (d.last_service_date, d.last_inspection_date, d.last_inspection_period)
           IS DISTINCT FROM (l.service_date, l.inspection_date, l.period);
END $$;

-- A list that is imported comes as one statement: its machines are refreshed together.
CREATE FUNCTION past_service_refresh_inspections() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    asked record;
BEGIN
    FOR asked IN SELECT account_id, array_agg(DISTINCT device_id) AS devices FROM changed GROUP BY account_id LOOP
        PERFORM device_refresh_inspection(asked.account_id, asked.devices);
    END LOOP;
    RETURN NULL;
END $$;

CREATE TRIGGER past_service_added_refresh AFTER INSERT ON "past_service"
    REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION past_service_refresh_inspections();

CREATE TRIGGER past_service_removed_refresh AFTER DELETE ON "past_service"
    REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION past_service_refresh_inspections();

-- A past service stays with its machine.
CREATE TRIGGER past_service_changed_refresh AFTER UPDATE ON "past_service"
    REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION past_service_refresh_inspections();
