/** The calls that can wait: what each is, and what its screen needs to go on. */

import { joinPresent } from '@servicebook/i18n/names.ts';
import { dateIn } from '@servicebook/shared/calendar';
import { categoryContract } from '@servicebook/shared/category';
import { customerContract } from '@servicebook/shared/customer';
import { type Device, DeviceUpdate, deviceContract, statusWeight } from '@servicebook/shared/device';
import { employeeContract } from '@servicebook/shared/employee';
import type { Incident } from '@servicebook/shared/incident';
import { machineName } from '@servicebook/shared/machine-name';
import type { DeviceNote } from '@servicebook/shared/note';
import {
  type FileDto,
  ServiceInput,
  type ServiceProtocol,
  type SignInput,
  serviceContract,
} from '@servicebook/shared/service';
import { todoContract } from '@servicebook/shared/todo';
import type { SessionUser } from '@servicebook/shared/user';
import { type VisitNote, visitContract } from '@servicebook/shared/visit';
import { apiOf } from '../../lib/api-client.ts';
import { hashBytes, readContent } from '../../lib/read-content.ts';
import { presentTime } from '../../lib/server-time.ts';
import { nextRevisionHere, type WaitingCall, withServerRevision } from '../../lib/unsent.ts';
import { momentOf, wallTime } from '../../lib/wall-clock.ts';
import { readStored } from '../phone.ts';
import type { EntryLabel } from './database.ts';
import { groupOfMachine } from './entries.ts';
import { refuseBehind } from './merge.ts';
import { numberOn, personOf, writtenProtocol } from './written-protocol.ts';

/** A call that can wait. */
export interface Written {
  /** Calls of one group are sent in their order. @param id of the record */
  group: (id: number) => string;
  label: EntryLabel;
  /** The record that it changes; null: it makes one. */
  id: number | null;
  /** Later calls will name the record that it makes. */
  makes: boolean;
  /** The last of several calls stands for all of them. */
  replaces: boolean;
  /** What is sent in place of the call's own body. */
  body?: unknown;
  answer: (id: number) => unknown;
  /** The record before it, if what others change meanwhile is merged with it. */
  base?: unknown;
  /** The call that is answered the same from now on. */
  overlay: ((id: number) => string) | null;
}

const serviceApi = apiOf(serviceContract);
const categoryApi = apiOf(categoryContract);
const customerApi = apiOf(customerContract);
const deviceApi = apiOf(deviceContract);
const employeeApi = apiOf(employeeContract);
const visitApi = apiOf(visitContract);
const todoApi = apiOf(todoContract);

type Write = (
  call: Pick<WaitingCall, 'path' | 'query' | 'file' | 'sent'> & { id: number; body: never },
  user: SessionUser,
) => Promise<Written | null>;

const writes: [method: string, path: RegExp, write: Write][] = [
  ['post', /^\/api\/service\/add$/, ({ body }, user) => protocolWritten(body, user)],
  ['patch', /^\/api\/service\/addFile\/(-?\d+)$/, (call, user) => fileAdded(call, user)],
  ['post', /^\/api\/service\/sign\/(-?\d+)$/, ({ id, body }, user) => signed(id, body, user)],
  ['put', /^\/api\/device\/update$/, ({ body }, user) => machineChanged(body, user)],
  ['post', /^\/api\/deviceNote\/insert$/, ({ body }, user) => noteWritten(body, user)],
  ['post', /^\/api\/incident\/insert$/, ({ body }, user) => eventWritten(body, user)],
  ['post', /^\/api\/visit\/addNote$/, ({ body }, user) => visitNoteWritten(body, user)],
  ['post', /^\/api\/visit\/step$/, ({ body }) => visitMoved(body)],
  ['patch', /^\/api\/visit\/check$/, ({ body }) => visitChecked(body)],
  ['patch', /^\/api\/todo\/status$/, ({ body }) => todoMarked(body)],
];

const groups: [path: RegExp, group: string][] = [
  [/^\/api\/service\/(add|addFile|sign)(\/|$)/, 'service'],
  [/^\/api\/device\/update$/, 'machine'],
  [/^\/api\/visit\/(step|check)$/, 'visit'],
  [/^\/api\/todo\/status$/, 'todo'],
];

/** The group of the record that a call changes; null: it stands alone. */
export function groupOf({ path, body }: Pick<WaitingCall, 'path' | 'body'>): string | null {
  const id = /\/(-?\d+)$/.exec(path)?.[1] ?? (body as { id?: number | null } | null)?.id;
  const [, group] = groups.find(([pattern]) => pattern.test(path)) ?? [];
  return group && id ? `${group}:${id}` : null;
}

/**
 * @returns null if it cannot wait
 * @throws ApiError if its form has not seen that the protocol was signed here
 */
export async function writtenBy(call: WaitingCall, user: SessionUser): Promise<Written | null> {
  for (const [method, path, write] of writes) {
    const found = method === call.method && path.exec(call.path);
    if (found) return write({ ...call, id: Number(found[1] ?? 0), body: call.body as never }, user);
  }
  return null;
}

const ofService = (id: number) => `service:${id}`;
const findService = (id: number) => `/api/service/findById/${id}`;
const onProtocol = { makes: false, replaces: false, group: ofService, overlay: findService };

async function protocolWritten(
  body: { id?: number | null; revision?: number },
  user: SessionUser,
): Promise<Written | null> {
  const id = body.id ?? null;
  // An id or a revision of this phone is none that a call may name.
  const { data: input } = ServiceInput.safeParse({ ...withServerRevision(body), id: null });
  if (!input) return null;
  const before = id === null ? null : await serviceApi.findById({ params: { id } });
  // It may have been signed here, in another tab, since the form began.
  if (before?.state === 'SIGNED') refuseBehind('protocol', body, before);
  const [customer, devices, employees] = await Promise.all([
    customerApi.findById({ params: { id: input.customer.id } }),
    Promise.all(input.devices.map((device) => deviceApi.findById({ params: { id: device.id } }))),
    employeeApi.findAllFlatRoles(),
  ]);
  const mainId = input.performedBy?.id ?? before?.user?.id ?? user.id;
  const othersOf = async () => {
    if (input.alsoPerformedBy) return input.alsoPerformedBy.map((other) => other.id);
    if (before) return before.alsoPerformedBy.map((other) => other.id);
    // As the server does: who goes to the visit, if the performer does.
    const visit = input.visitId ? await visitApi.findById({ params: { id: input.visitId } }) : null;
    const going = visit?.technicians.map((technician) => technician.id) ?? [];
    return going.includes(mainId) ? going : [];
  };
  const others = (await othersOf()).filter((other) => other !== mainId).map((other) => ({ id: other }));
  const facts = { customer, devices, people: employees, before, author: user, timezone: user.timezone };
  const written = (given: number) =>
    writtenProtocol(given, { ...input, performedBy: { id: mainId }, alsoPerformedBy: others }, facts);
  // A signature on paper is a decision of the office, which the server takes with its own rules.
  if (input.isToSign || before?.state === 'SIGNED') return null;
  return {
    ...onProtocol,
    label: { kind: 'protocol', name: `${customer.shortName}: ${devices.map(machineName).join(', ')}` },
    id,
    makes: id === null,
    replaces: true,
    answer: written,
    base: before,
  };
}

async function fileAdded(
  { id, query: { print }, file, sent }: Pick<WaitingCall, 'query' | 'file' | 'sent'> & { id: number },
  user: SessionUser,
): Promise<Written | null> {
  const before = await serviceApi.findById({ params: { id } });
  if (!file || before.state === 'SIGNED') return null;
  const label = { kind: 'photo', name: `${before.customer.shortName}: ${file.name}` } as const;
  const sha256 = (await hashBytes(await file.arrayBuffer())) ?? '';
  // Only the answer was lost. A second one in the record would be signed, and the server has none.
  const hasArrived = sent && before.fileDtos.some((each) => each.sha256 === sha256);
  if (hasArrived) return { ...onProtocol, label, id, answer: () => before };
  const added: FileDto = {
    // Of no other photo on this phone.
    id: Math.min(-Date.now(), ...before.fileDtos.map((each) => each.id - 1)),
    filename: file.name,
    key: '',
    contentType: file.type,
    size: file.size,
    sha256,
    userId: user.id,
    user: personOf(user),
    createdAt: presentTime().toISOString(),
    signedVersion: null,
    print: print === 'true',
  };
  const answer: ServiceProtocol = { ...before, fileDtos: [...before.fileDtos, added] };
  return { ...onProtocol, label, id, answer: () => answer };
}

async function machineChanged(body: { revision?: number }, user: SessionUser): Promise<Written | null> {
  const { data: input } = DeviceUpdate.safeParse(withServerRevision(body));
  if (!input) return null;
  const before = await deviceApi.findById({ params: { id: input.id } });
  const [category, customer] = await Promise.all([
    input.category.id === before.category.id
      ? before.category
      : categoryApi.findById({ params: { id: input.category.id } }),
    input.customer.id === before.customer.id
      ? before.customer
      : customerApi.findById({ params: { id: input.customer.id } }),
  ]);
  const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
  const answer: Device = {
    ...before,
    ...given,
    statusWeight: statusWeight(input.status),
    category: { id: category.id, name: category.name },
    customer: { id: customer.id, shortName: customer.shortName, fullName: customer.fullName },
    revision: nextRevisionHere(before.revision),
  };
  return {
    id: input.id,
    makes: false,
    replaces: true,
    group: groupOfMachine,
    overlay: (id) => `/api/device/findById/${id}`,
    label: { kind: 'machine', name: machineName(before) },
    answer: () => answer,
    base: await baseOf(before, { ...input, revision: body.revision }, user),
  };
}

/** The machine as the form that changes it began with. What is not known of it is a choice wherever it differs. */
async function baseOf(before: Device, input: DeviceUpdate, user: SessionUser): Promise<Partial<Device>> {
  // The form was open while the phone heard of a newer record.
  if (before.revision !== input.revision) return {};
  // What waits gives the machine another status: the form has set it back, or was open before.
  const stored = (await (await readStored(user))?.byId('machines'))?.get(before.id);
  if (!stored || stored.status === before.status || stored.status !== input.status) return before;
  const { status: _, ...rest } = before;
  return rest;
}

async function signed(id: number, body: SignInput, { timezone }: SessionUser): Promise<Written | null> {
  const signedContent = body.signedSha256 && readContent(body.signedSha256);
  // Without its text, nobody could say later what was signed.
  if (!signedContent) return null;
  const before = await serviceApi.findById({ params: { id } });
  const { signerName, signerRole, signedAt, date, performedBy, alsoPerformedBy } = body;
  // The signature is kept also if their names are not on this phone.
  const people = await employeeApi.findAllFlatRoles().catch(() => []);
  const find = (wanted: number | undefined) => people.find((person) => person.id === wanted);
  const main = find(performedBy?.id);
  // The day is confirmed, and keeps the time.
  const moment = date && momentOf(date.slice(0, 10) + wallTime(before.date, timezone).slice(10), timezone);
  const version = before.version + 1;
  const answer: ServiceProtocol = {
    ...before,
    date: moment || before.date,
    ...numberOn(dateIn(moment || before.date, timezone), before),
    user: main ? personOf(main) : before.user,
    alsoPerformedBy:
      alsoPerformedBy?.flatMap((other) => find(other.id) ?? []).map(personOf) ?? before.alsoPerformedBy,
    state: 'SIGNED',
    version,
    revision: nextRevisionHere(before.revision),
    fileDtos: before.fileDtos.map((file) => ({ ...file, signedVersion: file.signedVersion ?? version })),
    signature: { kind: 'DRAWN', signerName, signerRole, signedAt },
  };
  const signer = joinPresent([signerName, signerRole]);
  const label = { kind: 'signature', name: `${before.customer.shortName}: ${signer}` } as const;
  return { ...onProtocol, label, id, body: { ...body, signedContent }, answer: () => answer };
}

/** Nothing follows it. */
const alone = { id: null, makes: false, replaces: false, overlay: null } as const;

/** What was written, with the name of the record that it is on. It is kept also if the name is not on this phone. */
const textOn = async (found: Promise<string>, text: string): Promise<string> => {
  const name = await found.catch(() => null);
  return name ? `${name}: ${text}` : text;
};
const machineOf = async (id: number) => machineName(await deviceApi.findById({ params: { id } }));

async function noteWritten(
  { text, device }: Pick<DeviceNote, 'text' | 'device'>,
  user: SessionUser,
): Promise<Written> {
  const name = await textOn(machineOf(device.id), text);
  const at = presentTime().toISOString();
  return {
    ...alone,
    group: (id) => `note:${id}`,
    label: { kind: 'note', name },
    answer: (id): DeviceNote => ({
      ...{ id, text, device },
      userUpdated: personOf(user),
      userCreated: { id: user.id },
      updatedAt: at,
    }),
  };
}

async function eventWritten(
  { date, text, device }: Pick<Incident, 'date' | 'text' | 'device'>,
  user: SessionUser,
): Promise<Written> {
  const name = await textOn(machineOf(device.id), text);
  return {
    ...alone,
    group: (id) => `event:${id}`,
    label: { kind: 'event', name },
    answer: (id): Incident => ({
      ...{ id, date, text, device },
      idWithAlias: `E${id}`,
      service: null,
      user: personOf(user),
      alsoPerformedBy: [],
    }),
  };
}

async function visitNoteWritten(
  { text, visit }: { text: string; visit: { id: number } },
  user: SessionUser,
): Promise<Written> {
  const customerOf = async () => (await visitApi.findById({ params: { id: visit.id } })).customer.shortName;
  const name = await textOn(customerOf(), text);
  const createdAt = presentTime().toISOString();
  return {
    ...alone,
    group: (id) => `visitNote:${id}`,
    label: { kind: 'visitNote', name },
    answer: (id): VisitNote => ({ id, text, userCreated: personOf(user), createdAt }),
  };
}

const ofVisit = {
  makes: false,
  replaces: false,
  group: (id: number) => `visit:${id}`,
  // Its protocols change it too, so what waits is worked out with each answer.
  overlay: null,
};

async function visitMoved({ id, step }: { id: number; step: string }): Promise<Written | null> {
  const before = await visitApi.findById({ params: { id } });
  const at = presentTime().toISOString();
  // The others are planning, which is done in the office.
  const after =
    step === 'START'
      ? ({ ...before, state: 'STARTED', startedAt: at } as const)
      : step === 'FINISH'
        ? ({ ...before, state: 'DONE', endedAt: at } as const)
        : null;
  const kind = step === 'START' ? 'visitStarted' : 'visitDone';
  const label = { kind, name: before.customer.shortName } as const;
  return after && { ...ofVisit, id, label, answer: () => after };
}

async function visitChecked({
  id,
  position,
  done,
}: {
  id: number;
  position: number;
  done: boolean;
}): Promise<Written> {
  const before = await visitApi.findById({ params: { id } });
  const checklist = before.checklist.map((line, index) => (index === position ? { ...line, done } : line));
  const label = { kind: 'visitChecked', name: before.customer.shortName } as const;
  return { ...ofVisit, id, label, answer: () => ({ ...before, checklist }) };
}

async function todoMarked({ id, toDoStatus }: { id: number; toDoStatus: 'TODO' | 'DONE' }): Promise<Written> {
  const before = await todoApi.findById({ params: { id } });
  return {
    id,
    makes: false,
    replaces: true,
    group: (each) => `todo:${each}`,
    overlay: (each) => `/api/todo/findById/${each}`,
    label: { kind: toDoStatus === 'DONE' ? 'todoDone' : 'todoOpened', name: before.description },
    answer: () => ({ ...before, toDoStatus }),
  };
}
