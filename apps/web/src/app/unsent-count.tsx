import { lazy, Suspense } from 'react';
import { lazyPage } from '../lib/lazy-page.ts';
import { useUnsent } from '../lib/unsent.ts';
import { useSession } from '../lib/use-session.ts';

const loadMark = lazyPage(async () => (await import('./unsent-mark.tsx')).UnsentMark, ['unsent']);
const UnsentMark = lazy(async () => ({ default: (await loadMark()).Component }));

/** How much waits on this phone, beside a menu's label. Loaded when something does. */
export function UnsentCount() {
  const { user } = useSession();
  const waiting = useUnsent(user);
  return (
    waiting > 0 && (
      <Suspense>
        <UnsentMark />
      </Suspense>
    )
  );
}
