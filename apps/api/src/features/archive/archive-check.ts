/** Checks an archive as a whole: every hash, every row, every reference. Nothing is written but what was found. */

import { nameOf } from '@servicebook/i18n/names.ts';
import type { ArchiveContent, ArchivePerson } from '@servicebook/shared/archive';
import type { ApartDeps } from '../../deps.ts';
import { referencesOf } from '../../platform/table-fields.ts';
import { exportedTables } from '../export/account-tables.ts';
import { type Exported, keyOf, rowSchema } from '../export/export-columns.ts';
import { countedKinds, readStorageUse } from '../storage/storage-quota.ts';
import { Faulty } from './archive-faulty.ts';
import type { ArchiveReader } from './archive-reader.ts';
import { isNamed, returningTables } from './archive-tables.ts';

type Row = Record<string, unknown>;

/** Read first: others refer to them. */
const before = ['Account', 'User'];

const order = (): Exported[] => {
  const returning = returningTables.map(({ model }) => model as string);
  const others = exportedTables.filter(({ model }) => ![...before, ...returning].includes(model));
  return [...exportedTables.filter(({ model }) => before.includes(model)), ...returningTables, ...others];
};

/** Most names that the screen shows. */
const mostPeople = 500;

/**
 * @param tell is told how many bytes were read
 * @throws Faulty
 */
export async function checkArchive(
  deps: ApartDeps,
  of: { accountId: number },
  archive: ArchiveReader,
  tell: (bytes: number) => Promise<void>,
): Promise<ArchiveContent> {
  await archive.checkHashes(tell);
  requireKnownTables(archive);
  const { manifest } = archive;
  const here = await addressesHere(deps, of);
  const paths = new Map(manifest.files.map((file) => [file.id, file]));
  const content: ArchiveContent = {
    companyName: manifest.company.name,
    madeAt: manifest.madeAt,
    rows: {},
    ...{ files: 0, bytes: 0, lostFiles: 0, counted: 0, people: [] },
    room: 0,
  };
  const seen: Seen = { keys: new Map(), forward: [] };
  for (const table of order()) {
    const isBack = returningTables.some(({ model }) => model === table.model) || table.model === 'User';
    for await (const row of checkedRows(archive, table, seen)) {
      if (!isBack || !comesBack(table, row)) continue;
      content.rows[table.file] = (content.rows[table.file] ?? 0) + 1;
      if (table.model === 'User' && content.people.length < mostPeople)
        content.people.push(personOf(row, here));
      if (table.model !== 'StoredFile') continue;
      const file = paths.get(Number(row.id));
      if (!file || file.path === null) content.lostFiles++;
      else {
        content.files++;
        content.bytes += file.size;
      }
      if (countedKinds.some((kind) => kind === row.kind)) content.counted += Number(row.size);
    }
  }
  checkForward(seen);
  const { used, total } = await readStorageUse(deps, of);
  return { ...content, room: Math.max(0, total - used) };
}

/** Files of orders stay with the seller. An import that was not finished cannot go on, and one taken back left nothing. */
export function comesBack({ model }: Exported, { kind, state, startedAt }: Row): boolean {
  if (model === 'StoredFile') return kind !== 'INVOICE_PDF' && kind !== 'INVOICE_XML';
  if (model === 'Import')
    return startedAt !== null && ['DONE', 'CANCELLED', 'FAILED'].includes(String(state));
  return true;
}

/** A table that this version does not know would be lost without a word. */
function requireKnownTables({ manifest }: ArchiveReader): void {
  for (const { table, path } of manifest.tables)
    if (!exportedTables.some(({ file }) => file === table)) throw new Faulty('OTHER_VERSION', path);
}

async function addressesHere(deps: ApartDeps, of: { accountId: number }): Promise<Set<string>> {
  const users = await deps.db.of(of).user.findMany({ where: {}, select: { email: true } });
  return new Set(users.map(({ email }) => email));
}

function personOf(row: Row, here: Set<string>): ArchivePerson {
  const email = String(row.email);
  const name = nameOf({ firstName: String(row.firstName), lastName: String(row.lastName) });
  if (here.has(email)) return { name, email, as: 'HERE' };
  return isAddress(email) ? { name, email, as: 'INVITABLE' } : { name, email: '', as: 'NAME' };
}

/** Who was in an account that was closed has no address any more (decision 0014). */
export const isAddress = (email: string): boolean => email.includes('@');

/** What was read so far. */
interface Seen {
  keys: Map<string, Set<string>>;
  /** References that lead forward, with where they stand. */
  forward: { model: string; key: string; file: string; number: number }[];
}

async function* checkedRows(archive: ArchiveReader, table: Exported, seen: Seen): AsyncGenerator<Row> {
  const schema = rowSchema(table, true);
  const path = `data/${table.file}.json`;
  const own = new Set<string>();
  if (isNamed(table)) seen.keys.set(table.model, own);
  const references = returningTables.some(({ model }) => model === table.model)
    ? referencesOf(table.model).filter(({ to }) => to !== 'AccountPlan')
    : [];
  let columns: string | undefined;
  for await (const { row, number } of archive.rows(table.file)) {
    const checked = schema.safeParse(row);
    columns ??= Object.keys(row).join();
    // Rows are written by the columns of the first one.
    if (!checked.success || Object.keys(row).join() !== columns)
      throw new Faulty('BAD_ROW', path, number, checked.error);
    if (isNamed(table)) {
      const key = joined(row, keyOf(table));
      if (own.has(key)) throw new Faulty('BAD_ROW', path, number);
      own.add(key);
    }
    for (const { columns: from, to } of references) {
      // A reference with an empty part leads nowhere, as in the database.
      if (from.some((column) => row[column] === null || row[column] === undefined)) continue;
      const key = joined(row, from);
      const known = seen.keys.get(to);
      if (known === own || !known) seen.forward.push({ model: to, key, file: path, number });
      else if (!known.has(key)) throw new Faulty('BAD_REFERENCE', path, number);
    }
    yield row;
  }
}

const joined = (row: Row, columns: readonly string[]): string =>
  columns.map((column) => row[column]).join('/');

function checkForward({ keys, forward }: Seen): void {
  for (const { model, key, file, number } of forward)
    if (!keys.get(model)?.has(key)) throw new Faulty('BAD_REFERENCE', file, number);
}
