-- AlterEnum
ALTER TYPE "file_kind" ADD VALUE 'VISIT_FILE';

-- AlterTable
ALTER TABLE "stored_file" ADD COLUMN     "visit_id" INTEGER;

-- CreateIndex
CREATE INDEX "stored_file_account_id_visit_id_idx" ON "stored_file"("account_id", "visit_id");

-- AddForeignKey
ALTER TABLE "stored_file" ADD CONSTRAINT "stored_file_account_id_visit_id_fkey" FOREIGN KEY ("account_id", "visit_id") REFERENCES "visit"("account_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- As text, because a new value of the type cannot be used in the transaction that adds it.
ALTER TABLE "stored_file" ADD CONSTRAINT "stored_file_visit_check" CHECK ("visit_id" IS NULL OR "kind"::text = 'VISIT_FILE');

-- They count as what people upload.
DROP TRIGGER stored_file_add_to_storage ON "stored_file";
CREATE TRIGGER stored_file_add_to_storage AFTER INSERT ON "stored_file"
    FOR EACH ROW WHEN (NEW.kind::text IN ('MACHINE_FILE', 'MACHINE_NAMEPLATE', 'SERVICE_FILE', 'VISIT_FILE'))
    EXECUTE FUNCTION add_to_account_storage();

DROP TRIGGER stored_file_take_from_storage ON "stored_file";
CREATE TRIGGER stored_file_take_from_storage AFTER DELETE ON "stored_file"
    FOR EACH ROW WHEN (OLD.kind::text IN ('MACHINE_FILE', 'MACHINE_NAMEPLATE', 'SERVICE_FILE', 'VISIT_FILE'))
    EXECUTE FUNCTION take_from_account_storage();
