-- The state of a list under a name: one's own, or the company's if it has no owner.
CREATE TABLE "saved_view" (
    "account_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "list" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "owner_id" INTEGER,
    "query" TEXT NOT NULL,
    "position" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "saved_view_pkey" PRIMARY KEY ("account_id","id")
);

CREATE INDEX "saved_view_account_id_owner_id_idx" ON "saved_view"("account_id", "owner_id");
ALTER TABLE "saved_view" ADD CONSTRAINT "saved_view_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "saved_view" ADD CONSTRAINT "saved_view_account_id_owner_id_fkey" FOREIGN KEY ("account_id", "owner_id") REFERENCES "app_user"("account_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- A name is given once to the views of a list that one person has, or that the company has.
CREATE UNIQUE INDEX "saved_view_name_key" ON "saved_view" ("account_id", "list", coalesce("owner_id", 0), lower(btrim("name")));
