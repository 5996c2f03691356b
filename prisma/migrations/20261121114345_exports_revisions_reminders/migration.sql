-- CreateEnum
CREATE TYPE "export_kind" AS ENUM ('ACCOUNT_DATA', 'SERVICE_PDFS');

-- CreateEnum
CREATE TYPE "export_status" AS ENUM ('WAITING', 'RUNNING', 'DONE', 'FAILED');

-- DropIndex
DROP INDEX "invoice_account_id_order_id_key";

-- AlterTable
ALTER TABLE "account" ADD COLUMN     "deleted_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "app_user" ADD COLUMN     "daily_todos" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "weekly_digest" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "category" ADD COLUMN     "revision" INTEGER NOT NULL DEFAULT 1;

-- AlterTable
ALTER TABLE "customer" ADD COLUMN     "revision" INTEGER NOT NULL DEFAULT 1;

-- AlterTable
ALTER TABLE "device" ADD COLUMN     "revision" INTEGER NOT NULL DEFAULT 1;

-- AlterTable
ALTER TABLE "invoice" ADD COLUMN     "correction" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "corrects_id" INTEGER,
ADD COLUMN     "reason" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "xml_key" TEXT;

-- CreateTable
CREATE TABLE "export" (
    "account_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "kind" "export_kind" NOT NULL,
    "status" "export_status" NOT NULL DEFAULT 'WAITING',
    "done" INTEGER NOT NULL DEFAULT 0,
    "total" INTEGER NOT NULL DEFAULT 0,
    "params" JSONB NOT NULL DEFAULT '{}',
    "file_key" TEXT,
    "filename" TEXT NOT NULL DEFAULT '',
    "size" BIGINT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3),

    CONSTRAINT "export_pkey" PRIMARY KEY ("account_id","id")
);

-- CreateTable
CREATE TABLE "calendar_feed" (
    "account_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "token_hash" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_read_at" TIMESTAMPTZ(3),

    CONSTRAINT "calendar_feed_pkey" PRIMARY KEY ("account_id","user_id")
);

-- CreateTable
CREATE TABLE "sent_reminder" (
    "account_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "occasion" TEXT NOT NULL,
    "sent_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sent_reminder_pkey" PRIMARY KEY ("account_id","user_id","kind","occasion")
);

-- CreateIndex
CREATE INDEX "export_account_id_user_id_idx" ON "export"("account_id", "user_id");

-- CreateIndex
CREATE INDEX "export_expires_at_idx" ON "export"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "calendar_feed_account_id_token_hash_key" ON "calendar_feed"("account_id", "token_hash");

-- CreateIndex
CREATE INDEX "audit_log_account_id_kind_timestamp_idx" ON "audit_log"("account_id", "kind", "timestamp");

-- CreateIndex
CREATE INDEX "audit_log_account_id_user_id_timestamp_idx" ON "audit_log"("account_id", "user_id", "timestamp");

-- CreateIndex
CREATE INDEX "invoice_corrects_id_idx" ON "invoice"("corrects_id");

-- CreateIndex
CREATE UNIQUE INDEX "invoice_account_id_order_id_correction_key" ON "invoice"("account_id", "order_id", "correction");

-- AddForeignKey
ALTER TABLE "invoice" ADD CONSTRAINT "invoice_corrects_id_fkey" FOREIGN KEY ("corrects_id") REFERENCES "invoice"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "export" ADD CONSTRAINT "export_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "export" ADD CONSTRAINT "export_account_id_user_id_fkey" FOREIGN KEY ("account_id", "user_id") REFERENCES "app_user"("account_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "calendar_feed" ADD CONSTRAINT "calendar_feed_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "calendar_feed" ADD CONSTRAINT "calendar_feed_account_id_user_id_fkey" FOREIGN KEY ("account_id", "user_id") REFERENCES "app_user"("account_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "sent_reminder" ADD CONSTRAINT "sent_reminder_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "sent_reminder" ADD CONSTRAINT "sent_reminder_account_id_user_id_fkey" FOREIGN KEY ("account_id", "user_id") REFERENCES "app_user"("account_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;
