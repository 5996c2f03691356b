-- AlterEnum
ALTER TYPE "file_kind" ADD VALUE 'INVOICE_XML';

-- DropIndex
DROP INDEX "invoice_seller_nip_year_month_sequence_key";

-- AlterTable
ALTER TABLE "invoice" ADD COLUMN     "series" TEXT NOT NULL DEFAULT 'FV';

-- AlterTable
ALTER TABLE "invoice_counter" DROP CONSTRAINT "invoice_counter_pkey",
ADD COLUMN     "series" TEXT NOT NULL DEFAULT 'FV',
ADD CONSTRAINT "invoice_counter_pkey" PRIMARY KEY ("seller_nip", "series", "year", "month");

-- CreateIndex
CREATE UNIQUE INDEX "invoice_seller_nip_series_year_month_sequence_key" ON "invoice"("seller_nip", "series", "year", "month", "sequence");
