/** Keeps the calls that cannot be sent, and answers for the records that only this phone knows. */
import type { Device } from '@servicebook/shared/device';
import type { ServiceProtocol } from '@servicebook/shared/service';
import type { SessionUser } from '@servicebook/shared/user';
import { ApiError } from '../../lib/api-error.ts';
import { randomUuid } from '../../lib/idempotency.ts';
import { type Unsent, type WaitingCall, withServerRevision } from '../../lib/unsent.ts';
import { changedMachine } from '../answers/changed-machines.ts';
import { wasReadHere } from '../answers/to-sign.ts';
import { askOnce } from '../persisting.ts';
import { sendWhenClosed } from './background.ts';
import { changedHere } from './changed-here.ts';
import type { Entry } from './database.ts';
import {
  changeEntry,
  eraseEntries,
  idOf,
  isOpen,
  keepEntry,
  listEntries,
  neverSent,
  readOverlay,
  SentMeanwhile,
} from './entries.ts';
import { renamed } from './following.ts';
import { machineChangesIn, setsFaultOf } from './machine-changes.ts';
import { refuseBehind } from './merge.ts';
import { ownerOf } from './owner.ts';
import { withPictures } from './pictures.ts';
import { sendSoon } from './sender.ts';
import { toSignOf } from './to-sign.ts';
import { withWaiting } from './waiting.ts';
import { groupOf, type Written, writtenBy } from './writes.ts';

/** The phone's own id that a call names; null: it names none. */
function localIdIn({ path, body }: WaitingCall): number | null {
  const [, inPath] = /\/(-\d+)(?:\/|$)/.exec(path) ?? [];
  if (inPath) return Number(inPath);
  const { id } = (body ?? {}) as { id?: unknown };
  return typeof id === 'number' && id < 0 ? id : null;
}

/** What a form leaves out because it is as before, the first call has said. */
const unsaid: Record<string, string[]> = {
  '/api/service/add': ['performedBy', 'alsoPerformedBy', 'visitId', 'todo'],
};

/** @throws SentMeanwhile; ApiError if a form has not seen what waits */
async function keep(call: WaitingCall, user: SessionUser, written: Written): Promise<unknown> {
  const owner = ownerOf(user);
  const { group, label, id, overlay, answer, replaces } = written;
  const all = id === null ? [] : await listEntries(owner);
  const entries = id === null ? [] : all.filter((entry) => entry.group === group(id));
  const repeated = entries.find(({ idempotencyKey }) => idempotencyKey === call.key);
  if (repeated) return repeated.answer;
  if (id !== null && replaces && overlay)
    refuseBehind(label.kind, call.body, await readOverlay(owner, overlay(id)));
  const last = entries.findLast(({ path }) => path === call.path);
  // A status that is set after a fault is not sent before it.
  const isFaultSince = (entry: Entry) => last && entry.seq > last.seq && setsFaultOf(entry) === id;
  const isPassed = label.kind === 'machine' && last?.refusal === null && all.some(isFaultSince);
  if (id !== null && replaces && last && isOpen(last) && !isPassed) {
    const anew = (now: Entry): Entry | null => {
      // A joined one has the revision of others, whose changes this form may not have seen: it is merged in its turn.
      if (!isOpen(now) || now.joined) return null;
      refuseBehind(label.kind, call.body, now.answer);
      // Several saves of one record are one call, on top of what the first one knew. Another content is another call.
      const { id: _, revision: __, ...rest } = call.body as Record<string, unknown>;
      const first = now.body as Record<string, unknown>;
      const { id: named, revision } = first;
      const said = Object.fromEntries(
        unsaid[call.path]?.flatMap((field) => {
          const value = rest[field] ?? first[field];
          return value === undefined ? [] : [[field, value]];
        }) ?? [],
      );
      const body = { ...rest, ...said, id: named, ...(revision !== undefined && { revision }) };
      return { ...now, ...neverSent(), writtenAt: new Date().toISOString(), body, answer: answer(id) };
    };
    const changed = await changeEntry(last.seq, anew, overlay?.(id));
    if (changed) return changed.answer;
  }
  const nameOf = (seq: number) => id ?? -seq;
  const { file } = call;
  const entry = await keepEntry({
    owner,
    group: (seq) => group(nameOf(seq)),
    method: call.method,
    path: call.path,
    query: call.query,
    body: withServerRevision(written.body ?? call.body),
    upload: call.upload,
    file: file && { name: file.name, type: file.type, size: file.size },
    bytes: file && (await file.arrayBuffer()),
    idempotencyKey: written.body === undefined && call.key ? call.key : randomUuid(),
    writtenAfter: call.writtenAfter,
    attempts: call.sent ? 1 : 0,
    label,
    names: localIdIn(call),
    makes: written.makes,
    answer: (seq) => answer(nameOf(seq)),
    base: written.base,
    overlay: overlay && ((seq) => overlay(nameOf(seq))),
  });
  void askOnce();
  return entry.answer;
}

async function take(call: WaitingCall, user: SessionUser): Promise<{ data: unknown } | null> {
  const written = await writtenBy(call, user);
  if (!written) return null;
  try {
    const answer = await keep(call, user, written);
    sendSoon();
    void sendWhenClosed();
    return { data: await shown(answer, ownerOf(user)) };
  } catch (error) {
    const localId = localIdIn(call);
    if (!(error instanceof SentMeanwhile) || localId === null) throw error;
    return take(renamed(call, localId, error.id), user);
  }
}

/**
 * A signature on what was read here, while the protocol has been sent. Whether it is what is stored is said by the hash of
 * what was read; the revision was the phone's own.
 */
function byHash(call: WaitingCall): WaitingCall {
  if (!/^\/api\/service\/sign\//.test(call.path)) return call;
  const { revision, contentSha256, ...body } = call.body as Record<string, unknown>;
  return wasReadHere(contentSha256) ? { ...call, body } : call;
}

const isMachine = ({ path }: WaitingCall) => path.startsWith('/api/device/findById/');
/** A machine that was changed here has the status of a fault that came after that. */
const withLater = async (machine: Device, owner: string) =>
  changedMachine(machine, machineChangesIn(await listEntries(owner)));

/** An answer with a protocol has the photos that wait. */
const shown = (answer: unknown, owner: string): unknown =>
  typeof answer === 'object' && answer !== null && 'fileDtos' in answer
    ? withPictures(answer as ServiceProtocol, owner)
    : answer;

export const unsent: Unsent = {
  take,
  withWaiting,
  erase: (user) => eraseEntries(ownerOf(user)),
  async before(given, user) {
    const owner = ownerOf(user);
    const changed = await changedHere(given, owner);
    if (changed) {
      // What was refused waits again.
      sendSoon();
      return { data: await shown(changed.data, owner) };
    }
    const localId = localIdIn(given);
    const id = localId === null ? undefined : await idOf(owner, localId);
    const call = byHash(localId !== null && id !== undefined ? renamed(given, localId, id) : given);
    const body = withServerRevision(call.body);
    const asSent = call === given && body === call.body ? null : { call: { ...call, body } };
    if (call.method === 'get') {
      const overlay = await readOverlay(owner, call.path);
      if (overlay !== undefined) {
        const own = isMachine(call) ? await withLater(overlay as Device, owner) : overlay;
        return { data: await shown(await withWaiting(call, own, user), owner) };
      }
      const toSign = await toSignOf(call.path, owner, user);
      if (toSign) return { data: toSign };
    } else {
      const group = groupOf(call);
      const waits = group !== null && (await listEntries(owner)).some((entry) => entry.group === group);
      // In its turn, which may be now.
      const taken = waits ? await take(call, user) : null;
      if (taken) return taken;
    }
    if (localId !== null && id === undefined) throw new ApiError({ status: 0, code: 'CONNECTION' });
    return asSent;
  },
};
