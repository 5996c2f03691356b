-- These tables came after the trigger and were left out, because no list was asked for by its revision. Phones are: one that
-- asked whether anything is new never heard of a visit that the office had planned.
CREATE CONSTRAINT TRIGGER revise_account AFTER INSERT OR UPDATE OR DELETE ON "visit"
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION revise_account();
CREATE CONSTRAINT TRIGGER revise_account AFTER INSERT OR UPDATE OR DELETE ON "visit_device"
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION revise_account();
CREATE CONSTRAINT TRIGGER revise_account AFTER INSERT OR UPDATE OR DELETE ON "visit_technician"
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION revise_account();
CREATE CONSTRAINT TRIGGER revise_account AFTER INSERT OR UPDATE OR DELETE ON "visit_note"
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION revise_account();
CREATE CONSTRAINT TRIGGER revise_account AFTER INSERT OR UPDATE OR DELETE ON "past_service"
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION revise_account();
CREATE CONSTRAINT TRIGGER revise_account AFTER INSERT OR UPDATE OR DELETE ON "customer_contact"
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION revise_account();
CREATE CONSTRAINT TRIGGER revise_account AFTER INSERT OR UPDATE OR DELETE ON "own_signature"
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION revise_account();
CREATE CONSTRAINT TRIGGER revise_account AFTER INSERT OR UPDATE OR DELETE ON "sign_request"
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION revise_account();
CREATE CONSTRAINT TRIGGER revise_account AFTER INSERT OR UPDATE OR DELETE ON "protocol_mail"
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION revise_account();

-- Phones ask again for what they have missed: a trigger gives each row a new revision.
UPDATE "account" SET "company_name" = "company_name";
