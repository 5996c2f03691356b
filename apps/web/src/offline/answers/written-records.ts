/**
 * Stored records with what this phone has written while the server answered. The stored data has it with the next refresh;
 * until then the network may go.
 */
import { Branch, branchContract } from '@servicebook/shared/branch';
import { Category, categoryContract } from '@servicebook/shared/category';
import type { Contract } from '@servicebook/shared/contract';
import { Customer, customerContract } from '@servicebook/shared/customer';
import { Device, deviceContract } from '@servicebook/shared/device';
import { Incident, incidentContract } from '@servicebook/shared/incident';
import { DeviceNote, noteContract } from '@servicebook/shared/note';
import type { StoredRecord, WorkingSetKind } from '@servicebook/shared/offline';
import { Part, partContract } from '@servicebook/shared/part';
import { PastService, pastServiceContract } from '@servicebook/shared/past-service';
import { ServiceProtocol, serviceContract } from '@servicebook/shared/service';
import { Todo, todoContract } from '@servicebook/shared/todo';
import { isOpenVisit, Visit, VisitNote, visitContract } from '@servicebook/shared/visit';
import type { z } from 'zod';
import type { PhoneCall } from '../../lib/phone.ts';
import { machineChangesIn } from '../outbox/machine-changes.ts';
import { visitHere } from '../outbox/visit-here.ts';
import { withMachines, withStatuses } from './changed-machines.ts';
import { pathPattern } from './path-pattern.ts';
import { withSigned } from './signed-records.ts';
import { changedRecords, type RecordChanges, type StoredRecords } from './stored-records.ts';

/** A change that the server has carried out. */
export interface Written {
  kind: WorkingSetKind;
  id: number;
  /** The server's answer; null: it is deleted. */
  record: unknown;
  path: string;
  body: unknown;
}

/** The changes that are answered with the changed record, by the kind under which it is stored. */
const kinds: [kind: WorkingSetKind, contract: Contract, record: z.ZodType][] = [
  ['todos', todoContract, Todo],
  ['protocols', serviceContract, ServiceProtocol],
  ['machines', deviceContract, Device],
  ['visits', visitContract, Visit],
  ['visitNotes', visitContract, VisitNote],
  ['notes', noteContract, DeviceNote],
  ['events', incidentContract, Incident],
  ['parts', partContract, Part],
  ['pastServices', pastServiceContract, PastService],
  ['customers', customerContract, Customer],
  ['categories', categoryContract, Category],
  ['branches', branchContract, Branch],
];

const endpoints = kinds.flatMap(([kind, contract, record]) =>
  Object.entries(contract).flatMap(([name, { method, path, response }]) => {
    const deletes = name === 'delete' && method === 'delete' && kind !== 'visitNotes';
    const changes = method !== 'get' && response === record;
    return deletes || changes ? { kind, method, matches: pathPattern(path), deletes } : [];
  }),
);

/** What a call has changed of the stored records; null: nothing of which the answer says what it is now. */
export function writtenBy({ method, path, query, body }: PhoneCall, answer: unknown): Written | null {
  for (const { kind, method: own, matches, deletes } of endpoints) {
    const found = own === method && matches.exec(path);
    if (!found) continue;
    const named = deletes ? (found.groups?.id ?? (query as { id?: unknown }).id) : undefined;
    const ofVisit =
      kind === 'visitNotes' ? (body as { visit?: { id?: unknown } } | null)?.visit?.id : undefined;
    const id = Number(named ?? ofVisit ?? (answer as { id?: unknown } | null)?.id);
    // Only what is JSON is read of it, and kept.
    const json = body instanceof FormData ? null : body;
    return Number.isInteger(id) ? { kind, id, record: deletes ? null : answer, path, body: json } : null;
  }
  return null;
}

const isSigning = ({ path, record }: Written) => path.startsWith('/api/service/sign/') && record !== null;

const isUnsigned = (protocol: unknown) => (protocol as ServiceProtocol | null)?.state === 'NEW';

type ChangeEntry = Parameters<typeof machineChangesIn>[0][number];

/** What it changes in machines, as what waits here does. @param before the protocols that were stored, or written first */
function entryOf(written: Written, before: (id: number) => unknown): ChangeEntry[] {
  const { kind, id, record, body } = written;
  const entry = { base: null, answer: record, body, refusal: null };
  if (kind === 'machines' && record) return [{ ...entry, label: { kind: 'machine', name: '' } }];
  if (kind === 'events' && record) return [{ ...entry, label: { kind: 'event', name: '' } }];
  // Once it is signed, it does not say any more which statuses its machines were to get.
  const signed = isSigning(written) && before(id);
  return signed ? [{ ...entry, label: { kind: 'signature', name: '' }, answer: signed }] : [];
}

interface Revised {
  id: number;
  revision?: number;
}
const revisionOf = (record: unknown) => (record as Revised | null)?.revision ?? 0;

/** The records of a kind with those that were written, the last one of each. */
function merged<Row extends Revised>(rows: readonly Row[], written: ReadonlyMap<number, Written>): Row[] {
  const rest = rows.filter(({ id }) => !written.has(id));
  const own = [...written.values()].flatMap(({ record }) => (record ? (record as Row) : []));
  return [...rest, ...own].toSorted((one, other) => one.id - other.id);
}

/** A machine's fields come as changes, in their order with those of faults and results. */
const machinesWith = (rows: readonly Device[], written: ReadonlyMap<number, Written>): Device[] =>
  merged(
    rows,
    new Map(
      [...written].map(([id, each]) => {
        const known = rows.find((row) => row.id === id);
        const isKept = known && each.record;
        return [id, isKept ? { ...each, record: { ...known, revision: revisionOf(each.record) } } : each];
      }),
    ),
  );

function notesWith(
  rows: readonly StoredRecord<'visitNotes'>[],
  written: readonly Written[],
): StoredRecord<'visitNotes'>[] {
  const byVisit = new Map(rows.map((row) => [row.id, row]));
  for (const { id, record } of written) {
    const note = record as VisitNote;
    const { notes } = byVisit.get(id) ?? { notes: [] };
    byVisit.set(id, { id, notes: [note, ...notes.filter((each) => each.id !== note.id)] });
  }
  return [...byVisit.values()].toSorted((one, other) => one.id - other.id);
}

/** @param all in their order */
export async function withWritten(stored: StoredRecords, all: readonly Written[]): Promise<StoredRecords> {
  const written: Written[] = [];
  for (const each of all) {
    // A screen may have had a newer one since, or the refresh.
    const known = (await stored.byId(each.kind)).get(each.id);
    if (each.record === null || revisionOf(each.record) >= revisionOf(known)) written.push(each);
  }
  if (written.length === 0) return stored;
  const lastOf = (kind: WorkingSetKind) =>
    new Map(written.filter((each) => each.kind === kind).map((each) => [each.id, each]));
  const protocols = [...lastOf('protocols').values()];
  // Whoever writes a protocol has its first revision.
  const added = new Set(
    written.flatMap(({ kind, id, record }) => (kind === 'protocols' && revisionOf(record) === 1 ? id : [])),
  );
  const before = await stored.byId('protocols');
  const unsigned = (id: number) =>
    written.findLast((each) => each.kind === 'protocols' && each.id === id && isUnsigned(each.record))
      ?.record ?? before.get(id);
  const machineChanges = machineChangesIn(written.flatMap((each) => entryOf(each, unsigned)));
  const isNew = (id: number) => added.has(id) && !before.has(id);
  const ofWork = protocols.flatMap(({ record }) => (record ? (record as ServiceProtocol) : []));
  const workOf = (of: readonly ServiceProtocol[]) => ({
    timezone: stored.timezone,
    changes: [],
    protocols: of.map((protocol) => ({ protocol, isRefused: false })),
  });
  const changes: Record<string, unknown> = {};
  for (const kind of new Set(written.map((each) => each.kind))) {
    const last = lastOf(kind);
    changes[kind] = (rows: readonly Revised[]) => merged(rows, last);
  }
  const known: RecordChanges = {
    ...(changes as RecordChanges),
    machines: (rows) => machinesWith(rows, lastOf('machines')),
    visits: (rows) =>
      merged(rows, lastOf('visits')).map((visit) =>
        withStatuses(visitHere(visit, workOf(ofWork)), machineChanges),
      ),
    visitNotes: (rows) =>
      notesWith(
        rows,
        written.filter(({ kind }) => kind === 'visitNotes'),
      ),
    machineFacts: (rows) => factsWith(rows, stored, { lastOf, ofWork, isNew }),
    home: (rows) => homeWith(rows, stored, { protocols, isNew }),
  };
  const signed = new Set(written.filter(isSigning).map(({ id }) => id));
  return withSigned(
    changedRecords(withMachines(stored, machineChanges), known),
    workOf(ofWork.filter(({ id }) => signed.has(id))),
  );
}

interface ForFacts {
  lastOf(kind: WorkingSetKind): ReadonlyMap<number, Written>;
  ofWork: readonly ServiceProtocol[];
  isNew: (id: number) => boolean;
}

/** What a machine's tabs count, its last event, and its open visits. */
async function factsWith(
  rows: readonly StoredRecord<'machineFacts'>[],
  stored: StoredRecords,
  { lastOf, ofWork, isNew }: ForFacts,
): Promise<StoredRecord<'machineFacts'>[]> {
  const [notes, events] = await Promise.all([stored.byId('notes'), stored.byId('events')]);
  const added = <Row extends { id: number }>(kind: WorkingSetKind, before: ReadonlyMap<number, unknown>) =>
    [...lastOf(kind).values()].flatMap(({ id, record }) =>
      record && !before.has(id) ? (record as Row) : [],
    );
  const newNotes = added<DeviceNote>('notes', notes);
  const newEvents = added<Incident>('events', events);
  const newProtocols = ofWork.filter(({ id }) => isNew(id));
  const over = new Set(
    [...lastOf('visits').values()].flatMap(({ id, record }) =>
      record && isOpenVisit(record as Visit) ? [] : id,
    ),
  );
  return rows.map((row) => {
    const on = ({ device }: { device: { id: number } }) => device.id === row.id;
    const ofMachine = newEvents.filter(on);
    const lastEvent = ofMachine.reduce<typeof row.lastEvent>(
      (last, { id, date, text }) =>
        !last || Date.parse(date) > Date.parse(last.date) ? { id, date, text } : last,
      row.lastEvent,
    );
    const { counts, openVisits } = row;
    const first = openVisits.first.filter(({ id }) => !over.has(id));
    return {
      ...row,
      lastEvent,
      openVisits: { count: openVisits.count - (openVisits.first.length - first.length), first },
      counts: {
        ...counts,
        notes: counts.notes + newNotes.filter(on).length,
        events: counts.events + ofMachine.length,
        protocols:
          counts.protocols +
          newProtocols.filter(({ devices }) => devices.some(({ id }) => id === row.id)).length,
      },
    };
  });
}

/** How many protocols are not signed. */
async function homeWith(
  rows: readonly StoredRecord<'home'>[],
  stored: StoredRecords,
  { protocols, isNew }: { protocols: readonly Written[]; isNew: (id: number) => boolean },
): Promise<StoredRecord<'home'>[]> {
  const known = await stored.byId('protocols');
  const isOwn = ({ user, alsoPerformedBy }: ServiceProtocol) =>
    user?.id === stored.userId || alsoPerformedBy.some(({ id }) => id === stored.userId);
  const count = (isCounted: (protocol: ServiceProtocol) => boolean) =>
    protocols.reduce((sum, { id, record }) => {
      const after = record as ServiceProtocol | null;
      const before = known.get(id);
      // One of others, which this phone did not have, was there before it was changed here.
      const wasThere = before ? before.state === 'NEW' : after !== null && !isNew(id);
      const was = wasThere && isCounted(before ?? (after as ServiceProtocol));
      return sum + Number(after?.state === 'NEW' && isCounted(after)) - Number(was);
    }, 0);
  const more = { all: count(() => true), own: count(isOwn) };
  return rows.map((row) => ({
    ...row,
    services: {
      ...row.services,
      any: row.services.any || protocols.some(({ record }) => record !== null),
      unsigned: Math.max(0, row.services.unsigned + more.all),
      ownUnsigned: Math.max(0, row.services.ownUnsigned + more.own),
    },
  }));
}
