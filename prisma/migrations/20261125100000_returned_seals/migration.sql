-- CreateEnum
CREATE TYPE "seal_obstacle" AS ENUM ('ALTERED', 'LOST');

-- AlterTable
ALTER TABLE "seal_certificate" ADD COLUMN     "is_own" BOOLEAN NOT NULL DEFAULT true;

-- AlterTable
ALTER TABLE "sealed_document" ADD COLUMN     "obstacle" "seal_obstacle";

-- What must hold whatever the program does.
ALTER TABLE "sealed_document"
    ADD CONSTRAINT "sealed_document_obstacle_check" CHECK ("obstacle" IS NULL OR "sealed_at" IS NULL);
