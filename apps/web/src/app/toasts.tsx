import { lazy, Suspense, useEffect, useState } from 'react';
import { showToast, takeToasts } from '../lib/toast.ts';

const ToastStack = lazy(async () => ({ default: (await import('./toast-stack.tsx')).ToastStack }));

/** Loads the toasts with the first one, which waits for them. */
export function Toasts() {
  const [needed, setNeeded] = useState(false);
  useEffect(() => {
    if (needed) return;
    const release = takeToasts((toast) => {
      release();
      showToast(toast);
      setNeeded(true);
    });
    return release;
  }, [needed]);
  return needed ? (
    <Suspense>
      <ToastStack />
    </Suspense>
  ) : null;
}
