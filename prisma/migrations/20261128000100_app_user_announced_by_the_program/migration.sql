DROP TRIGGER "app_user_notify_session" ON "app_user";
