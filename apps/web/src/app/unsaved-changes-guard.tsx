import { lazy, Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useBlocker } from 'react-router-dom';
import {
  forgetUnsavedChanges,
  hasUnsavedChanges,
  keptOnLeaving,
  leavesUnsavedChanges,
} from '../lib/unsaved-changes.ts';

const ConfirmDialog = lazy(async () => ({
  default: (await import('../components/confirm-dialog.tsx')).ConfirmDialog,
}));

/** Asks for confirmation before closing the tab or following a link leaves unsaved input, and says whether it is lost. */
export function UnsavedChangesGuard() {
  const { t } = useTranslation();
  const blocker = useBlocker(({ currentLocation, nextLocation }) =>
    leavesUnsavedChanges(currentLocation, nextLocation),
  );

  useEffect(() => {
    const confirmUnload = (event: BeforeUnloadEvent) => {
      if (hasUnsavedChanges()) event.preventDefault();
    };
    window.addEventListener('beforeunload', confirmUnload);
    return () => window.removeEventListener('beforeunload', confirmUnload);
  }, []);

  if (blocker.state !== 'blocked') return null;
  const kept = keptOnLeaving();
  return (
    <Suspense>
      <ConfirmDialog
        opened
        danger={kept === null}
        title={t(kept === null ? 'unsaved.title' : 'unsaved.keptTitle')}
        message={kept ?? t('unsaved.message')}
        confirmLabel={t('unsaved.leave')}
        onConfirm={() => {
          forgetUnsavedChanges();
          blocker.proceed();
        }}
        onClose={() => blocker.reset()}
      />
    </Suspense>
  );
}
