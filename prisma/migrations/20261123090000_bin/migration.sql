-- CreateTable
CREATE TABLE "bin_entry" (
    "account_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "kind" TEXT NOT NULL,
    "record_id" INTEGER NOT NULL,
    "title" TEXT NOT NULL,
    "parent" TEXT NOT NULL DEFAULT '',
    "files" INTEGER NOT NULL DEFAULT 0,
    "user_id" INTEGER NOT NULL,
    "who" TEXT NOT NULL,
    "deleted_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "bin_entry_pkey" PRIMARY KEY ("account_id","id")
);

-- CreateTable
CREATE TABLE "bin_row" (
    "account_id" INTEGER NOT NULL,
    "entry_id" INTEGER NOT NULL,
    "position" INTEGER NOT NULL,
    "table_name" TEXT NOT NULL,
    "content" JSONB NOT NULL,
    "is_link" BOOLEAN NOT NULL DEFAULT false,
    "file_key" TEXT,

    CONSTRAINT "bin_row_pkey" PRIMARY KEY ("account_id","entry_id","position")
);

-- CreateTable
CREATE TABLE "bin_user" (
    "account_id" INTEGER NOT NULL,
    "entry_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,

    CONSTRAINT "bin_user_pkey" PRIMARY KEY ("account_id","entry_id","user_id")
);

-- CreateIndex
CREATE INDEX "bin_entry_account_id_deleted_at_idx" ON "bin_entry"("account_id", "deleted_at");

-- CreateIndex
CREATE UNIQUE INDEX "bin_entry_account_id_kind_record_id_key" ON "bin_entry"("account_id", "kind", "record_id");

-- CreateIndex
CREATE INDEX "bin_row_account_id_file_key_idx" ON "bin_row"("account_id", "file_key");

-- CreateIndex
CREATE INDEX "bin_user_account_id_user_id_idx" ON "bin_user"("account_id", "user_id");

-- AddForeignKey
ALTER TABLE "bin_entry" ADD CONSTRAINT "bin_entry_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "bin_row" ADD CONSTRAINT "bin_row_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "bin_row" ADD CONSTRAINT "bin_row_account_id_entry_id_fkey" FOREIGN KEY ("account_id", "entry_id") REFERENCES "bin_entry"("account_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "bin_user" ADD CONSTRAINT "bin_user_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "bin_user" ADD CONSTRAINT "bin_user_account_id_entry_id_fkey" FOREIGN KEY ("account_id", "entry_id") REFERENCES "bin_entry"("account_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "bin_user" ADD CONSTRAINT "bin_user_account_id_user_id_fkey" FOREIGN KEY ("account_id", "user_id") REFERENCES "app_user"("account_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;
