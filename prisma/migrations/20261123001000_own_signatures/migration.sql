-- An employee's own drawn signature, for the protocols that they sign for the company.
CREATE TABLE "own_signature" (
    "account_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "svg_path" TEXT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "own_signature_pkey" PRIMARY KEY ("account_id","user_id")
);

-- AddForeignKey
ALTER TABLE "own_signature" ADD CONSTRAINT "own_signature_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "own_signature" ADD CONSTRAINT "own_signature_account_id_user_id_fkey" FOREIGN KEY ("account_id", "user_id") REFERENCES "app_user"("account_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;
