-- AlterTable
ALTER TABLE "app_user" ALTER COLUMN "notify_by_mail" SET DEFAULT ARRAY['ASSIGNED', 'CHANGED', 'TAKEN', 'CANCELLED', 'LEFT', 'SIGNED']::"notification_kind"[],
ALTER COLUMN "notify_in_app" SET DEFAULT ARRAY['ASSIGNED', 'CHANGED', 'TAKEN', 'CANCELLED', 'NOTE', 'LEFT', 'SIGNED']::"notification_kind"[];

-- AlterTable
ALTER TABLE "notification" ADD COLUMN     "service_id" INTEGER,
ALTER COLUMN "visit_id" DROP NOT NULL;

-- CreateIndex
CREATE INDEX "notification_account_id_service_id_idx" ON "notification"("account_id", "service_id");

-- AddForeignKey
ALTER TABLE "notification" ADD CONSTRAINT "notification_account_id_service_id_fkey" FOREIGN KEY ("account_id", "service_id") REFERENCES "service"("account_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- News are about a visit or about a protocol.
ALTER TABLE "notification" ADD CONSTRAINT "notification_about_one" CHECK (num_nonnulls("visit_id", "service_id") = 1);

-- Everybody was mailed about their links, and goes on being mailed. Who wants nothing in the app gets nothing there.
UPDATE "app_user" SET
    "notify_by_mail" = "notify_by_mail" || 'SIGNED'::"notification_kind",
    "notify_in_app" = CASE WHEN cardinality("notify_in_app") > 0
        THEN "notify_in_app" || 'SIGNED'::"notification_kind" ELSE "notify_in_app" END;
