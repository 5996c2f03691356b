-- Where a customer is on the map. Existing customers have no position.
ALTER TABLE "customer" ADD COLUMN     "gps_latitude" DOUBLE PRECISION,
ADD COLUMN     "gps_longitude" DOUBLE PRECISION,
ADD CONSTRAINT "customer_gps_check" CHECK (("gps_latitude" IS NULL) = ("gps_longitude" IS NULL));
