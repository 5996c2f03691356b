/** The records of a phone's working set: of each kind, how they are read and how a change of one is noticed. */
import { createHash } from 'node:crypto';
import type { MachineFacts, StoredRecord, WorkingSetKind } from '@servicebook/shared/offline';
import { noPeriod } from '@servicebook/shared/service';
import type { Deps } from '../../deps.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import type { Ctx } from '../../platform/ctx.ts';
import { scopedAccount } from '../../platform/tenancy.ts';
import { listBranches } from '../branch/branch.service.ts';
import { readCategoriesById } from '../category/category.service.ts';
import { readCompany } from '../company/company.service.ts';
import { customerColumns, readCustomersById } from '../customer/customer.service.ts';
import { findContacts } from '../customer-contact/customer-contact.service.ts';
import { countsInside, type FactRow, factColumns } from '../device/device-overview.ts';
import { deviceColumns, deviceTables, readDevicesById } from '../device/device-search.ts';
import { listEmployees } from '../employee/employee.service.ts';
import { findEvents } from '../incident/incident.service.ts';
import { inspectionFacts } from '../inspection/inspection.service.ts';
import { readInspections } from '../inspection/machine-inspection.service.ts';
import { findNotes } from '../note/note.service.ts';
import { readOwnSignature } from '../own-signature/own-signature.service.ts';
import { findParts } from '../part/part.service.ts';
import { findPastServices } from '../past-service/past-service.service.ts';
import { alsoPerformed, protocolColumns, protocolTables, readProtocols } from '../service/service-rows.ts';
import { readAttachments } from '../service/service-snapshot.ts';
import { readSigners } from '../service/service-to-sign.ts';
import { readHome } from '../statistics/home.service.ts';
import { readTodosById } from '../todo/todo.service.ts';
import { readNotesOfVisits } from '../visit/visit-note.service.ts';
import { readVisits } from '../visit-news/visit-rows.ts';

/** What stands for the content of a record: it differs if the content does. */
interface Stamp {
  id: number;
  stamp: string;
}

interface Kind<RecordOfKind extends { id: number }> {
  /** Records of a chunk, on average: few if they are large, because a change of one sends them all. */
  size: number;
  read(deps: Deps, ctx: Ctx, ids: number[]): Promise<RecordOfKind[]>;
  /**
   * For kinds with thousands of records: the database makes the stamps, so the records are read only when they are sent.
   * Records of other kinds are read for their stamps.
   * @returns a SELECT of id and stamp
   */
  stamps?(ctx: Ctx, ids: number[]): Prisma.Sql;
}

/** Stamps of the rows that a statement selects, each with its id. */
const stampsOf = (rows: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`SELECT r.id, md5(r::text) AS stamp FROM (${rows}) AS r`;

/** Stamps of rows that show the name of a user. @param person the column of the user's id */
const stampsOfRows = (table: Prisma.Sql, person: Prisma.Sql) => (ctx: Ctx, ids: number[]) =>
  stampsOf(Prisma.sql`SELECT t.*, u.first_name, u.last_name FROM ${table} t
    JOIN app_user u ON u.account_id = t.account_id AND u.id = t.${person}
   WHERE t.account_id = ${ctx.accountId} AND t.id = ANY(${ids}::int[])`);

const among = (ids: number[]) => ({ id: { in: ids } });
const only = async <Row extends { id: number }>(rows: Promise<Row[]>, ids: number[]): Promise<Row[]> => {
  const chosen = new Set(ids);
  return (await rows).filter(({ id }) => chosen.has(id));
};

interface FactsOfMachine
  extends FactRow,
    Pick<MachineFacts, 'lastInspection' | 'planned' | 'statedInspection'> {
  id: number;
  lastWarrantyInspectionDone: boolean;
  lastSigned: { id: number; date: string; period: number | null } | null;
}

const factsOf = ({ accountId }: Ctx, ids: number[]) => Prisma.sql`SELECT d.id, ${factColumns},
    ${inspectionFacts(Prisma.sql`a.timezone`)},
    CASE WHEN d.stated_inspection_date IS NOT NULL THEN json_build_object(
      'date', d.stated_inspection_date, 'on', d.inspection_stated_on) END AS "statedInspection",
    (SELECT json_build_object('id', s.id, 'date', s.date, 'period', s.period)
       FROM service s JOIN service_device sd ON sd.account_id = s.account_id AND sd.service_id = s.id
      WHERE s.account_id = ${scopedAccount} AND sd.device_id = d.id AND s.state = 'SIGNED' AND s.withdrawn_at IS NULL
        AND 'PERIODIC_INSPECTION' = ANY (s.types)
      ORDER BY s.date DESC, s.id DESC LIMIT 1) AS "lastSigned"
  FROM device d JOIN account a ON a.id = d.account_id
 WHERE d.account_id = ${accountId} AND d.id = ANY(${ids}::int[])`;

async function readFacts(deps: Deps, ctx: Ctx, ids: number[]): Promise<MachineFacts[]> {
  const rows = await deps.db.read<FactsOfMachine>(ctx, factsOf(ctx, ids));
  return rows.map(({ lastSigned, ...row }) => ({
    ...countsInside(row),
    lastSignedInspection: lastSigned && {
      id: lastSigned.id,
      date: new Date(lastSigned.date).toISOString(),
      period: lastSigned.period ?? noPeriod,
    },
  }));
}

async function readOwn(deps: Deps, ctx: Ctx): Promise<StoredRecord<'own'>[]> {
  const db = deps.db.of(ctx);
  const [company, account, { svgPath }] = await Promise.all([
    readCompany(deps, ctx),
    db.account.findUniqueOrThrow({
      where: { id: ctx.accountId },
      select: { logoFile: { select: { key: true } } },
    }),
    readOwnSignature(db, ctx),
  ]);
  return [
    {
      id: ctx.userId,
      company,
      logoKey: account.logoFile?.key ?? null,
      ownSignature: svgPath,
    },
  ];
}

async function readContacts(deps: Deps, ctx: Ctx, ids: number[]) {
  const byCustomer = Map.groupBy(await findContacts(deps, ctx, ids), ({ customerId }) => customerId);
  return [...byCustomer].map(([id, contacts]) => ({ id, contacts }));
}

const kinds: { [Name in WorkingSetKind]: Kind<StoredRecord<Name>> } = {
  own: { size: 1, read: readOwn },
  home: { size: 1, read: async (deps, ctx) => [{ id: ctx.userId, ...(await readHome(deps, ctx)) }] },
  employees: { size: 50, read: (deps, ctx, ids) => only(listEmployees(deps, ctx), ids) },
  branches: { size: 50, read: (deps, ctx, ids) => only(listBranches(deps, ctx), ids) },
  categories: { size: 10, read: readCategoriesById },
  visits: { size: 10, read: (deps, ctx, ids) => readVisits(deps.db.of(ctx), ctx, ids) },
  visitNotes: {
    size: 20,
    read: async (deps, ctx, ids) =>
      [...(await readNotesOfVisits(deps, ctx, ids))].map(([id, notes]) => ({ id, notes })),
  },
  todos: { size: 20, read: readTodosById },
  machines: {
    size: 50,
    read: readDevicesById,
    stamps: ({ accountId }, ids) =>
      stampsOf(Prisma.sql`SELECT ${deviceColumns} ${deviceTables}
        WHERE d.account_id = ${accountId} AND d.id = ANY(${ids}::int[])`),
  },
  machineFacts: { size: 50, read: readFacts, stamps: (ctx, ids) => stampsOf(factsOf(ctx, ids)) },
  customers: {
    size: 50,
    read: readCustomersById,
    stamps: ({ accountId }, ids) =>
      stampsOf(Prisma.sql`SELECT ${customerColumns} FROM customer
        WHERE account_id = ${accountId} AND id = ANY(${ids}::int[])`),
  },
  contacts: {
    size: 50,
    read: readContacts,
    stamps: ({ accountId }, ids) =>
      Prisma.sql`SELECT customer_id AS id, md5(string_agg(c::text, '' ORDER BY c.id)) AS stamp
        FROM customer_contact c WHERE account_id = ${accountId} AND customer_id = ANY(${ids}::int[])
        GROUP BY customer_id`,
  },
  signers: {
    size: 100,
    read: async (deps, ctx, ids) =>
      [...(await readSigners(deps, ctx, ids))].map(([id, signers]) => ({ id, signers })),
  },
  protocols: {
    size: 15,
    read: readProtocols,
    stamps: ({ accountId }, ids) =>
      stampsOf(Prisma.sql`SELECT ${protocolColumns} ${protocolTables}
        WHERE s.account_id = ${accountId} AND s.id = ANY(${ids}::int[])`),
  },
  attachments: { size: 20, read: (deps, ctx, ids) => readAttachments(deps.db.of(ctx), ids) },
  inspections: {
    size: 20,
    read: async (deps, ctx, ids) =>
      (await readInspections(deps, ctx, ids)).map((summary) => ({ id: summary.device.id, ...summary })),
    stamps: ({ accountId }, ids) =>
      stampsOf(Prisma.sql`SELECT d.id, d::text AS machine, a.timezone,
          (SELECT json_agg(i ORDER BY i.id) FROM (
            SELECT s.id, s.number, s.number_extension, s.year, s.month, s.date, s.period, u.first_name, u.last_name,
                ${alsoPerformed}
              FROM service_device sd JOIN service s ON s.account_id = sd.account_id AND s.id = sd.service_id
              JOIN app_user u ON u.account_id = s.account_id AND u.id = s.user_id
             WHERE sd.account_id = ${scopedAccount} AND sd.device_id = d.id AND s.state = 'SIGNED'
               AND s.withdrawn_at IS NULL AND 'PERIODIC_INSPECTION' = ANY (s.types)) AS i) AS done,
          (SELECT json_agg(p ORDER BY p.id) FROM past_service p
            WHERE p.account_id = ${scopedAccount} AND p.device_id = d.id) AS past
        FROM device d JOIN account a ON a.id = d.account_id
       WHERE d.account_id = ${accountId} AND d.id = ANY(${ids}::int[])`),
  },
  notes: {
    size: 50,
    read: (deps, ctx, ids) => findNotes(deps, ctx, among(ids)),
    stamps: stampsOfRows(Prisma.sql`device_note`, Prisma.sql`user_updated_id`),
  },
  events: {
    size: 50,
    read: (deps, ctx, ids) => findEvents(deps, ctx, among(ids)),
    stamps: stampsOfRows(Prisma.sql`incident`, Prisma.sql`user_id`),
  },
  parts: {
    size: 50,
    read: (deps, ctx, ids) => findParts(deps, ctx, among(ids)),
    stamps: stampsOfRows(Prisma.sql`part`, Prisma.sql`user_created_id`),
  },
  pastServices: {
    size: 50,
    read: (deps, ctx, ids) => findPastServices(deps, ctx, among(ids)),
    stamps: stampsOfRows(Prisma.sql`past_service`, Prisma.sql`user_created_id`),
  },
};

/** In the order in which they are sent: what the others build on comes first. */
export const kindNames = Object.keys(kinds) as WorkingSetKind[];

/** Records of one kind whose hash says whether they have changed. */
export interface Chunk {
  kind: WorkingSetKind;
  key: string;
  hash: string;
  ids: number[];
}

/** How many records are read at once, so that other requests get their turn in between. */
const batchSize = 250;

export function* batchesOf(ids: number[]): Generator<number[]> {
  for (let start = 0; start < ids.length; start += batchSize) yield ids.slice(start, start + batchSize);
}

/** A number that looks random, and is always the same for an id: neighbours, and every second id, are spread evenly. */
function spread(id: number): number {
  let mixed = Math.imul(id ^ (id >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/**
 * Cuts ascending ids into chunks. An id says by itself whether a chunk begins with it, so an added or removed record
 * changes one chunk, or cuts or joins two, and leaves the others as they are.
 */
export function cutIds(ids: readonly number[], size: number): number[][] {
  const chunks: number[][] = [];
  for (const id of ids) {
    const begins = spread(id) % size === 0;
    const last = chunks.at(-1);
    if (last && !begins) last.push(id);
    else chunks.push([id]);
  }
  return chunks;
}

async function readStamps(deps: Deps, ctx: Ctx, name: WorkingSetKind, ids: number[]): Promise<Stamp[]> {
  const { stamps } = kinds[name];
  if (stamps) return deps.db.read<Stamp>(ctx, stamps(ctx, ids));
  const records = await readRecords(deps, ctx, name, ids);
  return records.map((record) => ({ id: record.id, stamp: JSON.stringify(record) }));
}

/** The chunks of one kind. @param form differs if the form of the records does */
export async function readChunks(
  deps: Deps,
  ctx: Ctx,
  name: WorkingSetKind,
  { ids, form }: { ids: number[]; form: string },
): Promise<Chunk[]> {
  const known = new Map<number, string>();
  for (const batch of batchesOf(ids))
    for (const { id, stamp } of await readStamps(deps, ctx, name, batch)) known.set(id, stamp);
  const { size } = kinds[name];
  // Some customers have no signers, for example.
  const present = ids.filter((id) => known.has(id));
  return cutIds(present, size).map((chunk) => {
    const hash = createHash('sha256').update(form);
    for (const id of chunk) hash.update(`\n${id} ${known.get(id)}`);
    return {
      kind: name,
      key: `${name}/${chunk[0]}`,
      hash: hash.digest('base64url').slice(0, 12),
      ids: chunk,
    };
  });
}

/** The records of one kind in the order of their ids. Those deleted meanwhile are left out. */
export async function readRecords<Name extends WorkingSetKind>(
  deps: Deps,
  ctx: Ctx,
  name: Name,
  ids: number[],
): Promise<StoredRecord<Name>[]> {
  const records = (await kinds[name].read(deps, ctx, ids)) as StoredRecord<Name>[];
  return records.sort((a, b) => a.id - b.id);
}
