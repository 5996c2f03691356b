-- AlterTable
ALTER TABLE "stored_file" ADD COLUMN     "print" BOOLEAN NOT NULL DEFAULT false;

-- Only what is attached to a protocol is on its document.
ALTER TABLE "stored_file" ADD CONSTRAINT "stored_file_print_check" CHECK (NOT "print" OR "kind" = 'SERVICE_FILE');
