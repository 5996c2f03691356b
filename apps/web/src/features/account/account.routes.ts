import type { RouteObject } from 'react-router-dom';
import { lazyPage } from '../../components/lazy-page.tsx';
import { paths } from '../../lib/paths.ts';

/** Only for visitors who are not signed in; others are redirected to their target. */
export const registrationRoutes: RouteObject[] = [
  {
    path: paths.register,
    handle: { title: 'menu.register' },
    lazy: lazyPage(async () => (await import('./register-page.tsx')).RegisterPage, ['account']),
  },
];
