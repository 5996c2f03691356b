/**
 * Sends what waits while no page is looked at, in the service worker. It carries out calls and nothing more: what came of
 * them stays with the entries until a page has learned it, and what the server refuses is left to the page, which has the
 * rules and the words.
 */
import { ownTimezone } from '@servicebook/i18n/intl.ts';
import { signedInAs, signedInAsHeader } from '@servicebook/shared/call-headers';
import {
  changeOutbox,
  type Delivered,
  type Entry,
  outboxChannel,
  outboxName,
  readOutbox,
  sendingLock,
  sendsHere,
} from './database.ts';
import { contentOf, deliveredBy, followed, headersOf } from './following.ts';
import { setsFaultOf } from './machine-changes.ts';

/** A database that the browser has removed is missed by the page: a worker must not make a new one. */
const isThere = async (): Promise<boolean> =>
  (await indexedDB.databases()).some(({ name }) => name === outboxName);

/** Written down before it is sent, as the page does. @returns null: its user has changed it since it was read */
const begin = ({ seq, idempotencyKey }: Entry): Promise<Entry | null> =>
  changeOutbox(async ({ entries }) => {
    const now = await entries.get(seq);
    if (!now || now.refusal || now.idempotencyKey !== idempotencyKey) return null;
    await entries.put({ ...now, attempts: now.attempts + 1 });
    return now;
  });

/** Notes what came of it. A database that was lost meanwhile counts anew, so the number alone does not say which it is. */
const note = ({ seq, idempotencyKey }: Entry, part: Pick<Entry, 'delivered'> | Pick<Entry, 'attempts'>) =>
  changeOutbox(async ({ entries }) => {
    const now = await entries.get(seq);
    if (now?.idempotencyKey === idempotencyKey) await entries.put({ ...now, ...part });
  });

const codeOf = async (response: Response): Promise<unknown> =>
  ((await response.json().catch(() => null)) as { code?: unknown } | null)?.code;

/**
 * @returns null: it was refused. `others`: somebody else is signed in. `fails`: the server fails, maybe with this call alone
 * @throws if nothing can be sent now
 */
async function call(entry: Entry, signal: AbortSignal): Promise<Delivered | 'others' | 'fails' | null> {
  const { seq, owner, method, path, query, file } = entry;
  const bytes = (file && (await readOutbox((database) => database.get('files', seq)))?.bytes) || null;
  // Only its user can help.
  if (file && !bytes) return null;
  const content = contentOf(entry, bytes);
  const [accountId = 0, userId = 0] = owner.split(':').map(Number);
  const search = new URLSearchParams(query).toString();
  const response = await fetch(search ? `${path}?${search}` : path, {
    method: method.toUpperCase(),
    signal,
    body: content instanceof FormData ? content : JSON.stringify(content),
    headers: {
      ...headersOf(entry),
      ...(!(content instanceof FormData) && { 'Content-Type': 'application/json' }),
      'X-Requested-With': 'XMLHttpRequest',
      Timezone: ownTimezone(),
      [signedInAsHeader]: signedInAs({ accountId, userId }),
    },
  });
  if (response.status === 500) return 'fails';
  // Nobody is signed in, or the server is busy.
  if (response.status === 401 || response.status === 429 || response.status >= 500)
    throw new Error(`Status ${response.status}`);
  if (!response.ok) return (await codeOf(response)) === 'SESSION_CHANGED' ? 'others' : null;
  const text = await response.text();
  const delivered = deliveredBy(entry, text === '' ? null : JSON.parse(text));
  if (!delivered) throw new Error('The answer names no record');
  return delivered;
}

async function sendGroups(signal: AbortSignal): Promise<void> {
  const entries = await readOutbox((database) => database.getAll('entries'));
  /** Groups of which something was refused. */
  const held = new Set<string>();
  /** Whoever is not signed in. */
  const others = new Set<string>();
  let fails = false;
  const done: [sent: Entry, delivered: Delivered][] = [];
  for (const entry of entries) {
    const group = `${entry.owner} ${entry.group}`;
    if (entry.refusal) held.add(group);
    if (held.has(group) || others.has(entry.owner)) continue;
    // The rows stay as they are, so what a call names by now is worked out each time.
    const asSent = (row: Entry) =>
      done.reduce(
        (next, [sent, delivered]) => (sent.owner === next.owner ? followed(next, sent, delivered) : next),
        row,
      );
    const begun = entry.delivered ? entry : await begin(entry);
    const sent = begun && asSent(begun);
    const delivered = sent && (sent.delivered ?? (await call(sent, signal)));
    if (begun && delivered === 'others') {
      others.add(entry.owner);
      // It was not carried out, and is as if it had never been sent.
      await note(begun, { attempts: begun.attempts });
      continue;
    }
    if (!sent || !delivered || typeof delivered === 'string') {
      held.add(group);
      if (delivered !== 'fails') continue;
      fails = true;
      // The status that was set after a fault is not sent before it.
      const faulty = setsFaultOf(entry);
      if (faulty !== null) held.add(`${entry.owner} machine:${faulty}`);
      continue;
    }
    if (!sent.delivered) await note(sent, { delivered });
    done.push([sent, delivered]);
  }
  if (fails) throw new Error('The server fails');
}

/** @throws if something is to be tried again */
export async function sendInBackground(): Promise<void> {
  if (!(await isThere())) return;
  const channel = new BroadcastChannel(outboxChannel);
  const ended = new AbortController();
  const { signal } = ended;
  // Nobody who looks at a page waits for a worker without an answer.
  channel.onmessage = ({ data }) => {
    if (data === sendsHere) ended.abort();
  };
  try {
    await navigator.locks.request(sendingLock, { signal }, () => sendGroups(signal));
  } finally {
    channel.postMessage(null);
    channel.close();
  }
}
