import { Prisma } from '../../generated/prisma/client.ts';

/**
 * All rows that name a file of the file store. Backups hold these files, and the sweep of orphans keeps them. One
 * statement, because a file that is restored from the bin goes from one table to another.
 * @param keys only these; all, if left out
 * @returns a query for `key`, `sha256` of the bytes (null if the row does not say), and `is_there` (false for the file of an
 *   export that is being made)
 */
export function namedFiles(keys?: readonly string[]): Prisma.Sql {
  const which = keys ? Prisma.sql`= ANY(${keys}::text[])` : Prisma.sql`IS NOT NULL`;
  return Prisma.sql`
    SELECT key, sha256, true AS is_there FROM stored_file WHERE key ${which}
    UNION ALL SELECT file_key, NULL, true FROM bin_row WHERE file_key ${which}
    UNION ALL SELECT file_key, NULL, status = 'DONE' FROM export WHERE file_key ${which}
    UNION ALL SELECT key, NULL, true FROM archive_part WHERE key ${which}
    UNION ALL SELECT pdf_key, pdf_sha256, true FROM invoice WHERE pdf_key ${which}
    UNION ALL SELECT xml_key, NULL, true FROM invoice WHERE xml_key ${which}`;
}
