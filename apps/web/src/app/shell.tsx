import { lazy, Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, ScrollRestoration, useNavigation } from 'react-router-dom';
import { i18n } from '../lib/i18n.ts';
import { loadInPlace } from '../lib/load-code.ts';
import { useIdle } from '../lib/use-idle.ts';
import { isConfined, useSession } from '../lib/use-session.ts';
import { CookieNotice } from './cookie-notice.tsx';
import { usePageAnnouncement, usePageHandle } from './page-announcement.ts';
import { PublicBar } from './public-bar.tsx';
import classes from './shell.module.css';
import { UnlockGate } from './unlock-gate.tsx';
import { UnsavedChangesGuard } from './unsaved-changes-guard.tsx';

const TopBar = lazy(async () => ({ default: (await import('./top-bar.tsx')).TopBar }));
const BottomBar = lazy(async () => ({ default: (await import('./bottom-bar.tsx')).BottomBar }));

const PrintHead = lazy(async () => ({ default: (await import('./print-head.tsx')).PrintHead }));

const SiteFooter = lazy(async () => {
  const load = () => Promise.all([import('../features/site/site-footer.tsx'), i18n.loadNamespaces(['site'])]);
  // A page is complete without it, so nobody is told that it is away.
  const [{ SiteFooter: Footer }] = await loadInPlace(load, () => {});
  return { default: Footer };
});

/** Sets a CSS variable to the width of the scroll bar, while there is one. */
function useScrollbarWidth(): void {
  useEffect(() => {
    const page = document.documentElement;
    const measure = () => {
      const width = window.innerWidth - page.clientWidth;
      if (getComputedStyle(page).overflowY !== 'hidden')
        page.style.setProperty('--app-scrollbar', `${width}px`);
    };
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);
}

/** The frame of every page. What depends on the address is in parts of its own, so that a change draws only them again. */
export function Shell() {
  const { t } = useTranslation();
  const { user } = useSession();
  useScrollbarWidth();
  return (
    <UnlockGate>
      {user && (
        <Suspense>
          <PrintHead user={user} />
        </Suspense>
      )}
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
        <Progress />
      </header>
      <Content />
      <Footer />
      {user && !isConfined(user) && (
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

function Progress() {
  const { state } = useNavigation();
  return state === 'loading' && <div className={classes.progress} aria-hidden />;
}

function Content() {
  const { user } = useSession();
  const { site = false } = usePageHandle();
  const main = usePageAnnouncement();
  return (
    <main
      className={classes.main}
      id="content"
      ref={main}
      tabIndex={-1}
      data-signed-in={user !== null}
      data-site={site}
    >
      <Outlet />
    </main>
  );
}

/** Of public pages. */
function Footer() {
  const { user, pending } = useSession();
  const { site = false } = usePageHandle();
  const idle = useIdle();
  return (
    idle &&
    (site || !(user || pending)) && (
      <Suspense>
        <SiteFooter />
      </Suspense>
    )
  );
}
