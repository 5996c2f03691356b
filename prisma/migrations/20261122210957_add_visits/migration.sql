-- Visits: planned work without a protocol number. Absences: days on which an employee does not work.
-- CreateEnum
CREATE TYPE "visit_state" AS ENUM ('TO_PLAN', 'PLANNED', 'STARTED', 'DONE', 'CANCELLED');

-- CreateEnum
CREATE TYPE "visit_priority" AS ENUM ('LOW', 'NORMAL', 'HIGH', 'URGENT');

-- CreateEnum
CREATE TYPE "visit_source" AS ENUM ('OFFICE', 'INSPECTION', 'FAULT', 'FOLLOW_UP');

-- CreateEnum
CREATE TYPE "absence_kind" AS ENUM ('VACATION', 'SICKNESS', 'OTHER');

-- AlterTable
ALTER TABLE "service" ADD COLUMN     "visit_id" INTEGER;

-- CreateTable
CREATE TABLE "visit" (
    "account_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "customer_id" INTEGER NOT NULL,
    "types" "service_type"[],
    "text" TEXT NOT NULL DEFAULT '',
    "checklist" JSONB NOT NULL DEFAULT '[]',
    "priority" "visit_priority" NOT NULL DEFAULT 'NORMAL',
    "state" "visit_state" NOT NULL DEFAULT 'TO_PLAN',
    "cancel_reason" TEXT NOT NULL DEFAULT '',
    "source" "visit_source" NOT NULL DEFAULT 'OFFICE',
    "source_service_id" INTEGER,
    "day" DATE,
    "from_minute" INTEGER,
    "to_minute" INTEGER,
    "minutes" INTEGER,
    "started_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "user_created_id" INTEGER NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "visit_pkey" PRIMARY KEY ("account_id","id")
);

-- CreateTable
CREATE TABLE "visit_device" (
    "account_id" INTEGER NOT NULL,
    "visit_id" INTEGER NOT NULL,
    "device_id" INTEGER NOT NULL,
    "position" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "visit_device_pkey" PRIMARY KEY ("account_id","visit_id","device_id")
);

-- CreateTable
CREATE TABLE "visit_technician" (
    "account_id" INTEGER NOT NULL,
    "visit_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "position" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "visit_technician_pkey" PRIMARY KEY ("account_id","visit_id","user_id")
);

-- CreateTable
CREATE TABLE "visit_note" (
    "account_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "visit_id" INTEGER NOT NULL,
    "text" TEXT NOT NULL,
    "user_created_id" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "visit_note_pkey" PRIMARY KEY ("account_id","id")
);

-- CreateTable
CREATE TABLE "absence" (
    "account_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "kind" "absence_kind" NOT NULL,
    "from_day" DATE NOT NULL,
    "to_day" DATE NOT NULL,
    "note" TEXT NOT NULL DEFAULT '',
    "user_created_id" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "absence_pkey" PRIMARY KEY ("account_id","id")
);

-- CreateIndex
CREATE INDEX "visit_account_id_day_idx" ON "visit"("account_id", "day");

-- CreateIndex
CREATE INDEX "visit_account_id_state_day_idx" ON "visit"("account_id", "state", "day");

-- CreateIndex
CREATE INDEX "visit_account_id_customer_id_idx" ON "visit"("account_id", "customer_id");

-- CreateIndex
CREATE INDEX "visit_account_id_source_service_id_idx" ON "visit"("account_id", "source_service_id");

-- CreateIndex
CREATE INDEX "visit_account_id_user_created_id_idx" ON "visit"("account_id", "user_created_id");

-- CreateIndex
CREATE INDEX "visit_device_account_id_device_id_idx" ON "visit_device"("account_id", "device_id");

-- CreateIndex
CREATE INDEX "visit_technician_account_id_user_id_idx" ON "visit_technician"("account_id", "user_id");

-- CreateIndex
CREATE INDEX "visit_note_account_id_visit_id_id_idx" ON "visit_note"("account_id", "visit_id", "id");

-- CreateIndex
CREATE INDEX "visit_note_account_id_user_created_id_idx" ON "visit_note"("account_id", "user_created_id");

-- CreateIndex
CREATE INDEX "absence_account_id_user_id_from_day_idx" ON "absence"("account_id", "user_id", "from_day");

-- CreateIndex
CREATE INDEX "absence_account_id_to_day_idx" ON "absence"("account_id", "to_day");

-- CreateIndex
CREATE INDEX "absence_account_id_user_created_id_idx" ON "absence"("account_id", "user_created_id");

-- CreateIndex
CREATE INDEX "service_account_id_visit_id_idx" ON "service"("account_id", "visit_id");

-- AddForeignKey
ALTER TABLE "service" ADD CONSTRAINT "service_account_id_visit_id_fkey" FOREIGN KEY ("account_id", "visit_id") REFERENCES "visit"("account_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "visit" ADD CONSTRAINT "visit_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "visit" ADD CONSTRAINT "visit_account_id_customer_id_fkey" FOREIGN KEY ("account_id", "customer_id") REFERENCES "customer"("account_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "visit" ADD CONSTRAINT "visit_account_id_source_service_id_fkey" FOREIGN KEY ("account_id", "source_service_id") REFERENCES "service"("account_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "visit" ADD CONSTRAINT "visit_account_id_user_created_id_fkey" FOREIGN KEY ("account_id", "user_created_id") REFERENCES "app_user"("account_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "visit_device" ADD CONSTRAINT "visit_device_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "visit_device" ADD CONSTRAINT "visit_device_account_id_visit_id_fkey" FOREIGN KEY ("account_id", "visit_id") REFERENCES "visit"("account_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "visit_device" ADD CONSTRAINT "visit_device_account_id_device_id_fkey" FOREIGN KEY ("account_id", "device_id") REFERENCES "device"("account_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "visit_technician" ADD CONSTRAINT "visit_technician_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "visit_technician" ADD CONSTRAINT "visit_technician_account_id_visit_id_fkey" FOREIGN KEY ("account_id", "visit_id") REFERENCES "visit"("account_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "visit_technician" ADD CONSTRAINT "visit_technician_account_id_user_id_fkey" FOREIGN KEY ("account_id", "user_id") REFERENCES "app_user"("account_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "visit_note" ADD CONSTRAINT "visit_note_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "visit_note" ADD CONSTRAINT "visit_note_account_id_visit_id_fkey" FOREIGN KEY ("account_id", "visit_id") REFERENCES "visit"("account_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "visit_note" ADD CONSTRAINT "visit_note_account_id_user_created_id_fkey" FOREIGN KEY ("account_id", "user_created_id") REFERENCES "app_user"("account_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "absence" ADD CONSTRAINT "absence_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "absence" ADD CONSTRAINT "absence_account_id_user_id_fkey" FOREIGN KEY ("account_id", "user_id") REFERENCES "app_user"("account_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "absence" ADD CONSTRAINT "absence_account_id_user_created_id_fkey" FOREIGN KEY ("account_id", "user_created_id") REFERENCES "app_user"("account_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- An open visit is to be planned as long as it has no day; a cancelled one says why.
ALTER TABLE "visit" ADD CONSTRAINT "visit_state_check" CHECK (
    CASE "state" WHEN 'TO_PLAN' THEN "day" IS NULL WHEN 'PLANNED' THEN "day" IS NOT NULL
                 WHEN 'CANCELLED' THEN "cancel_reason" <> '' ELSE TRUE END);
ALTER TABLE "visit" ADD CONSTRAINT "visit_time_check" CHECK (
    "from_minute" BETWEEN 0 AND 1439 AND "to_minute" BETWEEN 0 AND 1439
    AND ("from_minute" IS NOT NULL OR "to_minute" IS NULL) AND "minutes" BETWEEN 1 AND 2880);
ALTER TABLE "absence" ADD CONSTRAINT "absence_days_check" CHECK ("from_day" <= "to_day");

-- Protocols planned as a to-do are visits too. The column for follow-ups says which visit is whose, until they are linked.
INSERT INTO "visit" ("account_id", "customer_id", "types", "text", "state", "day", "user_created_id", "source_service_id",
                     "created_at", "updated_at")
SELECT s.account_id, s.customer_id, s.types, t.description,
       CASE WHEN t.date IS NULL THEN 'TO_PLAN' ELSE 'PLANNED' END::visit_state, t.date, t.user_created_id, s.id,
       t.created_at, t.updated_at
  FROM "todo" t
  JOIN "service" s ON s.account_id = t.account_id AND s.id = t.service_id
 WHERE t.status = 'TODO' AND s.state = 'NEW'
   AND t.id = (SELECT min(o.id) FROM "todo" o
                WHERE o.account_id = t.account_id AND o.service_id = t.service_id AND o.status = 'TODO');

INSERT INTO "visit_device" ("account_id", "visit_id", "device_id", "position")
SELECT v.account_id, v.id, d.device_id, d.position
  FROM "visit" v
  JOIN "service_device" d ON d.account_id = v.account_id AND d.service_id = v.source_service_id;

INSERT INTO "visit_technician" ("account_id", "visit_id", "user_id")
SELECT DISTINCT v.account_id, v.id, t.assignee_id
  FROM "visit" v
  JOIN "todo" t ON t.account_id = v.account_id AND t.service_id = v.source_service_id AND t.status = 'TODO'
 WHERE t.assignee_id IS NOT NULL;

UPDATE "service" s SET "visit_id" = v.id
  FROM "visit" v WHERE v.account_id = s.account_id AND v.source_service_id = s.id;

UPDATE "visit" SET "source_service_id" = NULL WHERE "source_service_id" IS NOT NULL;
