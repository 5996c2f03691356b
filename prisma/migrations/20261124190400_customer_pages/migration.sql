-- CreateTable
CREATE TABLE "customer_page" (
    "account_id" INTEGER NOT NULL,
    "customer_id" INTEGER NOT NULL,
    "token" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "customer_page_pkey" PRIMARY KEY ("account_id","customer_id")
);

-- CreateTable
CREATE TABLE "customer_link" (
    "account_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "customer_id" INTEGER NOT NULL,
    "email" TEXT NOT NULL,
    "token_hash" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "customer_link_pkey" PRIMARY KEY ("account_id","id")
);

-- CreateTable
CREATE TABLE "customer_session" (
    "account_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "customer_id" INTEGER NOT NULL,
    "email" TEXT NOT NULL,
    "token_hash" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "customer_session_pkey" PRIMARY KEY ("account_id","id")
);

-- CreateIndex
CREATE UNIQUE INDEX "customer_page_account_id_token_key" ON "customer_page"("account_id", "token");

-- CreateIndex
CREATE INDEX "customer_link_account_id_customer_id_idx" ON "customer_link"("account_id", "customer_id");

-- CreateIndex
CREATE INDEX "customer_link_expires_at_idx" ON "customer_link"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "customer_link_account_id_token_hash_key" ON "customer_link"("account_id", "token_hash");

-- CreateIndex
CREATE INDEX "customer_session_account_id_customer_id_idx" ON "customer_session"("account_id", "customer_id");

-- CreateIndex
CREATE INDEX "customer_session_expires_at_idx" ON "customer_session"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "customer_session_account_id_token_hash_key" ON "customer_session"("account_id", "token_hash");

-- AddForeignKey
ALTER TABLE "customer_page" ADD CONSTRAINT "customer_page_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "customer_page" ADD CONSTRAINT "customer_page_account_id_customer_id_fkey" FOREIGN KEY ("account_id", "customer_id") REFERENCES "customer"("account_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "customer_link" ADD CONSTRAINT "customer_link_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "customer_link" ADD CONSTRAINT "customer_link_account_id_customer_id_fkey" FOREIGN KEY ("account_id", "customer_id") REFERENCES "customer_page"("account_id", "customer_id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "customer_session" ADD CONSTRAINT "customer_session_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "customer_session" ADD CONSTRAINT "customer_session_account_id_customer_id_fkey" FOREIGN KEY ("account_id", "customer_id") REFERENCES "customer_page"("account_id", "customer_id") ON DELETE CASCADE ON UPDATE NO ACTION;
