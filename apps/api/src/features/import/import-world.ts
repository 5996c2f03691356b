/** Reads what is stored about the customers, machines and other records that rows name. */

import { nameOf } from '@servicebook/i18n/names.ts';
import type { ImportEntity } from '@servicebook/shared/import';
import type { ApartDeps } from '../../deps.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import { entityTables, isSame, readFields, selectionOf, type Values } from './import-entities.ts';
import { machineKey, machineNameKey, nameKey, recordKeys } from './import-keys.ts';
import { customerOf, machineNamed, type PlanContext, type SourceRow } from './import-plan.ts';
import type { Draft, PlanState } from './import-state.ts';
import { inTurns } from './import-turns.ts';

export interface World {
  accountId: number;
  state: PlanState;
  context: PlanContext;
  /** Records that this import has written before: `machine:17`. */
  written: ReadonlySet<string>;
  /** Customers and categories that were changed since are read again. */
  readAt: Date | null;
  /** Runs a statement: a run's reads are part of its transaction. */
  read<Row>(statement: Prisma.Sql): Promise<Row[]>;
  /** A run locks what it may change. */
  isLocking: boolean;
}

type Stored = Values & { id: number };

/** Other servers' clocks, and transactions that began before and ended since. */
const overlap = 60_000;
const readEvery = 5_000;

/**
 * Reads the customers and categories that are new or changed; the first time all of them. A run asks with every batch
 * and needs no answer every time: what a batch changes is locked and read again, and a name that somebody has given
 * since is refused by the database, which makes it read all of them.
 */
export async function readCustomersAndCategories(world: World, now: Date): Promise<void> {
  if (world.readAt && now.getTime() - world.readAt.getTime() < readEvery) return;
  const since = world.readAt && new Date(world.readAt.getTime() - overlap);
  const changed = since ? Prisma.sql`t.updated_at >= ${since}` : Prisma.sql`TRUE`;
  for (const entity of ['customer', 'category'] as const) {
    const rows = await world.read<Stored>(Prisma.sql`
      SELECT ${selectionOf(entity)} FROM ${Prisma.raw(entity)} t
       WHERE t.account_id = ${world.accountId} AND ${changed} ORDER BY t.id`);
    for (const row of rows) know(world, entity, row);
  }
  world.readAt = now;
}

/** Reads everything that a batch of rows may mean. Machines are locked before customers, as when one is saved. */
export async function readNamed(world: World, rows: readonly SourceRow[]): Promise<void> {
  const { state, context } = world;
  const customers = new Map<number, Draft>();
  const [own, serials, names] = [new Set<string>(), new Set<string>(), new Map<string, [number, string]>()];
  const known = new Set<Draft>();
  for await (const row of inTurns(rows)) {
    const customer = customerOf(state, row, context);
    if (customer?.id) customers.set(customer.id, customer);
    const machine = machineNamed(row, context);
    if (machine.own !== '') own.add(machine.own);
    if (machine.serial !== '') serials.add(machine.serial);
    if (customer?.id && machine.own === '' && machine.serial === '' && machine.name !== '')
      names.set(machineNameKey(customer.ref, machine.name), [customer.id, machine.name]);
  }
  const keys = [
    ...[...own].map((number) => machineKey('own', number)),
    ...[...serials].map((number) => machineKey('serial', number)),
    ...names.keys(),
  ];
  for (const key of keys) for (const draft of state.find(key)) if (draft.id !== null) known.add(draft);
  const machines = await readMachines(world, [...own], [...serials], [...names.values()], idsOf(known));
  forgetGone(state, known, machines);
  await readLocked(world, 'customer', customers.values());
  const fields = new Set(rows.flatMap(({ sheet }) => Object.keys(sheet.columns)));
  const has = (prefix: string) => [...fields].some((field) => field.startsWith(prefix));
  // Actions are added to those that are there, so nobody may add others meanwhile.
  if (has('action.') || has('category.interval'))
    await readLocked(world, 'category', categoriesNamed(state, rows));
  if (has('contact.')) await readChildren(world, 'contact', 'customer_id', [...customers.keys()]);
  if (has('machine.note')) await readChildren(world, 'note', 'device_id', machines);
  if (has('part.')) await readChildren(world, 'part', 'device_id', machines);
  if (has('past.')) await readChildren(world, 'past', 'device_id', machines);
  if (has('todo.')) await readTodos(world, rows);
}

const idsOf = (drafts: Iterable<Draft>): number[] => [...drafts].flatMap(({ id }) => id ?? []);

/** @returns the ids of those that are there */
async function readMachines(
  world: World,
  own: string[],
  serials: string[],
  names: [number, string][],
  ids: number[],
): Promise<number[]> {
  if (own.length + serials.length + names.length + ids.length === 0) return [];
  const { accountId } = world;
  const lock = world.isLocking ? Prisma.sql`FOR UPDATE` : Prisma.empty;
  const rows = await world.read<Stored>(Prisma.sql`
    SELECT ${selectionOf('machine')} FROM device t WHERE t.account_id = ${accountId} AND t.id = ANY (ARRAY(
      SELECT d.id FROM device d WHERE d.account_id = ${accountId} AND d.serial_number <> ''
         AND serial_key(d.serial_number) = ANY (ARRAY(SELECT serial_key(s) FROM unnest(${serials}::text[]) AS s))
      UNION SELECT d.id FROM device d WHERE d.account_id = ${accountId} AND d.own_number <> ''
         AND own_number_key(d.own_number) = ANY (ARRAY(SELECT own_number_key(s) FROM unnest(${own}::text[]) AS s))
      UNION SELECT d.id FROM unnest(${names.map(([customer]) => customer)}::int[], ${names.map(([, name]) => name)}::text[])
         AS n (customer_id, name) JOIN device d ON d.account_id = ${accountId} AND d.customer_id = n.customer_id
         AND search_text(d.name) = search_text(n.name)
      UNION SELECT unnest(${ids}::int[]))) ORDER BY t.id ${lock}`);
  const isStrange = ({ customer, category }: Stored) =>
    !world.state.withId('customer', Number(customer)) || !world.state.withId('category', Number(category));
  if (rows.some(isStrange)) {
    // Somebody has added the customer or category since.
    const { readAt } = world;
    world.readAt = null;
    await readCustomersAndCategories(world, readAt ?? new Date(0));
  }
  for (const row of rows) know(world, 'machine', row);
  return rows.map(({ id }) => id);
}

/** Reads records again that a run may change, and keeps others from changing them. */
async function readLocked(
  world: World,
  entity: 'customer' | 'category',
  drafts: Iterable<Draft>,
): Promise<void> {
  const known = [...drafts];
  if (!world.isLocking || known.length === 0) return;
  const rows = await world.read<Stored>(Prisma.sql`
    SELECT ${selectionOf(entity)} FROM ${Prisma.raw(entity)} t
     WHERE t.account_id = ${world.accountId} AND t.id = ANY (${idsOf(known)}::int[])
     ORDER BY t.id FOR NO KEY UPDATE`);
  for (const row of rows) know(world, entity, row);
  forgetGone(
    world.state,
    known,
    rows.map(({ id }) => id),
  );
}

const categoriesNamed = (state: PlanState, rows: readonly SourceRow[]): Set<Draft> =>
  new Set(rows.flatMap(({ read }) => state.find(`category:name:${nameKey(read.values['category.name'])}`)));

async function readChildren(
  world: World,
  entity: ImportEntity,
  column: string,
  parents: number[],
): Promise<void> {
  if (parents.length === 0) return;
  const lock = world.isLocking ? Prisma.sql`FOR UPDATE` : Prisma.empty;
  const rows = await world.read<Stored>(Prisma.sql`
    SELECT ${selectionOf(entity)} FROM ${Prisma.raw(entityTables[entity].table)} t
     WHERE t.account_id = ${world.accountId} AND t.${Prisma.raw(column)} = ANY (${parents}::int[]) ORDER BY t.id ${lock}`);
  for (const row of rows) know(world, entity, row);
}

async function readTodos(world: World, rows: readonly SourceRow[]): Promise<void> {
  const texts = rows.flatMap(({ read }) => {
    const text = read.values['todo.text'];
    return typeof text === 'string' ? text : [];
  });
  const { accountId } = world;
  // A to-do of a machine's row has the machine's name behind its text.
  const stored = await world.read<Stored>(Prisma.sql`
    SELECT ${selectionOf('todo')} FROM todo t WHERE t.account_id = ${accountId} AND t.service_id IS NULL
       AND (search_text(t.description) = ANY (ARRAY(SELECT search_text(s) FROM unnest(${texts}::text[]) AS s))
         OR search_text(regexp_replace(t.description, ' \\([^()]*\\)$', '')) = ANY (
              ARRAY(SELECT search_text(s) FROM unnest(${texts}::text[]) AS s)))`);
  for (const row of stored) know(world, 'todo', row);
}

/** Puts a stored record into the state, or its present values in the place of older ones. */
function know(world: World, entity: ImportEntity, { id, ...stored }: Stored): void {
  const { state } = world;
  const values: Values = {};
  for (const field of readFields(entity)) {
    const reference = entityTables[entity].references[field];
    values[field] = reference ? refOf(world, reference.entity, stored[field] as number) : stored[field];
  }
  const known = state.withId(entity, id);
  if (known && Object.keys(values).every((field) => isSame(known.values[field], values[field]))) return;
  const keys = recordKeys(entity, values);
  if (known) {
    state.replace(known, { values }, keys);
    return;
  }
  const isOld = !world.written.has(`${entity}:${id}`);
  state.add({ entity, id, values, given: {}, namedBy: null, isOld }, keys);
}

/** A parent that was not read is one that no row names: it only has to differ from all others. */
const refOf = ({ state }: World, entity: ImportEntity, id: number): number =>
  state.withId(entity, id)?.ref ?? -id;

function forgetGone(state: PlanState, expected: Iterable<Draft>, found: readonly number[]): void {
  const there = new Set(found);
  for (const draft of expected)
    if (draft.id !== null && !there.has(draft.id)) state.remove(state.get(draft.ref));
}

/** Active employees by name and address, as to-dos name them; null: several are called so. */
export async function readPeople(
  deps: ApartDeps,
  account: { accountId: number },
): Promise<Map<string, number | null>> {
  const users = await deps.db.of(account).user.findMany({
    where: { active: true },
    select: { id: true, firstName: true, lastName: true, email: true },
  });
  const people = new Map<string, number | null>();
  for (const user of users)
    for (const name of new Set([nameOf(user), `${user.lastName} ${user.firstName}`, user.email].map(nameKey)))
      people.set(name, people.has(name) ? null : user.id);
  return people;
}

/** What a run has created in its earlier batches. */
export async function readWritten(
  deps: ApartDeps,
  accountId: number,
  importId: number,
): Promise<Set<string>> {
  const rows = await deps.db.read<{ record: string }>(
    { accountId },
    Prisma.sql`SELECT entity || ':' || entity_id AS record FROM import_change
      WHERE account_id = ${accountId} AND import_id = ${importId} AND before IS NULL`,
  );
  return new Set(rows.map(({ record }) => record));
}
