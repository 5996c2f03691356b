-- Sessions that are open keep the limits they were opened with: 12 hours without use.
-- AlterTable
ALTER TABLE "session" ADD COLUMN     "remembered" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "timezone" TEXT NOT NULL DEFAULT '';
