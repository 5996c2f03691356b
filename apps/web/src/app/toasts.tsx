import { lazy, Suspense, useEffect, useState } from 'react';
import { loadAhead } from '../lib/load-code.ts';
import { showToast, takeToasts } from '../lib/toast.ts';
import { useSession } from '../lib/use-session.ts';

const loadToasts = async () => ({ default: (await import('./toast-stack.tsx')).ToastStack });
const ToastStack = lazy(loadToasts);

/** Loads the toasts with the first one, which waits for them, or earlier when idle. */
export function Toasts() {
  const [requested, setRequested] = useState(false);
  const { user } = useSession();
  const signedIn = user !== null;
  // The first toast may say that there is no connection.
  useEffect(() => (signedIn ? loadAhead(loadToasts) : undefined), [signedIn]);
  useEffect(() => {
    if (requested) return;
    const release = takeToasts((toast) => {
      release();
      showToast(toast);
      setRequested(true);
    });
    return release;
  }, [requested]);
  return requested ? (
    <Suspense>
      <ToastStack />
    </Suspense>
  ) : null;
}
