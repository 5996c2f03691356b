/** Keeps the stored data up to date while somebody is signed in. */
import type { MyDays } from '@servicebook/shared/planning';
import type { SessionUser } from '@servicebook/shared/user';
import { queryClient } from '../lib/query-client.ts';
import { isStored } from '../lib/stored-answers.ts';
import { askOnce } from './persisting.ts';
import { phone, readStored } from './phone.ts';
import { refreshStored, watchWritten } from './refresh.ts';
import { keepOpened, ownerOf, readOwner } from './stored.ts';

/** While the app is looked at. */
const every = 5 * 60_000;
/** Looking at the app again is no reason to ask more often than this. */
const atMostEvery = 60_000;
/** What was written is soon here too, for when the network goes. Several writes share one refresh. */
const afterWrite = 2_000;
const atMostEveryAfterWrites = 15_000;
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
  let written = false;
  let busy = false;

  const next = (milliseconds: number) => {
    clearTimeout(timer);
    if (!ended) timer = setTimeout(refresh, milliseconds);
  };
  async function refresh(): Promise<void> {
    if (ended || document.visibilityState === 'hidden' || savesData() || !navigator.onLine)
      return next(every);
    // It may have asked before the last write.
    if (busy) return next(atMostEveryAfterWrites);
    busy = true;
    lastTry = Date.now();
    written = false;
    try {
      await refreshStored(user);
      failures = 0;
      if (await readOwner(null)) await askOnce();
      next(written ? atMostEveryAfterWrites : every);
    } catch {
      next(Math.min(firstPause * 2 ** failures++, longestPause));
    } finally {
      busy = false;
    }
  }
  const onSeen = () => {
    if (document.visibilityState !== 'visible') return;
    if (written || Date.now() - lastTry > atMostEvery) void refresh();
  };
  const onOnline = () => {
    failures = 0;
    void refresh();
  };

  const onWritten = () => {
    written = true;
    next(Math.max(afterWrite, lastTry + atMostEveryAfterWrites - Date.now()));
  };
  const ends = [
    watchWritten(onWritten),
    queryClient.getMutationCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'success') onWritten();
    }),
    noteOpened(user),
    watchVisits(user, onWritten),
  ];

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
    for (const end of ends) end();
    document.removeEventListener('visibilitychange', onSeen);
    window.removeEventListener('online', onOnline);
  };
}

/** Notes which machines are opened: of a large account, those come along. @returns a function that ends it */
const noteOpened = (user: SessionUser): (() => void) =>
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success' || event.action.manual) return;
    const [entity, one, id] = event.query.queryKey;
    if (entity !== 'device' || one !== 'one' || typeof id !== 'number') return;
    const note = async () => {
      const row = await readOwner(ownerOf(user));
      if (row) await keepOpened(row, id);
    };
    void note().catch(() => {});
  });

/** Whoever sees a visit on the home page may go without a network the next moment: it is fetched soon. */
function watchVisits(user: SessionUser, onNewer: () => void): () => void {
  const isNewer = async ({ visits }: MyDays): Promise<boolean> => {
    const stored = await readStored(user);
    const known = await stored?.byId('visits');
    return !!known && visits.some(({ id, revision }) => revision > (known.get(id)?.revision ?? 0));
  };
  return queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return;
    const [entity, which] = event.query.queryKey;
    const days: MyDays = event.query.state.data;
    if (entity !== 'planning' || which !== 'mine' || isStored(days)) return;
    isNewer(days).then(
      (newer) => newer && onNewer(),
      () => {},
    );
  });
}
