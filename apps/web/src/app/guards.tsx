import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { LoadingState } from '../components/states.tsx';
import { linkTo, paths } from '../lib/paths.ts';
import { premiumWish } from '../lib/premium-wish.ts';
import { useSession } from '../lib/use-session.ts';
import { Unanswered } from './unanswered.tsx';

/** The history state that holds the target before sign-in. */
export interface SignInState {
  from?: string;
  /** The user was signed in until just now. */
  sessionEnded?: boolean;
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
  if (unanswered) return <Unanswered />;
  if (pending) return <LoadingState />;
  return user ? <Navigate to={paths.home} replace /> : <Outlet />;
}
