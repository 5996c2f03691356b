import { may, type Permission, type Role } from '@servicebook/shared/access';
import { publicPages } from '@servicebook/shared/site';
import type { SessionUser } from '@servicebook/shared/user';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { keepChoice, readChoice, storageKey } from './browser-storage.ts';
import { chooseInterfaceLanguage, currentLanguage } from './i18n.ts';
import { paths } from './paths.ts';
import { reportSessionChange } from './session-change.ts';
import { hasUnsavedChanges } from './unsaved-changes.ts';

/** Who is signed in; null: nobody. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ client }): Promise<SessionUser | null> => {
    const { checkAuth } = await import('./check-auth.ts');
    const user = await checkAuth();
    keepChoice(hint, user !== null);
    const known = client.getQueryData<SessionUser | null>(['session']);
    if (known && user && !isSameUser(known, user)) {
      // The page stays the one of whom it was loaded for, with what they typed; they choose how to go on.
      reportSessionChange();
      return known;
    }
    // Signed in by another tab: nothing of who was signed in before may shine through.
    if (known === null && user) forgetAnswers(client);
    return user;
  },
  // Who waits for something asks at every turn: it may just have been paid for, or the password chosen in another tab.
  staleTime: ({ state }) => (state.data?.expired || state.data?.mustChoosePassword ? 0 : 60_000),
  gcTime: Number.POSITIVE_INFINITY,
  // Only an answer signs anybody out: without one the screens say so, and it is asked again.
  retry: false,
  refetchInterval: ({ state }) =>
    state.data === undefined && state.status === 'error' ? askAgainAfter : false,
});

export const isSameUser = (one: SessionUser, other: SessionUser): boolean =>
  one.id === other.id && one.account.id === other.account.id;

const askAgainAfter = 3000;

/** Whether somebody was signed in when this browser last asked. */
const hint = 'signed-in';
const openToAll: string[] = [paths.logout, ...publicPages.map(({ path }) => path)];
const known: string[] = Object.values(paths);
/** Public pages, and addresses that lead to no page at all. */
const showsToAll = (path: string): boolean => openToAll.includes(path) || !known.includes(path);

/**
 * Learns who is signed in before the first screen. A newcomer on a page for everybody is nobody without asking, which
 * spares the first load the whole API client and a refusal; every other page asks.
 */
export function startSession(queryClient: QueryClient): void {
  followOtherTabs(queryClient);
  const surelyNobody = readChoice(hint) !== true && showsToAll(window.location.pathname);
  if (surelyNobody) queryClient.setQueryData(sessionQuery.queryKey, null);
  else
    queryClient.fetchQuery(sessionQuery).then(speakLanguageOf, () => {
      // The screens say that nobody answered.
    });
}

/**
 * Signing in and out in another tab counts here too, at once. A page with something typed stays when another tab signs
 * out; its user may sign in again before they save. If somebody else signs in, they are asked how to go on.
 */
function followOtherTabs(queryClient: QueryClient): void {
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key !== storageKey(hint) || (newValue === 'false' && hasUnsavedChanges())) return;
    void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey, exact: true });
  });
}

/** The screens take on the language that the user has stored, on any browser. It stays when they sign out. */
export async function speakLanguageOf(user: SessionUser | null): Promise<void> {
  if (user && user.language !== currentLanguage()) await chooseInterfaceLanguage(user.language);
}

export function beginSession(queryClient: QueryClient, user: SessionUser): void {
  keepChoice(hint, true);
  // Nothing of who was signed in before may shine through.
  forgetAnswers(queryClient);
  queryClient.setQueryData(sessionQuery.queryKey, user);
}

function forgetAnswers(queryClient: QueryClient): void {
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' });
}

export function endSession(queryClient: QueryClient): void {
  keepChoice(hint, false);
  queryClient.setQueryData(sessionQuery.queryKey, null);
}

export interface Session {
  user: SessionUser | null;
  /** Not known yet. */
  pending: boolean;
  /** Asking who is signed in got no answer. */
  unanswered: boolean;
  isAdmin: boolean;
  /** Whether the user may; `own`: about something of theirs. */
  may: (permission: Permission, own?: boolean) => boolean;
}

export function useSession(): Session {
  const { data, errorUpdateCount, isPaused } = useQuery(sessionQuery);
  const user = data ?? null;
  const pending = data === undefined;
  const held: Role[] = user?.roles.map(({ role }) => role) ?? [];
  return {
    user,
    pending,
    unanswered: pending && (isPaused || errorUpdateCount > 0),
    isAdmin: held.includes('ROLE_ADMIN'),
    may: (permission, own) => may(held, permission, own),
  };
}
