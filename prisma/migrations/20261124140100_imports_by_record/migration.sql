-- The history of a machine or customer tells which imports wrote it.
CREATE INDEX "import_change_account_id_entity_entity_id_idx" ON "import_change"("account_id", "entity", "entity_id");
