-- A machine's row is newer, too, when a protocol moves its next inspection: calendars tell by it what has changed.
CREATE OR REPLACE FUNCTION device_refresh_inspection(account integer, devices integer[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    PERFORM FROM device WHERE account_id = account AND id = ANY (devices) ORDER BY id FOR NO KEY UPDATE;
    UPDATE device d SET last_inspection_date = l.date, last_inspection_period = l.period, updated_at = now()
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
