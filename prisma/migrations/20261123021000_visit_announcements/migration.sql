-- Mails that told customers the day and time of a visit.
-- CreateTable
CREATE TABLE "visit_announcement" (
    "account_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "visit_id" INTEGER NOT NULL,
    "email" TEXT NOT NULL,
    "language" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "from_minute" INTEGER,
    "to_minute" INTEGER,
    "user_created_id" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "visit_announcement_pkey" PRIMARY KEY ("account_id","id")
);

-- CreateIndex
CREATE INDEX "visit_announcement_account_id_visit_id_id_idx" ON "visit_announcement"("account_id", "visit_id", "id");

-- CreateIndex
CREATE INDEX "visit_announcement_account_id_user_created_id_idx" ON "visit_announcement"("account_id", "user_created_id");

-- AddForeignKey
ALTER TABLE "visit_announcement" ADD CONSTRAINT "visit_announcement_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "visit_announcement" ADD CONSTRAINT "visit_announcement_account_id_visit_id_fkey" FOREIGN KEY ("account_id", "visit_id") REFERENCES "visit"("account_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "visit_announcement" ADD CONSTRAINT "visit_announcement_account_id_user_created_id_fkey" FOREIGN KEY ("account_id", "user_created_id") REFERENCES "app_user"("account_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;
