-- CreateEnum
CREATE TYPE "archive_state" AS ENUM ('UPLOADING', 'CHECKING', 'CHECKED', 'RUNNING', 'DONE', 'CANCELLED', 'FAILED');

-- AlterTable
ALTER TABLE "audit_log" ADD COLUMN     "is_former" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "stored_file" ADD COLUMN     "former_key" TEXT;

-- CreateTable
CREATE TABLE "archive" (
    "account_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "state" "archive_state" NOT NULL DEFAULT 'UPLOADING',
    "filename" TEXT NOT NULL,
    "size" BIGINT NOT NULL,
    "seed" TEXT NOT NULL,
    "content" JSONB,
    "fault" JSONB,
    "done" BIGINT NOT NULL DEFAULT 0,
    "total" BIGINT NOT NULL DEFAULT 0,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "archive_pkey" PRIMARY KEY ("account_id","id")
);

-- CreateTable
CREATE TABLE "archive_part" (
    "account_id" INTEGER NOT NULL,
    "archive_id" INTEGER NOT NULL,
    "position" INTEGER NOT NULL,
    "key" TEXT NOT NULL,
    "size" INTEGER NOT NULL,

    CONSTRAINT "archive_part_pkey" PRIMARY KEY ("account_id","archive_id","position")
);

-- CreateIndex
CREATE INDEX "archive_account_id_user_id_idx" ON "archive"("account_id", "user_id");

-- CreateIndex
CREATE INDEX "archive_part_key_idx" ON "archive_part"("key");

-- CreateIndex
CREATE UNIQUE INDEX "stored_file_account_id_former_key_key" ON "stored_file"("account_id", "former_key");

-- AddForeignKey
ALTER TABLE "archive" ADD CONSTRAINT "archive_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "archive" ADD CONSTRAINT "archive_account_id_user_id_fkey" FOREIGN KEY ("account_id", "user_id") REFERENCES "app_user"("account_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "archive_part" ADD CONSTRAINT "archive_part_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "archive_part" ADD CONSTRAINT "archive_part_account_id_archive_id_fkey" FOREIGN KEY ("account_id", "archive_id") REFERENCES "archive"("account_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- One archive of an account is worked on at a time.
CREATE UNIQUE INDEX "archive_working_key" ON "archive" ("account_id") WHERE "state" IN ('CHECKING', 'RUNNING');
