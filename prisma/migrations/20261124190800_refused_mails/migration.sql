-- Few mails are refused; the home page counts their protocols, and a filter of the services finds them.
CREATE INDEX "protocol_mail_refused" ON "protocol_mail" ("account_id", "service_version_id") WHERE "state" = 'REFUSED';
