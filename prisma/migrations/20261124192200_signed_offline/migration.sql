-- A signature without a network freezes what was read; the version says what was changed meanwhile.
ALTER TABLE "service_version" ADD COLUMN "differences" JSONB;

-- Pictures are drawn again when they arrive. A signature without a network names them by what the device sent.
ALTER TABLE "stored_file" ADD COLUMN "sent_sha256" TEXT;
