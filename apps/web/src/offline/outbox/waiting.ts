/** Answers as they will be once everything on this phone is sent. */
import { dateIn } from '@servicebook/shared/calendar';
import type { Device } from '@servicebook/shared/device';
import type { DeviceOverview } from '@servicebook/shared/device-overview';
import type { Incident } from '@servicebook/shared/incident';
import type { MyDays } from '@servicebook/shared/planning';
import type { Page } from '@servicebook/shared/primitives';
import type { ServiceProtocol } from '@servicebook/shared/service';
import type { HomeFigures } from '@servicebook/shared/statistics';
import type { Todo } from '@servicebook/shared/todo';
import type { SessionUser } from '@servicebook/shared/user';
import { isOpenVisit, type Visit, visitContract } from '@servicebook/shared/visit';
import { apiOf, http } from '../../lib/api-client.ts';
import { presentTime } from '../../lib/server-time.ts';
import { isStored } from '../../lib/stored-answers.ts';
import type { WaitingCall } from '../../lib/unsent.ts';
import { answerFrom } from '../answers/answer.ts';
import {
  type ChangedMachine,
  changedMachine,
  countedBy,
  type MachineChange,
} from '../answers/changed-machines.ts';
import { needsAttention } from '../answers/device.ts';
import type { StoredRecords } from '../answers/stored-records.ts';
import type { EntryLabel } from './database.ts';
import { listEntries, listOverlays } from './entries.ts';
import { machineChangesIn } from './machine-changes.ts';
import { ownerOf } from './owner.ts';
import { type VisitWork, visitHere, visitWorkIn } from './visit-here.ts';

/** What waits of one user. */
interface Waiting {
  user: SessionUser;
  protocols: ServiceProtocol[];
  machineChanges: MachineChange[];
  visitWork: VisitWork;
  todos: Todo[];
  /** The newest first. */
  events: Incident[];
  /** Answers to notes, by what they are on, the newest first. */
  listed(kind: EntryLabel['kind'], of: 'device' | 'visit', id: number): unknown[];
}

async function waitingOf(user: SessionUser): Promise<Waiting> {
  const owner = ownerOf(user);
  const [entries, overlays] = await Promise.all([listEntries(owner), listOverlays(owner)]);
  const visitWork = visitWorkIn(entries, overlays, user.timezone);
  return {
    user,
    protocols: visitWork.protocols.map(({ protocol }) => protocol),
    machineChanges: machineChangesIn(entries),
    visitWork,
    todos: overlays
      .filter(({ path }) => path.startsWith('/api/todo/findById/'))
      .map(({ data }) => data as Todo),
    events: entries
      .flatMap(({ label, answer }) => (label.kind === 'event' ? (answer as Incident) : []))
      .reverse(),
    listed: (kind, under, id) =>
      entries
        .filter(
          ({ label, body }) =>
            label.kind === kind && (body as Record<string, { id: number } | undefined>)[under]?.id === id,
        )
        .map(({ answer }) => answer)
        .reverse(),
  };
}

/** The server has not numbered it yet, so none of its lists has it. */
const isNew = ({ fullNumber }: ServiceProtocol) => fullNumber === '';

/** What the rows of a list become. What is not in the list, or not any more, is left out of its total. */
function changed<Row>(page: Page<Row>, change: (row: Row) => Row | null, added: Row[] = []): Page<Row> {
  const content = page.content.flatMap((row) => change(row) ?? []);
  const totalElements = page.totalElements - (page.content.length - content.length) + added.length;
  return {
    ...page,
    content: page.number === 0 ? [...added, ...content] : content,
    totalElements,
    totalPages: Math.ceil(totalElements / page.size),
  };
}

/** What the same search finds among what is new: its lists search as those of stored records do. */
async function found<Answer>(
  call: WaitingCall,
  { user, protocols, events }: Waiting,
): Promise<Answer | undefined> {
  const { timezone, id: userId } = user;
  const added = protocols.filter(isNew);
  const records: Partial<Record<string, object[]>> = {
    protocols: added,
    events,
    machines: [...events.map(({ device }) => device), ...added.flatMap(({ devices }) => devices)],
    own: [{ id: userId, company: { timezone } }],
  };
  const all = async (kind: string) => records[kind] ?? [];
  const byId = async (kind: string) =>
    new Map((records[kind] ?? []).map((record) => [(record as { id: number }).id, record]));
  const { language } = user;
  const now = presentTime().toISOString();
  const body = call.method === 'post' ? { ...(call.body as object), page: 0, size: 100 } : call.body;
  const known = { all, byId, userId, language, timezone, now, nameOf: () => null };
  return (await answerFrom({ ...call, body }, async () => known as unknown as StoredRecords)) as
    | Answer
    | undefined;
}

/** A protocol as this phone has it; the number is the server's. */
function asHere(row: ServiceProtocol, { protocols }: Waiting): ServiceProtocol {
  const own = protocols.find(({ id }) => id === row.id);
  const { number, numberExtension, month, year, fullNumber } = row;
  return own ? { ...own, ...(isNew(own) && { number, numberExtension, month, year, fullNumber }) } : row;
}

type Change = (answer: never, call: WaitingCall, waiting: Waiting, id: number) => unknown;

const notes =
  (kind: EntryLabel['kind'], of: 'device' | 'visit'): Change =>
  (list: unknown[], _, waiting, id) => [...waiting.listed(kind, of, id), ...list];

async function services(page: Page<ServiceProtocol>, call: WaitingCall, waiting: Waiting): Promise<unknown> {
  const { states = [] } = call.body as { states?: string[] };
  const ids = new Set(page.content.map(({ id }) => id));
  const more = (await found<Page<ServiceProtocol>>(call, waiting))?.content ?? [];
  return changed(
    page,
    (row) => {
      const own = asHere(row, waiting);
      const leaves = own.state !== row.state && states.length > 0 && !states.includes(own.state);
      return leaves ? null : own;
    },
    more.filter(({ id }) => !ids.has(id)),
  );
}

interface HistoryRow {
  protocol: ServiceProtocol | null;
}

async function history(page: Page<HistoryRow>, call: WaitingCall, waiting: Waiting): Promise<unknown> {
  const ids = new Set(page.content.map(({ protocol }) => protocol?.id));
  const more = (await found<Page<HistoryRow>>(call, waiting))?.content ?? [];
  return changed(
    page,
    (row) => (row.protocol ? { ...row, protocol: asHere(row.protocol, waiting) } : row),
    more.filter(({ protocol }) => !ids.has(protocol?.id)),
  );
}

async function events(list: { idWithAlias: string }[], call: WaitingCall, waiting: Waiting) {
  const ids = new Set(list.map(({ idWithAlias }) => idWithAlias));
  const more = (await found<typeof list>(call, waiting)) ?? [];
  return [...more.filter(({ idWithAlias }) => !ids.has(idWithAlias)), ...list];
}

const visitApi = apiOf(visitContract);

/** The visits that are over on this phone. */
async function visitsOver({ visitWork: { changes, protocols } }: Waiting): Promise<ReadonlySet<number>> {
  const ids = new Set([
    ...changes.map(({ id }) => id),
    ...protocols.flatMap(({ protocol: { state, visitId } }) => (state === 'SIGNED' && visitId) || []),
  ]);
  const read = [...ids].map((id) => visitApi.findById({ params: { id } }).catch(() => []));
  const over = (await Promise.all(read)).flat().filter((visit) => !isOpenVisit(visit));
  return new Set(over.map(({ id }) => id));
}

/** What a machine has: what waits is counted, and may be the last. */
async function overview(
  answer: DeviceOverview,
  _: WaitingCall,
  waiting: Waiting,
  id: number,
): Promise<DeviceOverview> {
  const { counts, openVisits } = answer;
  const events = waiting.events.filter(({ device }) => device.id === id);
  const lastEvent = [...events, answer.lastEvent].reduce<DeviceOverview['lastEvent']>(
    (last, event) => (event && (!last || event.date > last.date) ? event : last),
    null,
  );
  const added = waiting.protocols.filter((each) => each.id < 0 && each.devices.some((one) => one.id === id));
  const over = await visitsOver(waiting);
  const first = openVisits.first.filter((visit) => !over.has(visit.id));
  return {
    ...answer,
    lastEvent,
    openVisits: { count: openVisits.count - (openVisits.first.length - first.length), first },
    counts: {
      ...counts,
      notes: counts.notes + waiting.listed('note', 'device', id).length,
      events: counts.events + events.length,
      protocols: counts.protocols + added.length,
    },
  };
}

/** The machines that get another status, as the server has them and as they will be. */
async function newStatuses({ machineChanges }: Waiting): Promise<ChangedMachine[]> {
  const ids = new Set(machineChanges.flatMap(({ id, fields }) => (fields.status ? id : [])));
  const read = [...ids].map(async (id) => {
    const { data } = await http.get<Device>(`/api/device/findById/${id}`, { fromOutbox: true });
    return [{ before: data, after: changedMachine(data, machineChanges) }];
  });
  return (await Promise.all(read.map((each) => each.catch(() => [])))).flat();
}

async function attention(count: number, _: WaitingCall, waiting: Waiting): Promise<number> {
  // The phone has counted machines as they will be.
  if (isStored(count)) return count;
  const today = dateIn(presentTime().toISOString(), waiting.user.timezone);
  return (await newStatuses(waiting))
    .filter(({ before }) => before.archived === null)
    .reduce(
      (sum, { before, after }) =>
        sum + Number(needsAttention(after, today)) - Number(needsAttention(before, today)),
      count,
    );
}

async function home(figures: HomeFigures, _: WaitingCall, waiting: Waiting): Promise<HomeFigures> {
  const { user, protocols, todos } = waiting;
  const isOwn = (each: ServiceProtocol) =>
    each.user?.id === user.id || each.alsoPerformedBy.some(({ id }) => id === user.id);
  const added = protocols.filter((each) => each.id < 0 && each.state === 'NEW');
  // Signed protocols are not opened again without a network.
  const signed = protocols.filter((each) => each.id > 0 && each.state === 'SIGNED');
  const { services, todos: due } = figures;
  const done = todos.filter(
    ({ toDoStatus, date }) => toDoStatus === 'DONE' && date !== null && date <= due.dueUntil,
  );
  const less = (count: number, by: number) => Math.max(0, count - by);
  return {
    ...figures,
    ...(!isStored(figures) && { machines: countedBy(figures.machines, await newStatuses(waiting)) }),
    services: {
      ...services,
      any: services.any || protocols.length > 0,
      unsigned: less(services.unsigned, signed.length - added.length),
      ownUnsigned: less(services.ownUnsigned, signed.filter(isOwn).length - added.filter(isOwn).length),
    },
    todos: {
      ...due,
      all: less(due.all, done.length),
      own: less(due.own, done.filter(({ assignee }) => assignee?.id === user.id).length),
    },
  };
}

const withOwn =
  <Row extends { id: number }>(own: readonly Row[]) =>
  (row: Row): Row =>
    own.find(({ id }) => id === row.id) ?? row;

function machines(page: Page<Device>, call: WaitingCall, { machineChanges }: Waiting): Page<Device> {
  const { statuses = [] } = call.body as { statuses?: string[] };
  return changed(page, (row) => {
    const own = changedMachine(row, machineChanges);
    return own.status !== row.status && statuses.length > 0 && !statuses.includes(own.status) ? null : own;
  });
}

const changes: [path: RegExp, change: Change][] = [
  [/^\/api\/deviceNote\/findByIdDevice\/(\d+)$/, notes('note', 'device')],
  [/^\/api\/visit\/notes\/(\d+)$/, notes('visitNote', 'visit')],
  [/^\/api\/incident\/findByParameters$/, events],
  [/^\/api\/service\/search$/, services],
  [/^\/api\/pastService\/history$/, history],
  [/^\/api\/device\/overview\/(\d+)$/, overview],
  [/^\/api\/statistics\/home$/, home],
  [/^\/api\/device\/search$/, machines],
  [/^\/api\/device\/needingAttention\/count$/, attention],
  [
    /^\/api\/visit\/(findById\/\d+|step|check|save)$/,
    (visit: Visit, _, { visitWork }) => visitHere(visit, visitWork),
  ],
  [
    /^\/api\/planning\/myDays$/,
    (answer: MyDays, _, { visitWork }) => ({
      ...answer,
      // Of earlier days, only what is still to be done.
      visits: answer.visits
        .map((visit) => visitHere(visit, visitWork))
        .filter((visit) => isOpenVisit(visit) || (visit.day ?? '') >= answer.today),
    }),
  ],
  [
    /^\/api\/visit\/search$/,
    (page: Page<Visit>, { body }, { visitWork }) => {
      const { states = [] } = body as { states?: string[] };
      return changed(page, (row) => {
        const own = visitHere(row, visitWork);
        return own.state !== row.state && states.length > 0 && !states.includes(own.state) ? null : own;
      });
    },
  ],
  [
    /^\/api\/todo\/search$/,
    (page: Page<Todo>, { body }, { todos }) =>
      changed(page, (row) => {
        const own = withOwn(todos)(row);
        const { toDoStatus = 'TODO' } = body as { toDoStatus?: string };
        return toDoStatus === 'TODO' && own.toDoStatus === 'DONE' ? null : own;
      }),
  ],
];

/** An answer, of the server or of the phone, with what waits here. */
export async function withWaiting(call: WaitingCall, answer: unknown, user: SessionUser): Promise<unknown> {
  for (const [path, change] of changes) {
    const matched = path.exec(call.path);
    if (matched) return change(answer as never, call, await waitingOf(user), Number(matched[1] ?? 0));
  }
  return answer;
}
