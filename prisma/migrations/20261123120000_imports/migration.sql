-- Spreadsheets that are imported: their rows, what became of them, and what it changed. No list shows them, so they do
-- not revise the account.
CREATE TYPE "import_state" AS ENUM ('MAPPING', 'CHECKING', 'CHECKED', 'RUNNING', 'DONE', 'CANCELLED', 'FAILED', 'UNDOING', 'UNDONE');

CREATE TYPE "import_plan" AS ENUM ('CREATE', 'UPDATE', 'SAME', 'ERROR', 'SKIP');

CREATE TYPE "import_undo" AS ENUM ('REVERSED', 'KEPT', 'FAILED');

CREATE TABLE "import" (
    "account_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "state" "import_state" NOT NULL DEFAULT 'MAPPING',
    "filename" TEXT NOT NULL,
    "size" INTEGER NOT NULL,
    "sha256" TEXT NOT NULL,
    "sheets" JSONB NOT NULL DEFAULT '[]',
    "options" JSONB NOT NULL DEFAULT '{}',
    "counts" JSONB NOT NULL DEFAULT '{}',
    "done" INTEGER NOT NULL DEFAULT 0,
    "total" INTEGER NOT NULL DEFAULT 0,
    "error_code" TEXT,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "started_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),
    "undo_until" TIMESTAMPTZ(3),

    CONSTRAINT "import_pkey" PRIMARY KEY ("account_id","id")
);

CREATE TABLE "import_row" (
    "account_id" INTEGER NOT NULL,
    "import_id" INTEGER NOT NULL,
    "position" INTEGER NOT NULL,
    "sheet" INTEGER NOT NULL,
    "row" INTEGER NOT NULL,
    "cells" JSONB NOT NULL,
    "is_skipped" BOOLEAN NOT NULL DEFAULT false,
    "plan" "import_plan",
    "problems" JSONB NOT NULL DEFAULT '[]',
    "records" JSONB NOT NULL DEFAULT '[]',
    "keys" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "is_done" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "import_row_pkey" PRIMARY KEY ("account_id","import_id","position")
);

CREATE TABLE "import_change" (
    "account_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "import_id" INTEGER NOT NULL,
    "position" INTEGER NOT NULL,
    "entity" TEXT NOT NULL,
    "entity_id" INTEGER NOT NULL,
    "what" TEXT NOT NULL DEFAULT '',
    "before" JSONB,
    "after" JSONB NOT NULL,
    "undo" "import_undo",
    "reason" TEXT,
    "who" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "import_change_pkey" PRIMARY KEY ("account_id","id")
);

CREATE TABLE "import_mapping" (
    "account_id" INTEGER NOT NULL,
    "headers" TEXT NOT NULL,
    "fields" JSONB NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "import_mapping_pkey" PRIMARY KEY ("account_id","headers")
);

CREATE INDEX "import_account_id_user_id_idx" ON "import"("account_id", "user_id");

CREATE INDEX "import_row_account_id_import_id_plan_position_idx" ON "import_row"("account_id", "import_id", "plan", "position");

CREATE INDEX "import_change_account_id_import_id_id_idx" ON "import_change"("account_id", "import_id", "id");

ALTER TABLE "import" ADD CONSTRAINT "import_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

ALTER TABLE "import" ADD CONSTRAINT "import_account_id_user_id_fkey" FOREIGN KEY ("account_id", "user_id") REFERENCES "app_user"("account_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

ALTER TABLE "import_row" ADD CONSTRAINT "import_row_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

ALTER TABLE "import_row" ADD CONSTRAINT "import_row_account_id_import_id_fkey" FOREIGN KEY ("account_id", "import_id") REFERENCES "import"("account_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

ALTER TABLE "import_change" ADD CONSTRAINT "import_change_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

ALTER TABLE "import_change" ADD CONSTRAINT "import_change_account_id_import_id_fkey" FOREIGN KEY ("account_id", "import_id") REFERENCES "import"("account_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

ALTER TABLE "import_mapping" ADD CONSTRAINT "import_mapping_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- One import of an account writes at a time.
CREATE UNIQUE INDEX "import_writing_key" ON "import" ("account_id") WHERE "state" IN ('RUNNING', 'UNDOING');
