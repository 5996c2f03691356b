-- A database spread over servers appends the number of a part to each name. Where PostgreSQL would cut it, the program
-- could not tell by the name what was refused.
ALTER INDEX "service_account_id_year_month_number_number_extension_key" RENAME TO "service_number_key";
ALTER INDEX "service_part_account_id_service_id_device_id_position_idx" RENAME TO "service_part_position_idx";
ALTER INDEX "service_action_account_id_service_id_device_id_position_idx" RENAME TO "service_action_position_idx";
ALTER TABLE "service_version_file"
    RENAME CONSTRAINT "service_version_file_account_id_service_version_id_fkey" TO "service_version_file_version_fkey";

-- It also refuses an UPDATE with a function that answers differently on each server.
CREATE OR REPLACE FUNCTION revise_account() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    account_id int := COALESCE(NEW.account_id, OLD.account_id);
    next uuid := gen_random_uuid();
BEGIN
    -- Once in a transaction is enough; the setting ends with it.
    IF current_setting('servicebook.revised', true) IS DISTINCT FROM account_id::text THEN
        UPDATE account SET revision = next WHERE id = account_id;
        PERFORM set_config('servicebook.revised', account_id::text, true);
    END IF;
    RETURN NULL;
END $$;
