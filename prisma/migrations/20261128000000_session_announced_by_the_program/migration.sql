-- The program announces whose sessions have changed (platform/session-changes.ts). A database spread over servers runs
-- triggers where nobody listens. One table in each migration: two exclusive locks at once could wait for each other's
-- readers on a server that still works.
DROP TRIGGER "session_notify_change" ON "session";
DROP TRIGGER "session_notify_end" ON "session";
