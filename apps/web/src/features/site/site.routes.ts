import type { RouteObject } from 'react-router-dom';
import { firstPage, lazyPage } from '../../components/lazy-page.tsx';
import { paths } from '../../lib/paths.ts';

/** `site`: full width, with the footer, for all users. */
const handle = (page: string) => ({ title: `site:pages.${page}.title`, site: true });

const landing = {
  handle: handle('landing'),
  lazy: firstPage(async () => (await import('./landing-page.tsx')).LandingPage, ['site']),
};

/** The root page for visitors who are not signed in. */
export const startRoutes: RouteObject[] = [{ index: true, ...landing }];

export const siteRoutes: RouteObject[] = [
  { path: paths.landing, ...landing },
  {
    path: paths.pricing,
    handle: handle('pricing'),
    lazy: lazyPage(async () => (await import('./pricing-page.tsx')).PricingPage, ['site', 'order']),
  },
  {
    path: paths.mobileApp,
    handle: handle('mobile'),
    lazy: firstPage(async () => (await import('./mobile-app-page.tsx')).MobileAppPage, ['site']),
  },
  {
    path: paths.about,
    handle: handle('about'),
    lazy: firstPage(async () => (await import('./about-page.tsx')).AboutPage, ['site']),
  },
  {
    path: paths.conditions,
    handle: handle('terms'),
    lazy: firstPage(async () => (await import('./terms-page.tsx')).TermsPage, ['site', 'terms']),
  },
  {
    path: paths.privacy,
    handle: handle('privacy'),
    lazy: firstPage(
      async () => (await import('./privacy-page.tsx')).PrivacyPage,
      ['site', 'privacy', 'terms'],
    ),
  },
  {
    path: paths.security,
    caseSensitive: true,
    handle: handle('security'),
    lazy: firstPage(async () => (await import('./security-page.tsx')).SecurityPage, ['site']),
  },
];
