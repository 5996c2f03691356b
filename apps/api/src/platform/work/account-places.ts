/** How many requests of one company a server works on at once, by what the company has had of it lately. */
import { availableParallelism } from 'node:os';

export interface AccountPlaces {
  /** Notes that an account is at work. */
  see(accountId: number): void;
  /** Whether an account had more than its half, has not made up for it, and others are at work. */
  hadTooMuch(accountId: number): boolean;
  /** How many places an account has now. */
  of(accountId: number): number;
  /** Does work that takes a place of the account. */
  take<Result>(accountId: number, work: () => Promise<Result>): Promise<Result>;
}

/** An account that was seen within this time is still at work. Milliseconds. */
const atWorkFor = 1000;
/** What an account may have beyond its half at first: milliseconds of one place. */
const mostExtra = 1000;
/** More is not remembered, so that an account soon has all its places again. */
const mostRemembered = 5000;
/** A request that takes longer does not hold up the account's next one. Milliseconds. */
const slowFrom = 2000;

interface Use {
  /** When each running request began. */
  running: Set<{ since: number }>;
  /** What the account has had beyond its half, and when this was so. */
  extra: number;
  at: number;
  /** It had too much, and has not made up for it. */
  tooMuch: boolean;
}

/**
 * More requests at once than there are processors finish no sooner, and other companies wait for them. An account has at
 * least three places, so that two slow reports do not hold up everybody else in the company. It may keep half of the
 * processors busy for as long as it likes. If it has had more than that, it has only the places of this half while others
 * are at work, until it has made up for it. Its slow requests do not count then, because they may wait for a lock.
 * @param connections to the database; an account has a quarter at most
 * @param now in milliseconds
 */
export function createAccountPlaces(connections: number, now = () => performance.now()): AccountPlaces {
  const processors = availableParallelism();
  const all = Math.min(connections / 4, Math.max(3, processors));
  const half = Math.min(all, Math.max(1, Math.floor(processors / 2)));
  const uses = new Map<number, Use>();
  /** Accounts with running requests. */
  const atWork = new Set<number>();
  let lastSeen = { accountId: 0, at: Number.NEGATIVE_INFINITY };
  /** When an account other than that was last seen. */
  let otherSeen = Number.NEGATIVE_INFINITY;

  /** What an account uses, as of now. */
  function useOf(accountId: number): Use {
    const use = uses.get(accountId) ?? { running: new Set(), extra: 0, at: now(), tooMuch: false };
    const since = now() - use.at;
    use.extra = Math.min(Math.max(0, use.extra + (use.running.size - half) * since), mostRemembered);
    use.at += since;
    use.tooMuch = use.extra > mostExtra || (use.tooMuch && use.extra > 0);
    return use;
  }

  const areOthersAtWork = (accountId: number) =>
    atWork.size > (atWork.has(accountId) ? 1 : 0) ||
    (accountId === lastSeen.accountId ? otherSeen : lastSeen.at) > now() - atWorkFor;

  const hadTooMuch = (accountId: number) => useOf(accountId).tooMuch && areOthersAtWork(accountId);

  return {
    hadTooMuch,
    see(accountId) {
      if (accountId !== lastSeen.accountId) otherSeen = lastSeen.at;
      lastSeen = { accountId, at: now() };
    },
    of(accountId) {
      if (!hadTooMuch(accountId)) return all;
      const slow = [...useOf(accountId).running].filter(({ since }) => since < now() - slowFrom);
      return Math.min(all, half + slow.length);
    },
    async take(accountId, work) {
      const use = useOf(accountId);
      uses.set(accountId, use);
      const request = { since: now() };
      use.running.add(request);
      atWork.add(accountId);
      try {
        return await work();
      } finally {
        const { extra } = useOf(accountId);
        use.running.delete(request);
        if (use.running.size === 0) atWork.delete(accountId);
        if (use.running.size === 0 && extra === 0) uses.delete(accountId);
      }
    },
  };
}
