import { lazy, Suspense, useState } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { lazyPart } from '../components/lazy-page.tsx';
import { LoadingState } from '../components/states.tsx';
import { paths } from '../lib/paths.ts';
import { useUnsent } from '../lib/unsent.ts';
import { useIdle } from '../lib/use-idle.ts';
import { isConfined, useSession } from '../lib/use-session.ts';
import type { SignInState } from './guards.tsx';
import { Unanswered } from './unanswered.tsx';

const PasswordChoice = lazy(
  lazyPart(
    async () => (await import('../features/my-account/password-choice.tsx')).PasswordChoice,
    ['my-account'],
  ),
);

const ClosedPage = lazy(
  lazyPart(
    async () => (await import('./screens/closed/closed-page.tsx')).ClosedPage,
    ['closure', 'export', 'my-account'],
  ),
);

const AccountNotices = lazy(
  lazyPart(async () => (await import('../features/closure/account-notices.tsx')).AccountNotices, ['closure']),
);

const UpdateNotice = lazy(async () => ({ default: (await import('./update-notice.tsx')).UpdateNotice }));
const StoredData = lazy(async () => ({ default: (await import('./stored-data.tsx')).StoredData }));
const UnsentWork = lazy(lazyPart(async () => (await import('./unsent-work.tsx')).UnsentWork, ['unsent']));

/** Screens that users with expired access may still open: those needed to pay, and to look after work that was never sent. */
const openToExpired: string[] = [
  paths.userList,
  paths.order,
  paths.waitingForPayment,
  paths.myAccount,
  paths.storedData,
];

/** Wraps all pages that need a signed-in user. */
export function SignedIn() {
  const { user, pending, unanswered } = useSession();
  const { pathname, search } = useLocation();
  const idle = useIdle();
  const waiting = useUnsent(user);
  const [wasSignedIn, setWasSignedIn] = useState(false);
  if (user && !wasSignedIn) setWasSignedIn(true);
  if (unanswered) return <Unanswered />;
  if (pending) return <LoadingState />;
  if (!user) {
    const state: SignInState = { from: pathname + search, ...(wasSignedIn && { sessionEnded: true }) };
    return <Navigate to={paths.login} state={state} replace />;
  }
  // Rendered in place of the screen, so that the requested screen appears afterwards.
  if (isConfined(user))
    return (
      <Suspense fallback={<LoadingState />}>
        {user.mustChoosePassword ? <PasswordChoice /> : <ClosedPage />}
      </Suspense>
    );
  if (user.expired && !openToExpired.includes(pathname)) return <Navigate to={paths.userList} replace />;
  return (
    <>
      {(user.account.endsOn || user.account.termsFrom) && (
        <Suspense>
          <AccountNotices />
        </Suspense>
      )}
      <Suspense>
        <StoredData user={user} />
      </Suspense>
      {waiting > 0 && (
        <Suspense>
          <UnsentWork />
        </Suspense>
      )}
      <Outlet />
      {idle && (
        <Suspense>
          <UpdateNotice />
        </Suspense>
      )}
    </>
  );
}
