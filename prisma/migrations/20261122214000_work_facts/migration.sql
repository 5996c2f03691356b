-- What a protocol says about the work besides its actions. All of it is optional; protocols that are there have none.
CREATE TYPE "machine_result" AS ENUM ('PASSED', 'PASSED_WITH_DEFECTS', 'FAILED');

ALTER TABLE "service" ADD COLUMN     "remarks" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "recommendations" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "work_minutes" INTEGER,
ADD COLUMN     "travel_minutes" INTEGER,
ADD COLUMN     "kilometres" DOUBLE PRECISION;

ALTER TABLE "service" ADD CONSTRAINT "service_work_facts_check" CHECK (
    coalesce("work_minutes", 0) >= 0 AND coalesce("travel_minutes", 0) >= 0
    AND coalesce("work_minutes", 0) + coalesce("travel_minutes", 0) <= 59940
    AND coalesce("kilometres", 0) BETWEEN 0 AND 9999);

ALTER TABLE "service_device" ADD COLUMN     "result" "machine_result",
ADD COLUMN     "status_after" "device_status";

CREATE TABLE "service_part" (
    "account_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "service_id" INTEGER NOT NULL,
    "device_id" INTEGER,
    "position" INTEGER NOT NULL DEFAULT 0,
    "name" TEXT NOT NULL,
    "number" TEXT NOT NULL DEFAULT '',
    "quantity" DOUBLE PRECISION NOT NULL,
    "unit" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "service_part_pkey" PRIMARY KEY ("account_id","id"),
    CONSTRAINT "service_part_quantity_check" CHECK ("quantity" > 0)
);

-- CreateIndex
CREATE INDEX "service_part_account_id_service_id_device_id_position_idx" ON "service_part"("account_id", "service_id", "device_id", "position");

-- AddForeignKey
ALTER TABLE "service_part" ADD CONSTRAINT "service_part_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "service_part" ADD CONSTRAINT "service_part_account_id_service_id_fkey" FOREIGN KEY ("account_id", "service_id") REFERENCES "service"("account_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "service_part" ADD CONSTRAINT "service_part_account_id_service_id_device_id_fkey" FOREIGN KEY ("account_id", "service_id", "device_id") REFERENCES "service_device"("account_id", "service_id", "device_id") ON DELETE CASCADE ON UPDATE NO ACTION;

CREATE CONSTRAINT TRIGGER revise_account AFTER INSERT OR UPDATE OR DELETE ON "service_part"
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION revise_account();
