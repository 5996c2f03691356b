import { may, type Permission, type Role } from '@servicebook/shared/access';
import { publicPages } from '@servicebook/shared/site';
import type { SessionUser } from '@servicebook/shared/user';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { keepChoice, readChoice, storageKey } from './browser-storage.ts';
import { chooseInterfaceLanguage, currentLanguage } from './i18n.ts';
import { forgetOpened } from './last-opened.ts';
import { paths } from './paths.ts';
import { onPhone } from './phone.ts';
import { reportSessionChange } from './session-change.ts';
import { sessionKey } from './session-key.ts';
import { hasUnsavedChanges } from './unsaved-changes.ts';
import { whenIdle } from './use-idle.ts';

/** The signed-in user; null if nobody is signed in. */
export const sessionQuery = queryOptions({
  queryKey: sessionKey,
  queryFn: async ({ client }): Promise<SessionUser | null> => {
    const { checkAuth } = await import('./check-auth.ts');
    const user = await checkAuth();
    noteSession(user);
    const cachedUser = client.getQueryData<SessionUser | null>(sessionKey);
    if (cachedUser && user && !isSameUser(cachedUser, user)) {
      // The page still belongs to its original user, with their input; the dialog asks how to continue.
      reportSessionChange();
      return cachedUser;
    }
    // Another tab has signed in another user: the previous user's data must not be visible.
    if (cachedUser === null && user) forgetAnswers(client);
    return user;
  },
  // Always refetch while waiting: access may just have been paid, or the password chosen or the account reopened elsewhere.
  staleTime: ({ state: { data } }) => (data && (data.expired || isConfined(data)) ? 0 : 60_000),
  gcTime: Number.POSITIVE_INFINITY,
  // Only an answer signs the user out. Without one, the screens say so, and the query is retried.
  retry: false,
  refetchInterval: ({ state }) =>
    state.data === undefined && state.status === 'error' ? askAgainAfter : false,
});

/** There is one screen for this user: a password must be chosen, or the account is closed. */
export const isConfined = ({ mustChoosePassword, account }: SessionUser): boolean =>
  mustChoosePassword || account.closed;

export const isSameUser = (one: SessionUser, other: SessionUser): boolean =>
  one.id === other.id && one.account.id === other.account.id;

const askAgainAfter = 3000;

/** Whether somebody was signed in when this browser last asked. */
const hint = 'signed-in';
/** Notes who is signed in. What others opened last is forgotten. */
function noteSession(user: SessionUser | null): void {
  keepChoice(hint, user !== null);
  forgetOpened(user);
}

const openToAll: string[] = [paths.logout, ...publicPages.map(({ path }) => path)];
const cachedUser: string[] = Object.values(paths);
/** Public pages, and addresses without a page. */
const isOpenToAll = (path: string): boolean => openToAll.includes(path) || !cachedUser.includes(path);

/**
 * Finds out who is signed in before the first screen. For a new visitor on a public page, the answer is known without a
 * request, which saves loading the API client and a refused call; every other page asks the server.
 * @param user whom the page has named
 */
export function startSession(queryClient: QueryClient, user?: SessionUser): void {
  followOtherTabs(queryClient);
  if (user) {
    beginSession(queryClient, user);
    whenIdle(() => void onPhone((phone) => phone.remember(user)));
    return;
  }
  const knownSignedOut = readChoice(hint) !== true && isOpenToAll(window.location.pathname);
  if (knownSignedOut) queryClient.setQueryData(sessionQuery.queryKey, null);
  else
    queryClient.fetchQuery(sessionQuery).then(applyLanguageOf, () => {
      // The screens show that the server did not answer.
    });
}

/**
 * Signing in or out in another tab takes effect here at once. If another tab signs out, a page with unsaved input
 * stays; its user may sign in again before saving. If another user signs in, a dialog asks how to continue.
 */
function followOtherTabs(queryClient: QueryClient): void {
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key !== storageKey(hint) || (newValue === 'false' && hasUnsavedChanges())) return;
    void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey, exact: true });
  });
}

/** Switches the screens to the user's stored language, in any browser. It stays after signing out. */
export async function applyLanguageOf(user: SessionUser | null): Promise<void> {
  if (user && user.language !== currentLanguage()) await chooseInterfaceLanguage(user.language);
}

export function beginSession(queryClient: QueryClient, user: SessionUser): void {
  noteSession(user);
  // Data of the previous user must not be visible.
  forgetAnswers(queryClient);
  queryClient.setQueryData(sessionQuery.queryKey, user);
}

function forgetAnswers(queryClient: QueryClient): void {
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionKey[0] });
}

export function endSession(queryClient: QueryClient): void {
  noteSession(null);
  queryClient.setQueryData(sessionQuery.queryKey, null);
}

export interface Session {
  user: SessionUser | null;
  /** Not known yet. */
  pending: boolean;
  /** The session query got no answer. */
  unanswered: boolean;
  isAdmin: boolean;
  /** Whether the user has the permission; `own`: for objects they created. */
  may: (permission: Permission, own?: boolean) => boolean;
}

export function useSession(): Session {
  const { data, errorUpdateCount, isPaused } = useQuery(sessionQuery);
  const user = data ?? null;
  const pending = data === undefined;
  const roles: Role[] = user?.roles.map(({ role }) => role) ?? [];
  return {
    user,
    pending,
    unanswered: pending && (isPaused || errorUpdateCount > 0),
    isAdmin: roles.includes('ROLE_ADMIN'),
    may: (permission, own) => may(roles, permission, own),
  };
}
