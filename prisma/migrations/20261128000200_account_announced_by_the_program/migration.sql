DROP TRIGGER "account_notify_session" ON "account";
DROP FUNCTION notify_session_changed();
