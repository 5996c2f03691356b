import { Button, CloseButton } from '@mantine/core';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import type { createBrowserRouter } from 'react-router-dom';
import { leaveStoredApp } from '../lib/leave-stored-app.ts';
import { type MissingCode, missingCode, tryAgain, watchMissingCode } from '../lib/load-code.ts';
import { isSomethingOpen } from '../lib/unsaved-changes.ts';
import classes from './code-notice.module.css';

const reloadedFor = 'servicebook.reloaded-for';

/** Says that a part of the app is still missing. The screen stays, and the part appears once it has loaded. */
export function CodeNotice({ router }: { router: ReturnType<typeof createBrowserRouter> }) {
  const { t } = useTranslation();
  const missing = useSyncExternalStore(watchMissingCode, missingCode);
  const [closed, setClosed] = useState<MissingCode | null>(null);
  const place = useSyncExternalStore(router.subscribe, () => router.state.location.pathname);
  // What is still missing belongs to the screen that the user has left.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the place changes
  useEffect(
    () => () => {
      const left = missingCode();
      if (left?.kind === 'away') setClosed(left);
    },
    [place],
  );
  const gone = missing?.kind === 'gone' && missing;

  useEffect(() => {
    if (!gone || isSomethingOpen() || !firstReloadFor(gone)) return;
    reload(router);
  }, [gone, router]);

  if (!missing || (missing.file === closed?.file && missing.kind === closed.kind)) return null;
  return (
    <div className={classes.notice} role="alert" data-code-notice>
      <p className={classes.text}>{t(gone ? 'code.gone' : 'code.away')}</p>
      <Button size="xs" className={classes.button} onClick={() => (gone ? reload(router) : tryAgain())}>
        {t(gone ? 'crash.reload' : 'code.tryNow')}
      </Button>
      <CloseButton aria-label={t('close')} onClick={() => setClosed(missing)} />
    </div>
  );
}

/** If one reload does not bring the file, another one will not either. */
function firstReloadFor({ file }: MissingCode): boolean {
  try {
    if (sessionStorage.getItem(reloadedFor) === file) return false;
    sessionStorage.setItem(reloadedFor, file);
    return true;
  } catch {
    return false;
  }
}

/** Continues to the page the user was going to. */
async function reload(router: ReturnType<typeof createBrowserRouter>): Promise<void> {
  await leaveStoredApp();
  const { location } = router.state.navigation;
  if (location) window.location.assign(router.createHref(location));
  else window.location.reload();
}
