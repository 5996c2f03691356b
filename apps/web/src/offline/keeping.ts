/** Keeps the stored data up to date while somebody is signed in. */
import type { SessionUser } from '@servicebook/shared/user';
import { isStored } from '../lib/stored-answers.ts';
import { askOnce } from './persisting.ts';
import { phone } from './phone.ts';
import { refreshStored } from './refresh.ts';
import { readOwner } from './stored.ts';

/** While the app is looked at. */
const every = 5 * 60_000;
/** Looking at the app again is no reason to ask more often than this. */
const atMostEvery = 60_000;
const firstPause = 30_000;
const longestPause = 15 * 60_000;

const savesData = (): boolean =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/** @returns a function that ends it */
export function keepStored(user: SessionUser): () => void {
  let ended = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastTry = Number.NEGATIVE_INFINITY;
  let failures = 0;

  const next = (milliseconds: number) => {
    clearTimeout(timer);
    if (!ended) timer = setTimeout(refresh, milliseconds);
  };
  async function refresh(): Promise<void> {
    if (ended || document.visibilityState === 'hidden' || savesData() || !navigator.onLine)
      return next(every);
    lastTry = Date.now();
    try {
      await refreshStored(user);
      failures = 0;
      if (await readOwner(null)) await askOnce();
      next(every);
    } catch {
      next(Math.min(firstPause * 2 ** failures++, longestPause));
    }
  }
  const onSeen = () => {
    if (document.visibilityState === 'visible' && Date.now() - lastTry > atMostEvery) void refresh();
  };
  const onOnline = () => {
    failures = 0;
    void refresh();
  };

  document.addEventListener('visibilitychange', onSeen);
  window.addEventListener('online', onOnline);
  const begin = async () => {
    // Just signed in: the server's other answers renew it by themselves.
    if (!isStored(user)) await phone.remember(user).catch(() => {});
    await refresh();
  };
  void begin();
  return () => {
    ended = true;
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', onSeen);
    window.removeEventListener('online', onOnline);
  };
}
