-- Links by which customers sign protocols at a distance.
-- AlterTable
ALTER TABLE "account" ADD COLUMN     "sign_request_days" INTEGER NOT NULL DEFAULT 14;

-- CreateTable
CREATE TABLE "sign_request" (
    "account_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "service_id" INTEGER NOT NULL,
    "revision" INTEGER NOT NULL,
    "content_sha256" TEXT NOT NULL,
    "token_hash" TEXT,
    "sent_to" TEXT,
    "language" TEXT NOT NULL,
    "own_signature" TEXT,
    "user_created_id" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),
    "limit_reached_at" TIMESTAMPTZ(3),
    "service_version_id" INTEGER,
    "first_shown_at" TIMESTAMPTZ(3),
    "last_shown_at" TIMESTAMPTZ(3),
    "shown_ip" TEXT NOT NULL DEFAULT '',
    "shown_user_agent" TEXT NOT NULL DEFAULT '',
    "signed_ip" TEXT NOT NULL DEFAULT '',
    "signed_user_agent" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "sign_request_pkey" PRIMARY KEY ("account_id","id")
);

-- CreateIndex
CREATE INDEX "sign_request_account_id_service_id_id_idx" ON "sign_request"("account_id", "service_id", "id");

-- CreateIndex
CREATE INDEX "sign_request_account_id_user_created_id_idx" ON "sign_request"("account_id", "user_created_id");

-- CreateIndex
CREATE UNIQUE INDEX "sign_request_account_id_token_hash_key" ON "sign_request"("account_id", "token_hash");

-- CreateIndex
CREATE UNIQUE INDEX "sign_request_account_id_service_version_id_key" ON "sign_request"("account_id", "service_version_id");

-- AddForeignKey
ALTER TABLE "sign_request" ADD CONSTRAINT "sign_request_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "sign_request" ADD CONSTRAINT "sign_request_account_id_service_id_fkey" FOREIGN KEY ("account_id", "service_id") REFERENCES "service"("account_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "sign_request" ADD CONSTRAINT "sign_request_account_id_service_version_id_fkey" FOREIGN KEY ("account_id", "service_version_id") REFERENCES "service_version"("account_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "sign_request" ADD CONSTRAINT "sign_request_account_id_user_created_id_fkey" FOREIGN KEY ("account_id", "user_created_id") REFERENCES "app_user"("account_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- At most one link of a protocol waits for its signature.
CREATE UNIQUE INDEX "sign_request_open" ON "sign_request"("account_id", "service_id")
    WHERE "revoked_at" IS NULL AND "service_version_id" IS NULL;
ALTER TABLE "account" ADD CONSTRAINT "account_sign_request_days_check" CHECK ("sign_request_days" BETWEEN 1 AND 60);
