-- CreateEnum
CREATE TYPE "sealed_kind" AS ENUM ('PROTOCOL', 'SERVICE_BOOK', 'WARRANTY_DOSSIER');

-- CreateTable
CREATE TABLE "sealed_document" (
    "account_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "kind" "sealed_kind" NOT NULL,
    "token" TEXT NOT NULL,
    "service_version_id" INTEGER,
    "facts" JSONB NOT NULL DEFAULT '{}',
    "drawn_sha256" TEXT,
    "drawn_size" INTEGER,
    "sealed_sha256" TEXT,
    "sealed_size" INTEGER,
    "sealed_at" TIMESTAMPTZ(3),
    "certificate_sha256" TEXT,
    "stamped_sha256" TEXT,
    "stamped_size" INTEGER,
    "stamped_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sealed_document_pkey" PRIMARY KEY ("account_id","id")
);

-- CreateTable
CREATE TABLE "document_hash" (
    "sha256" TEXT NOT NULL,
    "account_id" INTEGER NOT NULL,
    "document_id" INTEGER NOT NULL,

    CONSTRAINT "document_hash_pkey" PRIMARY KEY ("sha256","account_id")
);

-- CreateTable
CREATE TABLE "seal_certificate" (
    "sha256" TEXT NOT NULL,
    "der" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "seal_certificate_pkey" PRIMARY KEY ("sha256")
);

-- CreateIndex
CREATE UNIQUE INDEX "sealed_document_account_id_token_key" ON "sealed_document"("account_id", "token");

-- CreateIndex
CREATE UNIQUE INDEX "sealed_document_account_id_service_version_id_key" ON "sealed_document"("account_id", "service_version_id");

-- CreateIndex
CREATE INDEX "document_hash_account_id_idx" ON "document_hash"("account_id");

-- AddForeignKey
ALTER TABLE "sealed_document" ADD CONSTRAINT "sealed_document_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "sealed_document" ADD CONSTRAINT "sealed_document_account_id_service_version_id_fkey" FOREIGN KEY ("account_id", "service_version_id") REFERENCES "service_version"("account_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "sealed_document" ADD CONSTRAINT "sealed_document_certificate_sha256_fkey" FOREIGN KEY ("certificate_sha256") REFERENCES "seal_certificate"("sha256") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- What must hold whatever the program does.
ALTER TABLE "sealed_document"
    ADD CONSTRAINT "sealed_document_token_check" CHECK ("token" ~ '^[0-9a-hjkmnp-tv-z]{26}$');
ALTER TABLE "sealed_document"
    ADD CONSTRAINT "sealed_document_kind_check" CHECK (("kind" = 'PROTOCOL') = ("service_version_id" IS NOT NULL));
ALTER TABLE "sealed_document"
    ADD CONSTRAINT "sealed_document_drawn_check" CHECK (("drawn_sha256" IS NULL) = ("drawn_size" IS NULL));
ALTER TABLE "sealed_document"
    ADD CONSTRAINT "sealed_document_sealed_check"
    CHECK (num_nonnulls("drawn_sha256", "sealed_sha256", "sealed_size", "sealed_at") IN (0, 1, 4));
ALTER TABLE "sealed_document"
    ADD CONSTRAINT "sealed_document_stamped_check"
    CHECK (num_nonnulls("stamped_sha256", "stamped_size", "stamped_at") IN (0, 3));

CREATE CONSTRAINT TRIGGER revise_account AFTER INSERT OR UPDATE OR DELETE ON "sealed_document"
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION revise_account();

-- The file of a version may be replaced by its next state, which begins with the same bytes. Their hash never changes.
DROP TRIGGER service_version_refuse_change ON "service_version";
CREATE TRIGGER service_version_refuse_change BEFORE UPDATE ON "service_version"
    FOR EACH ROW WHEN (
        (OLD.service_id, OLD.version, OLD.snapshot, OLD.snapshot_sha256, OLD.created_at, OLD.user_created_id)
            IS DISTINCT FROM
            (NEW.service_id, NEW.version, NEW.snapshot, NEW.snapshot_sha256, NEW.created_at, NEW.user_created_id)
        OR (OLD.pdf_sha256 IS NOT NULL
            AND (NEW.pdf_file_id IS NULL OR OLD.pdf_sha256 IS DISTINCT FROM NEW.pdf_sha256))
    )
    EXECUTE FUNCTION service_version_refuse_change();
