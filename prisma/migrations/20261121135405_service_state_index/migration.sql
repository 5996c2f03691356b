-- CreateIndex
CREATE INDEX "service_account_id_state_user_id_idx" ON "service"("account_id", "state", "user_id");
