-- The employees who did the work of a protocol together with its main performer (service.user_id).
CREATE TABLE "service_performer" (
    "account_id" INTEGER NOT NULL,
    "service_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "position" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "service_performer_pkey" PRIMARY KEY ("account_id","service_id","user_id")
);

-- CreateIndex
CREATE INDEX "service_performer_account_id_user_id_idx" ON "service_performer"("account_id", "user_id");

-- AddForeignKey
ALTER TABLE "service_performer" ADD CONSTRAINT "service_performer_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "service_performer" ADD CONSTRAINT "service_performer_account_id_service_id_fkey" FOREIGN KEY ("account_id", "service_id") REFERENCES "service"("account_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "service_performer" ADD CONSTRAINT "service_performer_account_id_user_id_fkey" FOREIGN KEY ("account_id", "user_id") REFERENCES "app_user"("account_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

CREATE CONSTRAINT TRIGGER revise_account AFTER INSERT OR UPDATE OR DELETE ON "service_performer"
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION revise_account();

-- The search finds all performers. As for machines, touching the search column makes the trigger of the protocol
-- write it anew.
CREATE OR REPLACE FUNCTION service_fill_search() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    customer_names text;
    technicians text;
    machines text;
BEGIN
    PERFORM pg_advisory_xact_lock_shared('service'::regclass::integer, NEW.account_id);
    SELECT concat_ws(E'\n', short_name, full_name) INTO customer_names
        FROM customer WHERE account_id = NEW.account_id AND id = NEW.customer_id;
    SELECT string_agg(concat_ws(' ', u.first_name, u.last_name), E'\n' ORDER BY p.position) INTO technicians
        FROM (SELECT NEW.user_id, -1 AS position UNION ALL
              SELECT user_id, position FROM service_performer
               WHERE account_id = NEW.account_id AND service_id = NEW.id) AS p (user_id, position)
        JOIN app_user u ON u.account_id = NEW.account_id AND u.id = p.user_id;
    SELECT string_agg(d.name, E'\n' ORDER BY sd.position) INTO machines
        FROM service_device sd JOIN device d ON d.account_id = sd.account_id AND d.id = sd.device_id
        WHERE sd.account_id = NEW.account_id AND sd.service_id = NEW.id;
    NEW.search := search_text(concat_ws(E'\n',
        NEW.number || NEW.number_extension || '/' || lpad(NEW.month::text, 2, '0') || '/' || NEW.year,
        NEW.fault_description, customer_names, technicians, machines));
    RETURN NEW;
END $$;

CREATE TRIGGER service_performer_added_refresh_search AFTER INSERT ON "service_performer"
    REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION service_device_refresh_search();

CREATE TRIGGER service_performer_removed_refresh_search AFTER DELETE ON "service_performer"
    REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION service_device_refresh_search();

CREATE OR REPLACE FUNCTION app_user_refresh_services() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_advisory_xact_lock('service'::regclass::integer, NEW.account_id);
    UPDATE service SET search = '' WHERE account_id = NEW.account_id AND (user_id = NEW.id
        OR id IN (SELECT service_id FROM service_performer WHERE account_id = NEW.account_id AND user_id = NEW.id));
    RETURN NULL;
END $$;
