import { useEffect, useState } from 'react';

/** Drafts that another tab has taken over from this one, which stores nothing of them any more. */
const takenOver = new Set<string>();
export const isTakenOver = (key: string): boolean => takenOver.has(key);

interface DraftLock {
  state: 'asking' | 'here' | 'elsewhere';
  /** How often this tab has taken it over. */
  turn: number;
  /** Writes here instead of in the other tab. */
  take: () => void;
}

const locksOf = (): LockManager | undefined => (navigator as { locks?: LockManager }).locks;

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
    let ended = false;
    let held = false;
    let release = () => {};
    const hold = (lock: Lock | null): Promise<void> | undefined => {
      if (ended) return undefined;
      setState(lock ? 'here' : 'elsewhere');
      if (!lock) return undefined;
      held = true;
      takenOver.delete(key);
      return new Promise((resolve) => {
        release = resolve;
      });
    };
    const ask = async () => {
      // An effect that React runs twice asks once.
      await null;
      const options = turn > 0 ? { steal: true } : { ifAvailable: true };
      if (!ended) await locks.request(`servicebook-draft-${key}`, options, hold);
    };
    ask().catch(() => {
      if (ended) return;
      // Another tab has taken it over, or this browser refuses locks.
      if (held) takenOver.add(key);
      setState(held ? 'elsewhere' : 'here');
    });
    return () => {
      ended = true;
      release();
    };
  }, [key, turn]);
  return { state: key === null ? 'here' : state, turn, take: () => setTurn((before) => before + 1) };
}
