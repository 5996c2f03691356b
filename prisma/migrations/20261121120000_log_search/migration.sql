-- The log grows without end: its text search has an index. Searches must use this very expression.
CREATE INDEX "audit_log_account_id_search_idx" ON "audit_log"
    USING gin ("account_id" int4_ops, search_text("who" || E'\n' || "what") gin_trgm_ops);
