-- An administrator withdraws a signed protocol: it is kept with its number and counts for nothing.
ALTER TABLE "service" ADD COLUMN     "withdrawn_at" TIMESTAMPTZ(3),
ADD COLUMN     "withdrawn_by_id" INTEGER,
ADD COLUMN     "withdraw_reason" TEXT NOT NULL DEFAULT '';

-- CreateIndex
CREATE INDEX "service_account_id_withdrawn_by_id_idx" ON "service"("account_id", "withdrawn_by_id");

-- AddForeignKey
ALTER TABLE "service" ADD CONSTRAINT "service_account_id_withdrawn_by_id_fkey" FOREIGN KEY ("account_id", "withdrawn_by_id") REFERENCES "app_user"("account_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- Only signed ones, and always with a name and a reason.
ALTER TABLE "service" ADD CONSTRAINT "service_withdrawn_check" CHECK (
    CASE WHEN "withdrawn_at" IS NULL THEN "withdrawn_by_id" IS NULL AND "withdraw_reason" = ''
         ELSE "withdrawn_by_id" IS NOT NULL AND "withdraw_reason" <> '' AND "state" = 'SIGNED' END);

-- For good: nothing of it changes afterwards. Names that the search finds may, and so may what is due for it.
CREATE FUNCTION service_keep_withdrawn() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'a withdrawn protocol does not change' USING ERRCODE = 'restrict_violation';
END $$;

CREATE TRIGGER service_keep_withdrawn
    BEFORE UPDATE OF date, types, payment_type, fault_description, period, state, user_id, customer_id,
        current_version, withdrawn_at, withdrawn_by_id, withdraw_reason ON "service"
    FOR EACH ROW WHEN (OLD.withdrawn_at IS NOT NULL)
    EXECUTE FUNCTION service_keep_withdrawn();

-- It is neither a machine's last service nor its last inspection.
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
                   LIMIT 1) i ON TRUE) l
     WHERE d.account_id = account AND d.id = l.id
       AND (d.last_service_date, d.last_inspection_date, d.last_inspection_period)
           IS DISTINCT FROM (l.service_date, l.inspection_date, l.period);
END $$;

DROP TRIGGER service_refresh_inspections ON "service";
CREATE TRIGGER service_refresh_inspections AFTER UPDATE OF state, types, date, period, withdrawn_at ON "service"
    FOR EACH ROW WHEN (OLD.state = 'SIGNED' OR NEW.state = 'SIGNED')
    EXECUTE FUNCTION service_refresh_inspections();
