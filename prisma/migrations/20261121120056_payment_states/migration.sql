-- CreateEnum
CREATE TYPE "payment_state" AS ENUM ('OPEN', 'PAID', 'VERIFIED', 'REFUND_DUE', 'REFUNDED', 'REJECTED');

-- AlterTable
ALTER TABLE "payment_session" ADD COLUMN     "method_id" INTEGER,
ADD COLUMN     "poll_at" TIMESTAMPTZ(3),
ADD COLUMN     "state" "payment_state" NOT NULL DEFAULT 'OPEN';

-- CreateIndex
CREATE INDEX "payment_session_poll_at_idx" ON "payment_session"("poll_at");
