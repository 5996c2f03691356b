-- Versions from before documents were sealed get an address too; a job seals their documents. 26 digits of base 32, of
-- which the first has 3 bits: 128 random bits. The bytes of a UUID that say its kind are left out (numbers 6 and 8).
ALTER TABLE "sealed_document" DISABLE TRIGGER revise_account;
INSERT INTO "sealed_document" ("account_id", "kind", "token", "service_version_id", "created_at")
SELECT v.account_id, 'PROTOCOL', t.token, v.id, v.created_at
  FROM "service_version" AS v
  CROSS JOIN LATERAL (
      SELECT string_agg(
                 substr('0123456789abcdefghjkmnpqrstvwxyz',
                        (get_byte(r.bytes, place) & CASE WHEN n = 1 THEN 7 ELSE 31 END) + 1, 1),
                 '' ORDER BY n) AS token
        FROM (SELECT uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) AS bytes WHERE v.id > 0 OFFSET 0) AS r,
             unnest('{0,1,2,3,4,5,7,9,10,11,12,13,14,15,16,17,18,19,20,21,23,25,26,27,28,29}'::int[])
                 WITH ORDINALITY AS p (place, n)
  ) AS t
 WHERE NOT EXISTS (SELECT FROM "sealed_document" AS d
                    WHERE d.account_id = v.account_id AND d.service_version_id = v.id);
ALTER TABLE "sealed_document" ENABLE TRIGGER revise_account;

-- What the job looks for: few rows, once the former documents are sealed.
CREATE INDEX "sealed_document_unsealed_idx" ON "sealed_document" ("account_id", "id") WHERE "sealed_at" IS NULL;
