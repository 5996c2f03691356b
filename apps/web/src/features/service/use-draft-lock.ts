import { useEffect, useState } from 'react';
import { draftsWritten } from './service-draft.ts';

/** Drafts that this tab writes. */
const writtenHere = new Set<string>();
/** Drafts that another tab has taken over from this one, which stores nothing of them any more. */
const takenOver = new Set<string>();
export const isTakenOver = (key: string): boolean => takenOver.has(key);

/** Whether another tab writes a draft now. */
export async function isWrittenElsewhere(key: string): Promise<boolean> {
  if (writtenHere.has(key)) return false;
  const taken = locksOf()?.request(lockOf(key), { ifAvailable: true }, (lock) => lock === null);
  return (await taken?.catch(() => false)) ?? false;
}

/** What stores the last input of a draft before another tab takes it over. */
const lastInputs = new Map<string, () => Promise<unknown>>();
export function handOver(key: string, store: () => Promise<unknown>): () => void {
  lastInputs.set(key, store);
  return () => lastInputs.delete(key);
}

/** Milliseconds that the tab which writes a draft has to say that it hands it over. A browser stops tabs in the background. */
const patience = 1500;
/** So long it may store its last photos. */
const storingLimit = 30_000;
const requests = 'servicebook-draft-requests';
interface DraftRequest {
  key: string;
  at: number;
  /** The answer: the last input is being stored. */
  storing?: boolean;
}

interface DraftLock {
  state: 'asking' | 'here' | 'elsewhere';
  /** How often this tab has taken it over. */
  turn: number;
  /** Writes here instead of in the other tab. */
  take: () => void;
}

const locksOf = (): LockManager | undefined => (navigator as { locks?: LockManager }).locks;
const lockOf = (key: string) => `servicebook-draft-${key}`;

/** Waits until somebody looks at this tab. */
const whenSeen = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const look = () => document.visibilityState === 'visible' && resolve();
    document.addEventListener('visibilitychange', look, { signal });
    look();
  });

/** Asks the tab that writes a draft for it, and takes it if there is no answer and it is still wanted. */
async function takeFrom(
  locks: LockManager,
  key: string,
  hold: LockGrantedCallback<unknown>,
  isWanted: () => boolean,
): Promise<unknown> {
  let granted = false;
  // Safari 15 has no AbortSignal.timeout.
  const late = new AbortController();
  let timer = setTimeout(() => late.abort(), patience);
  const request: DraftRequest = { key, at: Date.now() };
  const channel = new BroadcastChannel(requests);
  channel.onmessage = ({ data }: MessageEvent<DraftRequest>) => {
    if (!data.storing || data.key !== key || data.at !== request.at) return;
    clearTimeout(timer);
    timer = setTimeout(() => late.abort(), storingLimit);
  };
  channel.postMessage(request);
  try {
    return await locks.request(lockOf(key), { signal: late.signal }, (lock) => {
      granted = true;
      channel.close();
      clearTimeout(timer);
      return hold(lock);
    });
  } catch (error) {
    if (granted) throw error;
    channel.close();
    return isWanted() && locks.request(lockOf(key), { steal: true }, hold);
  }
}

/**
 * Only one tab writes a draft: two of them would make two protocols of it. A browser without locks lets all of them write.
 * @param key null: it needs no lock
 */
export function useDraftLock(key: string | null): DraftLock {
  const [turn, setTurn] = useState(0);
  const [state, setState] = useState<DraftLock['state']>(() => (locksOf() ? 'asking' : 'here'));
  useEffect(() => {
    const locks = locksOf();
    if (key === null || !locks) return;
    const over = new AbortController();
    let ended = false;
    let held = false;
    let release = () => {};
    const hold = (lock: Lock | null): Promise<void> | undefined => {
      if (ended) return undefined;
      setState(lock ? 'here' : 'elsewhere');
      if (!lock) {
        askWhenFree().catch(lose);
        return undefined;
      }
      held = true;
      writtenHere.add(key);
      takenOver.delete(key);
      return new Promise((resolve) => {
        release = resolve;
      });
    };
    const leave = () => {
      held = false;
      takenOver.add(key);
      writtenHere.delete(key);
      setState('elsewhere');
      askWhenFree().catch(lose);
    };
    /** Once the other tab has ended. A tab that nobody looks at leaves it to others. */
    const askWhenFree = async () => {
      const { signal } = over;
      await locks.request(lockOf(key), { signal }, () => {});
      await whenSeen(signal);
      if (!ended) await locks.request(lockOf(key), { ifAvailable: true }, hold);
    };
    const lose = (error: unknown) => {
      if (ended) return;
      if (held) leave();
      // Another tab has taken it over. Otherwise this browser refuses locks.
      else setState((error as Error).name === 'AbortError' ? 'elsewhere' : 'here');
    };
    const channel = new BroadcastChannel(requests);
    channel.onmessage = async ({ data }: MessageEvent<DraftRequest>) => {
      // A tab that was asleep hears it late: the other one has stopped waiting, and writes.
      if (data.key !== key || data.storing || !held || Date.now() - data.at > patience) return;
      channel.postMessage({ ...data, storing: true } satisfies DraftRequest);
      await lastInputs.get(key)?.();
      if (ended || isTakenOver(key)) return;
      leave();
      release();
    };
    const ask = async () => {
      // An effect that React runs twice asks once.
      await null;
      if (ended) return;
      if (turn > 0) await takeFrom(locks, key, hold, () => !ended);
      else await locks.request(lockOf(key), { ifAvailable: true }, hold);
    };
    ask().catch(lose);
    return () => {
      ended = true;
      over.abort();
      channel.close();
      writtenHere.delete(key);
      // The form ends just behind this, and its draft before the next tab reads it.
      void Promise.resolve().then(draftsWritten).then(release);
    };
  }, [key, turn]);
  return { state: key === null ? 'here' : state, turn, take: () => setTurn((before) => before + 1) };
}
