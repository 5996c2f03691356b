-- AlterTable
ALTER TABLE "protocol_mail" ADD COLUMN     "handed_over_at" TIMESTAMPTZ(3);
