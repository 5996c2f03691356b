-- After the return with an archive, machines and customers have other ids than those that signed versions name.
ALTER TABLE "service_version" ADD COLUMN     "returned_as" JSONB;
