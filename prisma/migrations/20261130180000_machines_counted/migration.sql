-- What statistics count of a machine on a protocol stands with the machine, so that they read an index and join nothing.
ALTER TABLE "service_device" ADD COLUMN "counted_date" TIMESTAMPTZ(3),
    ADD COLUMN "is_repair" BOOLEAN NOT NULL DEFAULT false;

ALTER TABLE "service_device" DISABLE TRIGGER USER;

UPDATE "service_device" sd
   SET counted_date = CASE WHEN s.withdrawn_at IS NULL THEN s.date END, is_repair = 'REPAIR' = ANY (s.types)
  FROM "service" s
 WHERE s.account_id = sd.account_id AND s.id = sd.service_id;

ALTER TABLE "service_device" ENABLE TRIGGER USER;

CREATE INDEX "service_device_counted_idx" ON "service_device" ("account_id", "counted_date", "device_id", "is_repair");

-- The protocol is locked, because another transaction may be changing its date.
CREATE FUNCTION service_device_fill_counted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    SELECT CASE WHEN s.withdrawn_at IS NULL THEN s.date END, 'REPAIR' = ANY (s.types)
      INTO NEW.counted_date, NEW.is_repair
      FROM service s WHERE s.account_id = NEW.account_id AND s.id = NEW.service_id FOR SHARE;
    NEW.is_repair := coalesce(NEW.is_repair, false);
    RETURN NEW;
END $$;

CREATE TRIGGER service_device_fill_counted BEFORE INSERT ON "service_device"
    FOR EACH ROW EXECUTE FUNCTION service_device_fill_counted();

CREATE FUNCTION service_refresh_counted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE service_device
       SET counted_date = CASE WHEN NEW.withdrawn_at IS NULL THEN NEW.date END, is_repair = 'REPAIR' = ANY (NEW.types)
     WHERE account_id = NEW.account_id AND service_id = NEW.id;
    RETURN NULL;
END $$;

CREATE TRIGGER service_refresh_counted AFTER UPDATE OF date, types, withdrawn_at ON "service"
    FOR EACH ROW WHEN ((OLD.date, OLD.types, OLD.withdrawn_at) IS DISTINCT FROM (NEW.date, NEW.types, NEW.withdrawn_at))
    EXECUTE FUNCTION service_refresh_counted();
