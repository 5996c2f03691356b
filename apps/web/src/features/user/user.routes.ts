import type { RouteObject } from 'react-router-dom';
import { firstPage, lazyPage } from '../../lib/lazy-page.ts';
import { paths } from '../../lib/paths.ts';

/** Only for who is not signed in; the others go on to where they were going. */
export const signInRoutes: RouteObject[] = [
  {
    path: paths.login,
    handle: { title: 'menu.signIn' },
    lazy: firstPage(async () => (await import('./login-page.tsx')).LoginPage, ['account']),
  },
];

export const unlockRoutes: RouteObject[] = [
  {
    path: paths.unlockSignIn,
    handle: { title: 'menu.signIn' },
    lazy: lazyPage(async () => (await import('./unlock-page.tsx')).UnlockPage, ['session']),
  },
];
