-- CreateTable
CREATE TABLE "sign_in_unlock" (
    "account_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "token_hash" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),
    "source" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "sign_in_unlock_pkey" PRIMARY KEY ("account_id","id")
);

-- CreateIndex
CREATE INDEX "sign_in_unlock_account_id_user_id_idx" ON "sign_in_unlock"("account_id", "user_id");

-- CreateIndex
CREATE INDEX "sign_in_unlock_expires_at_idx" ON "sign_in_unlock"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "sign_in_unlock_account_id_token_hash_key" ON "sign_in_unlock"("account_id", "token_hash");

-- AddForeignKey
ALTER TABLE "sign_in_unlock" ADD CONSTRAINT "sign_in_unlock_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "sign_in_unlock" ADD CONSTRAINT "sign_in_unlock_account_id_user_id_fkey" FOREIGN KEY ("account_id", "user_id") REFERENCES "app_user"("account_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;
