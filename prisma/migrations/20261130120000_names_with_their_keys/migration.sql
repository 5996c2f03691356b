-- With the letters and digits of each name, so that a search for names reads the index alone and works nothing out.
DROP INDEX "device_account_id_name_idx";
CREATE INDEX "device_account_id_name_idx" ON "device" ("account_id", "name", serial_key(replace("name", '№', '')));
