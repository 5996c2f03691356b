/** Sends what waits in the outbox, once. */
import type { ServiceVersion } from '@servicebook/shared/service';
import type { SessionUser } from '@servicebook/shared/user';
import { http } from '../../lib/api-client.ts';
import { ApiError, isWorthRepeating } from '../../lib/api-error.ts';
import { onPhone } from '../../lib/phone.ts';
import { queryClient, refetchAll } from '../../lib/query-client.ts';
import { sessionKey } from '../../lib/session-key.ts';
import { show } from '../answers/shown-records.ts';
import { noteWritten } from '../refresh.ts';
import { sendWhenClosed } from './background.ts';
import { type Delivered, type Entry, sendingLock } from './database.ts';
import {
  changeEntry,
  endWorker,
  groupOfMachine,
  listEntries,
  parkEntry,
  partRefusedSignatures,
  readBytes,
  settleEntry,
} from './entries.ts';
import { contentOf, deliveredBy, headersOf } from './following.ts';
import { setsFaultOf } from './machine-changes.ts';
import { canJoin, joinEntry, tellJoined } from './merge.ts';
import { ownerOf } from './owner.ts';
import { noteSent } from './sent.ts';

const firstPause = 5_000;
const longestPause = 10 * 60_000;

/** What is being sent now, for the screens. */
let sending: { seq: number; share: number } | null = null;
const listeners = new Set<() => void>();
export const sendingNow = (): typeof sending => sending;
export function watchSending(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
function setSending(next: typeof sending): void {
  sending = next;
  for (const listener of listeners) listener();
}

/** The browser has removed the bytes of an entry. */
class FileLost extends Error {}

async function bytesOf({ seq, file }: Entry): Promise<ArrayBuffer | null> {
  const bytes = file && (await readBytes(seq));
  if (file && !bytes) throw new FileLost();
  return bytes;
}

/** @returns what the server says of it, and its record, which the stored data does not have yet */
async function send(entry: Entry): Promise<Delivered> {
  const { seq, method, path, query } = entry;
  if (entry.delivered) return entry.delivered;
  const { data } = await http.request<unknown>({
    method,
    url: path,
    params: query,
    data: contentOf(entry, await bytesOf(entry)),
    headers: headersOf(entry),
    onUploadProgress: ({ progress }) => setSending({ seq, share: progress ?? 0 }),
    fromOutbox: true,
  });
  const delivered = deliveredBy(entry, data);
  if (!delivered) throw new ApiError({ status: 0, code: 'CONNECTION' });
  return delivered;
}

/**
 * A signature may have arrived although its answer never did, and was then sent again as one without a network. It is
 * done if the protocol is signed with exactly this content.
 */
async function isSignedAlready({ path, body }: Entry): Promise<boolean> {
  const [, id] = /^\/api\/service\/sign\/(\d+)$/.exec(path) ?? [];
  const { signedSha256 } = (body ?? {}) as { signedSha256?: string };
  if (!id || !signedSha256) return false;
  const { data } = await http.get<ServiceVersion[]>(`/api/service/versions/${id}`, { fromOutbox: true });
  return data.some(({ readSha256 }) => readSha256 === signedSha256);
}

/** What came of a call that is sent again later. */
type OnLater = (failure: ApiError) => void;

type Outcome = 'sent' | 'joined' | 'parked' | 'later' | 'signedOut';

async function deliver(entry: Entry, user: SessionUser, onLater?: OnLater): Promise<Outcome> {
  try {
    const { record, ...done } = await send(entry);
    // Before the entry goes: the network may go, or the browser end, before the stored data has it.
    await onPhone((phone) => phone.note(entry, record, user));
    if (await settleEntry(entry, done)) show(entry.path, record);
    tellJoined(entry);
    return 'sent';
  } catch (error) {
    if (error instanceof FileLost) {
      // Only its user can help.
      await parkEntry(entry.seq, { code: 'FILE_LOST', status: 0, message: '', fields: {} });
      return 'parked';
    }
    // The browser's database does not answer now.
    if (!(error instanceof ApiError)) return 'later';
    const { code, status, message, fields, recordId } = error;
    if (code === 'ALREADY_DONE') {
      await settleEntry(entry, { id: recordId, revision: null });
      return 'sent';
    }
    if (status === 401 || code === 'SESSION_CHANGED') return 'signedOut';
    if (isWorthRepeating(error)) {
      onLater?.(error);
      return 'later';
    }
    if (code === 'SERVICE_CHANGED' && (await isSignedAlready(entry).catch(() => false))) {
      await settleEntry(entry, { id: null, revision: null });
      return 'sent';
    }
    if (canJoin(entry, code)) return joined(entry, user);
    await parkEntry(entry.seq, { code, status, message, fields });
    return 'parked';
  }
}

async function joined(entry: Entry, user: SessionUser): Promise<Outcome> {
  try {
    return (await joinEntry(entry, user)) ? 'joined' : 'parked';
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { code, status, message, fields } = error;
    if (status !== 404) return status === 401 ? 'signedOut' : 'later';
    await parkEntry(entry.seq, { code, status, message, fields });
    return 'parked';
  }
}

/** Whoever is slower again and again has its turn later. */
const mostJoins = 5;

/** @returns whether everything that waits for the server only was sent */
async function sendGroups(user: SessionUser, onLater?: OnLater): Promise<boolean> {
  const owner = ownerOf(user);
  /** Groups of which something cannot be sent now. */
  const held = new Set<string>();
  const tried = new Set<number>();
  let changed = false;
  let joins = 0;
  let complete = true;
  try {
    for (;;) {
      // Another user may have signed in meanwhile.
      if (queryClient.getQueryData<SessionUser | null>(sessionKey)?.id !== user.id) return true;
      const entries = await listEntries(owner);
      for (const { group, refusal } of entries) if (refusal) held.add(group);
      const next = entries.find(({ group, seq }) => !held.has(group) && !tried.has(seq));
      if (!next) return complete;
      tried.add(next.seq);
      // Written down first: what was sent once is never changed any more.
      const entry = await changeEntry(next.seq, (now) => ({ ...now, attempts: now.attempts + 1 }));
      if (!entry) continue;
      setSending({ seq: entry.seq, share: 0 });
      const outcome = await deliver(entry, user, onLater);
      if (outcome === 'joined' && ++joins < mostJoins) {
        tried.delete(entry.seq);
        continue;
      }
      // A refused signature leaves the protocol as the server has it.
      changed ||= outcome === 'sent' || outcome === 'parked';
      if (outcome === 'sent') {
        await noteSent(entry).catch(() => {});
      } else {
        held.add(entry.group);
        // The status that was set after a fault is not sent before it.
        const faulty = setsFaultOf(entry);
        if (faulty !== null && outcome === 'later') held.add(groupOfMachine(faulty));
      }
      if (outcome === 'signedOut') return true;
      if (outcome === 'later' || outcome === 'joined') {
        complete = false;
        if (!navigator.onLine) return false;
      }
    }
  } finally {
    setSending(null);
    if (changed) {
      noteWritten();
      // Screens show the server's records again.
      refetchAll(queryClient);
    }
  }
}

let running: Promise<boolean> | null = null;

/** Sends everything that can be sent, in one tab at a time. Another tab's turn is waited for. */
export function sendAll(user: SessionUser, onLater?: OnLater): Promise<boolean> {
  const turn = (running ?? Promise.resolve(true)).then(
    () => inOneTab(() => sendGroups(user, onLater)),
    () => inOneTab(() => sendGroups(user, onLater)),
  );
  running = turn;
  return turn;
}

async function inOneTab<Result>(work: () => Promise<Result>): Promise<Result> {
  const { locks } = navigator as { locks?: LockManager };
  endWorker();
  return locks ? locks.request(sendingLock, work) : work();
}

let attemptNow: (() => void) | null = null;

/** Something new waits: it is sent now, if anything is sent at all. */
export const sendSoon = (): void => attemptNow?.();

/** Sends while somebody is signed in: now, when the network is back, and when the app is looked at. @returns a function that ends it */
export function keepSending(user: SessionUser): () => void {
  let ended = false;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  async function attempt(): Promise<void> {
    clearTimeout(timer);
    if (ended || !navigator.onLine) return;
    const complete = await sendAll(user).catch(() => false);
    if (complete) failures = 0;
    else if (!ended) timer = setTimeout(attempt, Math.min(firstPause * 2 ** failures++, longestPause));
  }
  const onOnline = () => {
    failures = 0;
    void attempt();
  };
  const onSeen = () => {
    if (document.visibilityState === 'visible') void attempt();
    else void sendWhenClosed();
  };
  const onNew = () => void attempt();
  attemptNow = onNew;
  window.addEventListener('online', onOnline);
  document.addEventListener('visibilitychange', onSeen);
  void partRefusedSignatures(ownerOf(user))
    .then((parted) => parted && refetchAll(queryClient))
    .catch(() => {})
    .then(attempt);
  return () => {
    ended = true;
    if (attemptNow === onNew) attemptNow = null;
    clearTimeout(timer);
    window.removeEventListener('online', onOnline);
    document.removeEventListener('visibilitychange', onSeen);
  };
}
