import { lazy, Suspense } from 'react';
import { i18n } from '../lib/i18n.ts';
import { useSessionChange } from '../lib/session-change.ts';
import { useSession } from '../lib/use-session.ts';

const Dialog = lazy(async () => {
  const [{ SessionChangeDialog }] = await Promise.all([
    import('../features/user/session-change-dialog.tsx'),
    i18n.loadNamespaces(['session', 'account']),
  ]);
  return { default: SessionChangeDialog };
});

/** Asks as which user to continue, after another user has signed in in this browser. */
export function SessionChange() {
  const changed = useSessionChange();
  const { user } = useSession();
  if (!changed || !user) return null;
  return (
    <Suspense>
      <Dialog user={user} />
    </Suspense>
  );
}
