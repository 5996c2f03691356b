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

/** Drafts that this tab still stores after their forms have ended: until then it holds their locks. */
const ending = new Map<string, Promise<unknown>>();

interface DraftLock {
  /** `storing`: this tab still stores the draft of a form that has ended. `freed`: it is this tab's, as another one has ended. */
  state: 'asking' | 'storing' | 'here' | 'freed' | 'elsewhere';
  /** How often this tab has taken it over. */
  turn: number;
  /** Writes here instead of in the other tab. */
  take: () => void;
  /** Writes what another tab has left to this one. */
  begin: () => void;
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
    const waits = new AbortController();
    let ended = false;
    let held = false;
    let freed = false;
    let release = () => {};
    /** Ends once what is held is released. */
    let holding: Promise<unknown> = Promise.resolve();
    const hold = (lock: Lock | null): Promise<void> | undefined => {
      if (ended) return undefined;
      setState(!lock ? 'elsewhere' : freed ? 'freed' : 'here');
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
      const { signal } = waits;
      await locks.request(lockOf(key), { signal }, () => {});
      await whenSeen(signal);
      freed = true;
      if (ended) return;
      holding = locks.request(lockOf(key), { ifAvailable: true }, hold);
      await holding;
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
      const before = ending.get(key);
      if (before) setState('storing');
      await before;
      if (ended) return;
      holding =
        turn > 0
          ? takeFrom(locks, key, hold, () => !ended)
          : locks.request(lockOf(key), { ifAvailable: true }, hold);
      await holding;
    };
    ask().catch(lose);
    return () => {
      ended = true;
      waits.abort();
      channel.close();
      writtenHere.delete(key);
      // The form ends just behind this, and its draft before the next tab reads it.
      void Promise.resolve().then(draftsWritten).then(release);
      if (!held) return;
      const over = holding
        .catch(() => {})
        .then(() => {
          if (ending.get(key) === over) ending.delete(key);
        });
      ending.set(key, over);
    };
  }, [key, turn]);
  return {
    state: key === null ? 'here' : state,
    turn,
    take: () => setTurn((before) => before + 1),
    begin: () => setState('here'),
  };
}
