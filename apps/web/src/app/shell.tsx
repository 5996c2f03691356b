import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, ScrollRestoration, useNavigation } from 'react-router-dom';
import { useSession } from '../lib/use-session.ts';
import { CookieNotice } from './cookie-notice.tsx';
import { usePageAnnouncement } from './page-announcement.ts';
import { PublicBar } from './public-bar.tsx';
import classes from './shell.module.css';
import { UnlockGate } from './unlock-gate.tsx';
import { UnsavedChangesGuard } from './unsaved-changes-guard.tsx';

const TopBar = lazy(async () => ({ default: (await import('./top-bar.tsx')).TopBar }));
const BottomBar = lazy(async () => ({ default: (await import('./bottom-bar.tsx')).BottomBar }));

/** What surrounds every page. */
export function Shell() {
  const { t } = useTranslation();
  const { user } = useSession();
  const { state } = useNavigation();
  const main = usePageAnnouncement();
  return (
    <UnlockGate>
      <a className={classes.skip} href="#content">
        {t('skipToContent')}
      </a>
      <header className={classes.header}>
        {user ? (
          <Suspense>
            <TopBar user={user} />
          </Suspense>
        ) : (
          <PublicBar />
        )}
        {state === 'loading' && <div className={classes.progress} aria-hidden />}
      </header>
      <main className={classes.main} id="content" ref={main} tabIndex={-1} data-signed-in={user !== null}>
        <Outlet />
      </main>
      {user && (
        <Suspense>
          <BottomBar user={user} />
        </Suspense>
      )}
      <CookieNotice />
      <UnsavedChangesGuard />
      <ScrollRestoration />
    </UnlockGate>
  );
}
