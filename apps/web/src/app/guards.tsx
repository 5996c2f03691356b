import { lazy, Suspense, useState } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { LoadingState, NoConnectionState } from '../components/states.tsx';
import { lazyPage } from '../lib/lazy-page.ts';
import { linkTo, paths } from '../lib/paths.ts';
import { premiumWish } from '../lib/premium-wish.ts';
import { useSession } from '../lib/use-session.ts';

/** The history state that holds the target before sign-in. */
export interface SignInState {
  from?: string;
  /** The user was signed in until just now. */
  sessionEnded?: boolean;
}

const loadPasswordChoice = lazyPage(
  async () => (await import('../features/my-account/password-choice.tsx')).PasswordChoice,
  ['my-account'],
);
const PasswordChoice = lazy(async () => ({ default: (await loadPasswordChoice()).Component }));

/** Screens that users with expired access may still open: those needed to pay. */
const openToExpired: string[] = [paths.userList, paths.order, paths.waitingForPayment, paths.myAccount];

/** Wraps all pages that need a signed-in user. */
export function SignedIn() {
  const { user, pending, unanswered } = useSession();
  const { pathname, search } = useLocation();
  const [wasSignedIn, setWasSignedIn] = useState(false);
  if (user && !wasSignedIn) setWasSignedIn(true);
  if (unanswered) return <NoConnectionState />;
  if (pending) return <LoadingState />;
  if (!user) {
    const state: SignInState = { from: pathname + search, ...(wasSignedIn && { sessionEnded: true }) };
    return <Navigate to={paths.login} state={state} replace />;
  }
  // Rendered in place of the screen, so that the requested screen appears afterwards.
  if (user.mustChoosePassword)
    return (
      <Suspense fallback={<LoadingState />}>
        <PasswordChoice />
      </Suspense>
    );
  if (user.expired && !openToExpired.includes(pathname)) return <Navigate to={paths.userList} replace />;
  return <Outlet />;
}

/** Wraps sign-in and registration: redirects signed-in users to their target. */
export function SignedOut() {
  const { user, may } = useSession();
  const state = useLocation().state as SignInState | null;
  if (!user) return <Outlet />;
  const wish = premiumWish();
  const start = wish && may('order.manage') ? linkTo.order([user.id], wish) : paths.home;
  return <Navigate to={state?.from ?? start} replace />;
}

/** The root address: home for signed-in users, the landing page for others. */
export function StartPage() {
  const { user, pending, unanswered } = useSession();
  if (unanswered) return <NoConnectionState />;
  if (pending) return <LoadingState />;
  return user ? <Navigate to={paths.home} replace /> : <Outlet />;
}
