-- The program announces whose sessions have changed (platform/session-changes.ts). A database spread over servers runs
-- triggers where nobody listens.
DROP TRIGGER "account_notify_session" ON "account";
DROP TRIGGER "app_user_notify_session" ON "app_user";
DROP TRIGGER "session_notify_change" ON "session";
DROP TRIGGER "session_notify_end" ON "session";
DROP FUNCTION notify_session_changed();
