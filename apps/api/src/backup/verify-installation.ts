/** Compares what an installation has stored with what it says of it. */
import { withSession } from '@servicebook/prisma/with-session';
import type pg from 'pg';
import { hashOfStream } from '../platform/file-hash.ts';
import { type FileStore, untilOpen } from '../platform/file-store.ts';
import { changeOf, collectStoredKeys, stillNamed, storedKeys } from './stored-keys.ts';
import type { Installation } from './write-backup.ts';

export interface Verified {
  files: number;
  versions: number;
  sequences: number;
  /** What is wrong, a sentence each. */
  problems: string[];
}

/** Younger files without a row may be uploads in progress. Milliseconds. */
const orphanAge = 24 * 3_600_000;

/** Reads everything; changes nothing. It takes as long as reading all files does. */
export async function verifyInstallation(of: Installation, now: Date): Promise<Verified> {
  return withSession(of.databaseUrl, async (client) => {
    const problems: string[] = [];
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const versions = await checkVersions(client, problems);
    const sequences = await checkSequences(client, problems);
    await collectStoredKeys(client);
    await client.query('COMMIT');
    const files = await checkFiles(client, of.files, now, problems);
    return { files, versions, sequences, problems };
  });
}

async function checkFiles(
  client: pg.Client,
  files: FileStore,
  now: Date,
  problems: string[],
): Promise<number> {
  const known = new Set<string>();
  const missing: string[] = [];
  for await (const file of storedKeys(client)) {
    const { key } = file;
    known.add(key);
    const content = await untilOpen(files.stream(key));
    const stored = content && (await hashOfStream(content));
    const change = stored === null ? null : changeOf(file, stored);
    if (stored === null) missing.push(key);
    else if (change !== null) problems.push(change);
  }
  for (const key of await stillNamed(client, missing)) problems.push(`The file ${key} is missing.`);
  for await (const key of files.keysBefore(new Date(now.getTime() - orphanAge)))
    if (!known.has(key)) problems.push(`The file ${key} belongs to nothing. The nightly sweep removes it.`);
  return known.size;
}

/** What was signed stands as it was signed. */
async function checkVersions(client: pg.Client, problems: string[]): Promise<number> {
  const { rows } = await client.query<{ service: number; account: number; version: number }>(`
    SELECT account_id AS account, service_id AS service, version FROM service_version
     WHERE encode(sha256(convert_to(snapshot, 'UTF8')), 'hex') <> snapshot_sha256`);
  for (const { account, service, version } of rows)
    problems.push(`Version ${version} of protocol ${service} of account ${account} is not what was signed.`);
  const { rows: documents } = await client.query<{ service: number; account: number; version: number }>(`
    SELECT v.account_id AS account, v.service_id AS service, v.version
      FROM service_version v JOIN stored_file f ON f.account_id = v.account_id AND f.id = v.pdf_file_id
      LEFT JOIN sealed_document d ON d.account_id = v.account_id AND d.service_version_id = v.id
     WHERE f.sha256 NOT IN (v.pdf_sha256, coalesce(d.sealed_sha256, ''), coalesce(d.stamped_sha256, ''))`);
  for (const { account, service, version } of documents)
    problems.push(
      `The document of version ${version} of protocol ${service} of account ${account} is another one.`,
    );
  const { rows: counted } = await client.query<{ count: string }>('SELECT count(*) FROM service_version');
  return Number(counted[0]?.count);
}

/** A sequence that is behind its table gives numbers that are taken. */
async function checkSequences(client: pg.Client, problems: string[]): Promise<number> {
  const { rows } = await client.query<{
    table: string;
    column: string;
    sequence: string;
    last: string | null;
  }>(`
    SELECT c.oid::regclass::text AS table, a.attname::text AS column, s.oid::regclass::text AS sequence,
           p.last_value::text AS last
      FROM pg_class s JOIN pg_depend d ON d.objid = s.oid AND d.deptype IN ('a', 'i')
      JOIN pg_class c ON c.oid = d.refobjid JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = d.refobjsubid
      JOIN pg_sequences p ON p.schemaname = current_schema() AND p.sequencename = s.relname
     WHERE s.relkind = 'S' AND s.relnamespace = current_schema()::regnamespace`);
  for (const { table, column, sequence, last } of rows) {
    const { rows: highest } = await client.query<{ highest: string | null }>(
      `SELECT max(${column})::text AS highest FROM ${table}`,
    );
    const top = highest[0]?.highest ?? null;
    if (top !== null && BigInt(top) > BigInt(last ?? 0))
      problems.push(`The sequence ${sequence} is at ${last ?? 'its start'}, but ${table} has ${top}.`);
  }
  return rows.length;
}
