-- Mails that carry signed protocols to customers, and what a company has chosen for them.
-- CreateEnum
CREATE TYPE "protocol_mail_state" AS ENUM ('WAITING', 'SENT', 'REFUSED');

-- CreateEnum
CREATE TYPE "protocol_mail_refusal" AS ENUM ('SERVER', 'UNREACHABLE', 'WITHDRAWN', 'REPLACED', 'NO_ADDRESS', 'LIMIT', 'CLOSED');

-- AlterTable
ALTER TABLE "account" ADD COLUMN     "email" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "mails_protocols" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "protocol_mail_texts" JSONB NOT NULL DEFAULT '{}';

-- CreateTable
CREATE TABLE "protocol_mail" (
    "account_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "service_version_id" INTEGER NOT NULL,
    "email" TEXT NOT NULL,
    "language" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "state" "protocol_mail_state" NOT NULL DEFAULT 'WAITING',
    "refusal" "protocol_mail_refusal",
    "reason" TEXT NOT NULL DEFAULT '',
    "user_created_id" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "sent_at" TIMESTAMPTZ(3),

    CONSTRAINT "protocol_mail_pkey" PRIMARY KEY ("account_id","id")
);

-- CreateIndex
CREATE INDEX "protocol_mail_account_id_service_version_id_id_idx" ON "protocol_mail"("account_id", "service_version_id", "id");

-- CreateIndex
CREATE INDEX "protocol_mail_account_id_user_created_id_idx" ON "protocol_mail"("account_id", "user_created_id");

-- AddForeignKey
ALTER TABLE "protocol_mail" ADD CONSTRAINT "protocol_mail_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "protocol_mail" ADD CONSTRAINT "protocol_mail_account_id_service_version_id_fkey" FOREIGN KEY ("account_id", "service_version_id") REFERENCES "service_version"("account_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "protocol_mail" ADD CONSTRAINT "protocol_mail_account_id_user_created_id_fkey" FOREIGN KEY ("account_id", "user_created_id") REFERENCES "app_user"("account_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;
