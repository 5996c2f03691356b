-- What users are told about visits that somebody else changed, in the app and by mail.
-- CreateEnum
CREATE TYPE "notification_kind" AS ENUM ('ASSIGNED', 'CHANGED', 'TAKEN', 'CANCELLED', 'NOTE', 'DONE');

-- AlterTable
ALTER TABLE "app_user" ADD COLUMN     "notify_by_mail" "notification_kind"[] DEFAULT ARRAY['ASSIGNED', 'CHANGED', 'TAKEN', 'CANCELLED']::"notification_kind"[],
ADD COLUMN     "notify_in_app" "notification_kind"[] DEFAULT ARRAY['ASSIGNED', 'CHANGED', 'TAKEN', 'CANCELLED', 'NOTE']::"notification_kind"[];

-- CreateTable
CREATE TABLE "notification" (
    "account_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "kind" "notification_kind" NOT NULL,
    "visit_id" INTEGER NOT NULL,
    "content" JSONB NOT NULL,
    "in_app" BOOLEAN NOT NULL,
    "to_mail" BOOLEAN NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "read_at" TIMESTAMPTZ(3),

    CONSTRAINT "notification_pkey" PRIMARY KEY ("account_id","id")
);

-- CreateIndex
CREATE INDEX "notification_account_id_user_id_id_idx" ON "notification"("account_id", "user_id", "id");

-- CreateIndex
CREATE INDEX "notification_created_at_idx" ON "notification"("created_at");

-- AddForeignKey
ALTER TABLE "notification" ADD CONSTRAINT "notification_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "notification" ADD CONSTRAINT "notification_account_id_user_id_fkey" FOREIGN KEY ("account_id", "user_id") REFERENCES "app_user"("account_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;
