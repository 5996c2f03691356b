import { lazy, Suspense } from 'react';
import { lazyPart } from '../components/lazy-page.tsx';
import { useUnsent } from '../lib/unsent.ts';
import { useSession } from '../lib/use-session.ts';

const UnsentMark = lazy(lazyPart(async () => (await import('./unsent-mark.tsx')).UnsentMark, ['unsent']));

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
