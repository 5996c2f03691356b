-- AlterTable
ALTER TABLE "audit_log" ADD COLUMN     "written_at" TIMESTAMPTZ(3);
