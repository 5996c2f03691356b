-- AlterTable
ALTER TABLE "export" ADD COLUMN     "error_code" TEXT;
