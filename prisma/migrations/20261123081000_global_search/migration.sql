-- The search of the whole app also finds contacts, visits, to-dos and events by their own words, which the database
-- computes.
ALTER TABLE "customer_contact" ADD COLUMN "search" TEXT NOT NULL
    GENERATED ALWAYS AS (search_column(role || ' ' || email || ' ' || note, ARRAY[name, phone])) STORED;
ALTER TABLE "visit" ADD COLUMN "search" TEXT NOT NULL GENERATED ALWAYS AS (search_column("text", '{}')) STORED;
ALTER TABLE "todo" ADD COLUMN "search" TEXT NOT NULL GENERATED ALWAYS AS (search_column("description", '{}')) STORED;
ALTER TABLE "incident" ADD COLUMN "search" TEXT NOT NULL GENERATED ALWAYS AS (search_column("text", '{}')) STORED;

CREATE INDEX "customer_contact_account_id_search_idx" ON "customer_contact" USING GIN ("account_id" int4_ops, "search" gin_trgm_ops);
CREATE INDEX "visit_account_id_search_idx" ON "visit" USING GIN ("account_id" int4_ops, "search" gin_trgm_ops);
CREATE INDEX "todo_account_id_search_idx" ON "todo" USING GIN ("account_id" int4_ops, "search" gin_trgm_ops);
CREATE INDEX "incident_account_id_search_idx" ON "incident" USING GIN ("account_id" int4_ops, "search" gin_trgm_ops);

-- A machine whose name is exactly what was typed comes first, however many others have the word.
CREATE INDEX "device_account_id_name_key_idx" ON "device" ("account_id", serial_key("name"));
