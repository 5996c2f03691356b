/** Writes the rows of an archive into an empty account: all of them in one transaction, or none. */
import { setTimeout as pause } from 'node:timers/promises';
import { undeliveredRefusals } from '@servicebook/shared/protocol-mail';
import type { ApartDeps } from '../../deps.ts';
import { modelTables } from '../../generated/model-fields.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import { fieldsOf } from '../../platform/table-fields.ts';
import { type AccountTransaction, lockAccount, rowKey } from '../../platform/tenancy.ts';
import { named } from '../deletion/bin-references.ts';
import { exportedTables } from '../export/account-tables.ts';
import { newDocumentToken } from '../seal/sealed-document.ts';
import { type SignedFor, signedFor } from '../service/signed-for.ts';
import { keepWithinQuota } from '../storage/storage-quota.ts';
import { comesBack, isAddress } from './archive-check.ts';
import { Faulty } from './archive-faulty.ts';
import { keyOfFile } from './archive-files.ts';
import { ArchiveKeys, translateQuery } from './archive-keys.ts';
import type { ArchiveReader } from './archive-reader.ts';
import { isNamed, modelsOfLog, type ReturningTable, returningTables } from './archive-tables.ts';

type Row = Record<string, unknown>;

export interface Writing {
  deps: ApartDeps;
  tx: AccountTransaction;
  accountId: number;
  /** Who brings it back. */
  userId: number;
  seed: string;
  archive: ArchiveReader;
  /** Is told how many rows were written. */
  tell: (rows: number) => Promise<void>;
}

const batchRows = 500;
/** A batch with long texts ends earlier. */
const batchCharacters = 4_000_000;

/**
 * Writes everything.
 * @returns keys of files that are no longer needed, such as the logo of the empty account
 * @throws Faulty NOT_EMPTY if the account has other records
 */
export async function writeArchive(writing: Writing): Promise<string[]> {
  const { tx, accountId, deps } = writing;
  await tx.$queryRaw`
    SELECT set_config('statement_timeout', '0', true), set_config('idle_in_transaction_session_timeout', '0', true)
     WHERE ${accountId}::int > 0`;
  await lockAccount(tx, { accountId });
  const keys = new ArchiveKeys();
  await writePeople(writing, keys);
  await writeSignatures(writing, keys);
  const written = new Map<string, number>();
  let counted = 0;
  for (const table of returningTables) {
    const changed = changesOf(writing, table, keys);
    for await (const batch of batchesOf(writing, table)) {
      const rows = batch.filter((row) => comesBack(table, row));
      if (isNamed(table) && 'id' in (rows[0] ?? {})) await giveKeys(writing, table, rows, keys);
      await insert(writing, table, rows.map(changed));
      written.set(table.model, (written.get(table.model) ?? 0) + rows.length);
      if (table.model === 'StoredFile') counted += rows.reduce((sum, { size }) => sum + Number(size), 0);
      await writing.tell(batch.length);
    }
  }
  for (const table of returningTables) if (table.late.length > 0) await setLate(writing, table, keys);
  await addSignedCounts(writing);
  await addAddresses(writing);
  const replaced = await takeOverCompany(writing, keys);
  if (counted > 0)
    await keepWithinQuota(tx, { accountId }, { kind: 'MACHINE_FILE', size: 0, now: deps.clock() });
  await requireNothingElse(writing, written);
  return replaced;
}

const tableOf = (model: string): string => modelTables[model as keyof typeof modelTables].table;

async function* batchesOf({ archive }: Writing, { file }: { file: string }): AsyncGenerator<Row[]> {
  let batch: Row[] = [];
  let characters = 0;
  for await (const { row } of archive.rows(file)) {
    batch.push(row);
    // Only these can be long.
    for (const value of Object.values(row))
      characters += typeof value === 'string' ? value.length : Array.isArray(value) ? value.length * 50 : 8;
    if (batch.length < batchRows && characters < batchCharacters) continue;
    yield batch;
    [batch, characters] = [[], 0];
    // A long table leaves others room on this server.
    await pause(0);
  }
  if (batch.length > 0) yield batch;
}

async function readOnly({ archive }: Writing, model: string): Promise<Row[]> {
  const file = exportedTables.find((table) => table.model === model)?.file ?? '';
  const rows: Row[] = [];
  for await (const { row } of archive.rows(file)) rows.push(row);
  return rows;
}

/** New keys in the order of the old ones. */
async function giveKeys(
  { tx, accountId }: Writing,
  { model }: { model: string },
  rows: readonly Row[],
  keys: ArchiveKeys,
): Promise<void> {
  const sequence = `"${tableOf(model)}"`;
  const ids = await tx.$queryRaw<{ id: number }[]>`
    SELECT nextval(pg_get_serial_sequence(${sequence}, 'id'))::int AS id
      FROM generate_series(1, ${rows.length}::int) WHERE ${accountId}::int > 0`;
  for (const [index, row] of rows.entries()) keys.set(model, Number(row.id), ids[index]?.id ?? 0);
}

/** What a row becomes. */
function changesOf({ seed }: Writing, table: ReturningTable, keys: ArchiveKeys): (row: Row) => Row {
  const { model, late } = table;
  const withOwnKey = (row: Row, changed: Row): Row => {
    if (!('id' in row)) return changed;
    // The database gives keys that nobody asks for.
    const { id, ...others } = changed;
    return isNamed(table) ? { id: keys.get(model, row.id), ...others } : others;
  };
  return (row) => {
    const changed = withOwnKey(row, keys.translate(model, row));
    for (const column of late) changed[column] = null;
    if (model === 'StoredFile') {
      changed.key = keyOfFile(seed, Number(row.id));
      changed.formerKey = row.formerKey ?? row.key;
    }
    if (model === 'ServiceVersion') changed.returnedAs = returnedAs(row as never, keys);
    // Nobody may be surprised by a mail of an account that is gone, nor when the operator sends refused ones again.
    if (
      model === 'ProtocolMail' &&
      (row.state === 'WAITING' || undeliveredRefusals.some((refusal) => refusal === row.refusal))
    )
      Object.assign(changed, { state: 'REFUSED', refusal: 'CLOSED' });
    if (model === 'Import') changed.undoUntil = null;
    if (model === 'SavedView') changed.query = translateQuery(String(row.query), keys);
    if (model === 'AuditLog') {
      changed.isFormer = true;
      changed.userId = keys.get('User', row.userId);
      changed.entityId = keys.get(modelsOfLog[String(row.entity)] ?? '', row.entityId);
    }
    return changed;
  };
}

/** Its snapshot never changes, and names machines and customer by their ids in the former account. */
function returnedAs(version: Parameters<typeof signedFor>[0], keys: ArchiveKeys): SignedFor {
  const { machines, customer } = signedFor({ ...version, returnedAs: version.returnedAs ?? null });
  return {
    machines: machines.map((id) => keys.get('Device', id)).filter((id) => id !== null),
    ...(customer !== undefined && { customer: keys.get('Customer', customer) }),
  };
}

const columnOf = (model: Prisma.ModelName, name: string): string =>
  fieldsOf(model).find((field) => field.name === name)?.column ?? name;

/** The database computes these itself. */
async function computedColumns({ tx, accountId }: Writing, model: string): Promise<Set<string>> {
  const rows = await tx.$queryRaw<{ name: string }[]>`
    SELECT attname::text AS name FROM pg_attribute
     WHERE attrelid = ${`public."${tableOf(model)}"`}::regclass AND attgenerated <> '' AND ${accountId}::int > 0`;
  return new Set(rows.map(({ name }) => name));
}

async function insert(
  writing: Writing,
  { model }: { model: Prisma.ModelName },
  rows: readonly Row[],
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const computed = await computedColumns(writing, model);
  const fields = Object.keys(first).filter((name) => !computed.has(columnOf(model, name)));
  const columns = fields.map((name) => named(columnOf(model, name)));
  const content = rows.map((row) =>
    Object.fromEntries(fields.map((name) => [columnOf(model, name), row[name]])),
  );
  const table = named(tableOf(model));
  await writing.tx.$executeRaw`
    INSERT INTO ${table} (account_id, ${Prisma.join(columns)})
    SELECT ${writing.accountId}::int, ${Prisma.join(columns.map((column) => Prisma.sql`p.${column}`))}
      FROM jsonb_populate_recordset(NULL::${table}, ${JSON.stringify(content)}::jsonb) AS p`;
}

/** References forward, and in circles. */
async function setLate(writing: Writing, table: ReturningTable, keys: ArchiveKeys): Promise<void> {
  const { tx, accountId } = writing;
  const { model, late } = table;
  for await (const batch of batchesOf(writing, table)) {
    for (const name of late) {
      const links = batch
        .filter((row) => row[name] !== null && row[name] !== undefined)
        .map((row) => ({ id: keys.get(model, row.id), to: keys.translate(model, row)[name] }));
      if (links.length === 0) continue;
      await tx.$executeRaw`
        UPDATE ${named(tableOf(model))} AS t SET ${named(columnOf(model, name))} = l."to"
          FROM jsonb_to_recordset(${JSON.stringify(links)}::jsonb) AS l (id int, "to" int)
         WHERE t.account_id = ${accountId} AND t.id = l.id`;
    }
  }
}

/**
 * Who has an address that is here is that person, with the data of the archive. Everybody else comes back without a
 * password and cannot sign in: an administrator activates and invites them. Their addresses are claimed by nobody
 * here, so it does not matter, and nobody learns, whether they have an account elsewhere.
 */
async function writePeople(writing: Writing, keys: ArchiveKeys): Promise<void> {
  const { tx, accountId, deps } = writing;
  const here = await tx.user.findMany({ where: {}, select: { id: true, email: true } });
  const ids = new Map(here.map(({ email, id }) => [email, id]));
  const { accountPlanId } = await tx.user.findUniqueOrThrow({ where: rowKey({ accountId }, writing.userId) });
  for await (const batch of batchesOf(writing, { file: fileOfPeople })) {
    const added = batch.filter(({ email }) => !ids.has(String(email)));
    await giveKeys(writing, { model: 'User' }, added, keys);
    const rows = added.map((row): Row => {
      const id = keys.get('User', row.id);
      const email = isAddress(String(row.email)) ? row.email : `deleted/${id}`;
      const activatedAt = row.activatedAt ?? deps.clock();
      return { ...row, id, email, active: false, activatedAt, accountPlanId, planExpired: null };
    });
    await tx.loginIdentity.createMany({
      data: rows.map(({ email }) => ({ accountId, email: String(email), invited: true })),
    });
    await insert(writing, { model: 'User' }, rows);
    for (const row of batch) {
      const id = ids.get(String(row.email));
      if (id === undefined) continue;
      keys.set('User', Number(row.id), id);
      const kept: Row = {};
      for (const column of ownData) if (column in row) kept[column] = row[column];
      await tx.user.update({ where: rowKey({ accountId }, id), data: kept });
    }
    await writing.tell(batch.length);
  }
}

/**
 * The signature that an employee keeps. Only who proves the address by signing in can use it, and a person here who was
 * deactivated, or keeps one already, gets none.
 */
async function writeSignatures(writing: Writing, keys: ArchiveKeys): Promise<void> {
  const { tx, accountId } = writing;
  const kept = (await readOnly(writing, 'OwnSignature')).map((row) => keys.translate('OwnSignature', row));
  await tx.$executeRaw`
    INSERT INTO own_signature (account_id, user_id, svg_path, updated_at)
    SELECT u.account_id, u.id, s."svgPath", s."updatedAt"
      FROM jsonb_to_recordset(${JSON.stringify(kept)}::jsonb)
           AS s ("userId" int, "svgPath" text, "updatedAt" timestamptz)
      JOIN app_user u ON u.account_id = ${accountId} AND u.id = s."userId"
      JOIN login_identity i ON i.account_id = u.account_id AND i.email = u.email
     WHERE u.email LIKE '%@%' AND (u.active OR i.claimed_at IS NULL)
    ON CONFLICT (account_id, user_id) DO NOTHING`;
}

const fileOfPeople = 'employees';
/** What a person who is here already gets from the archive. Rights, plan and password stay. */
const ownData = [
  'position',
  'firstName',
  'lastName',
  'country',
  'vacationDays',
  'timezone',
  'language',
  'weeklyDigest',
  'dailyTodos',
  'notifyInApp',
  'notifyByMail',
] as const;

/**
 * The documents carry addresses of the former account, which may be gone. Here each gets another one, and is found by its
 * file: as it was drawn, and as it came back.
 */
async function addAddresses({ tx, accountId }: Writing): Promise<void> {
  const versions = await tx.serviceVersion.findMany({ where: {}, select: { id: true } });
  const documents = versions.map(({ id }) => ({ version: id, token: newDocumentToken() }));
  await tx.$executeRaw`
    WITH document AS (
      INSERT INTO sealed_document (account_id, kind, token, service_version_id)
      SELECT ${accountId}::int, 'PROTOCOL', d.token, d.version
        FROM jsonb_to_recordset(${JSON.stringify(documents)}::jsonb) AS d (version int, token text)
      RETURNING id, service_version_id)
    INSERT INTO document_hash (sha256, account_id, document_id)
    SELECT DISTINCT ON (h.sha256) h.sha256, v.account_id, d.id
      FROM document d
      JOIN service_version v ON v.account_id = ${accountId} AND v.id = d.service_version_id
      JOIN stored_file f ON f.account_id = v.account_id AND f.id = v.pdf_file_id
      CROSS JOIN LATERAL (VALUES (v.pdf_sha256), (f.sha256)) AS h (sha256)
     WHERE h.sha256 IS NOT NULL`;
}

/** Who comes back within a month does not sign for free again. */
async function addSignedCounts(writing: Writing): Promise<void> {
  const { tx, accountId } = writing;
  const counts = await readOnly(writing, 'SignedCounter');
  await tx.$executeRaw`
    INSERT INTO signed_counter (account_id, year, month, signed)
    SELECT ${accountId}::int, year, month, signed
      FROM jsonb_to_recordset(${JSON.stringify(counts)}::jsonb) AS c (year int, month int, signed int)
    ON CONFLICT (account_id, year, month) DO UPDATE SET signed = signed_counter.signed + excluded.signed`;
}

/** What invoices need. The archive fills it, but never empties it. */
const companyTexts = ['companyName', 'street', 'postalCode', 'city', 'country', 'nip', 'phone'] as const;

/** Last, because the account's row is locked from here on. A changed timezone dates the last services again. */
async function takeOverCompany(writing: Writing, keys: ArchiveKeys): Promise<string[]> {
  const { tx, accountId } = writing;
  const [row] = await readOnly(writing, 'Account');
  if (!row) return [];
  const before = await tx.account.findUniqueOrThrow({
    where: { id: accountId },
    include: { logoFile: { select: { id: true, key: true } } },
  });
  const texts = Object.fromEntries(companyTexts.map((name) => [name, String(row[name] || before[name])]));
  await tx.account.update({
    where: { id: accountId },
    data: {
      ...texts,
      language: String(row.language),
      timezone: String(row.timezone),
      // Missing in archives from before protocols were mailed.
      email: String(row.email || before.email),
      mailsProtocols: row.mailsProtocols === true || before.mailsProtocols,
      protocolMailTexts: { ...Object(row.protocolMailTexts), ...Object(before.protocolMailTexts) },
      firstStepsHidden: row.firstStepsHidden === true,
      logoFileId: keys.get('StoredFile', row.logoFileId) ?? before.logoFileId,
    },
  });
  const isReplaced = keys.get('StoredFile', row.logoFileId) !== null;
  if (!isReplaced || !before.logoFile) return [];
  await tx.storedFile.delete({ where: rowKey({ accountId }, before.logoFile.id) });
  return [before.logoFile.key];
}

/**
 * Nobody has added records meanwhile. The lock waits for those who are adding some, and holds off others until the
 * commit.
 */
async function requireNothingElse({ tx, accountId }: Writing, written: Map<string, number>): Promise<void> {
  await tx.$queryRaw`SELECT FROM account WHERE id = ${accountId} FOR UPDATE`;
  const [obstacle] = await countRecords(tx, accountId, written);
  if (obstacle) throw new Faulty('NOT_EMPTY', obstacle.file);
}

/**
 * Tables with more rows than are known, except for those that an account without records has too.
 * @param known rows by table; by default none
 */
export async function countRecords(
  db: Pick<AccountTransaction, '$queryRaw'>,
  accountId: number,
  known: Map<string, number> = new Map(),
): Promise<{ file: string; rows: number }[]> {
  const found: { file: string; rows: number }[] = [];
  for (const { model, file, mayExist } of returningTables) {
    if (mayExist) continue;
    const [row] = await db.$queryRaw<{ rows: number }[]>`
      SELECT count(*)::int AS rows FROM ${named(tableOf(model))} WHERE account_id = ${accountId}`;
    const rows = (row?.rows ?? 0) - (known.get(model) ?? 0);
    if (rows > 0) found.push({ file, rows });
  }
  return found;
}
