-- CreateTable
CREATE TABLE "bulk_action" (
    "account_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "action" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "bulk_action_pkey" PRIMARY KEY ("account_id","id")
);

-- CreateTable
CREATE TABLE "bulk_record" (
    "account_id" INTEGER NOT NULL,
    "action_id" INTEGER NOT NULL,
    "record_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "before" JSONB,
    "after" JSONB,
    "undo" TEXT,
    "who" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "bulk_record_pkey" PRIMARY KEY ("account_id","action_id","record_id")
);

-- CreateIndex
CREATE INDEX "bulk_action_account_id_user_id_id_idx" ON "bulk_action"("account_id", "user_id", "id");

-- CreateIndex
CREATE INDEX "bulk_action_created_at_idx" ON "bulk_action"("created_at");

-- AddForeignKey
ALTER TABLE "bulk_action" ADD CONSTRAINT "bulk_action_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "bulk_action" ADD CONSTRAINT "bulk_action_account_id_user_id_fkey" FOREIGN KEY ("account_id", "user_id") REFERENCES "app_user"("account_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "bulk_record" ADD CONSTRAINT "bulk_record_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "bulk_record" ADD CONSTRAINT "bulk_record_account_id_action_id_fkey" FOREIGN KEY ("account_id", "action_id") REFERENCES "bulk_action"("account_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;
