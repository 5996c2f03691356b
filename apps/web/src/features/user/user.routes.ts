import type { RouteObject } from 'react-router-dom';
import { firstPage, lazyPage } from '../../components/lazy-page.tsx';
import { paths } from '../../lib/paths.ts';

/** Only for visitors who are not signed in; others are redirected to their target. */
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
