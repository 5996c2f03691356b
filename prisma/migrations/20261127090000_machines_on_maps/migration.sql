-- What a map of all machines needs of those with a point of their own, in the order of a view: without it, it reads whole
-- rows of the account.
CREATE INDEX "device_own_point_idx" ON "device" ("account_id", "gps_latitude", "gps_longitude")
  INCLUDE ("id", "next_inspection_date", "warranty_end_date")
  WHERE "gps_latitude" IS NOT NULL AND "is_periodic_inspection_enabled" AND "archived_at" IS NULL;
