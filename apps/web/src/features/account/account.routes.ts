import type { RouteObject } from 'react-router-dom';
import { lazyPage } from '../../lib/lazy-page.ts';
import { paths } from '../../lib/paths.ts';

/** Only for who is not signed in; the others go on to where they were going. */
export const registrationRoutes: RouteObject[] = [
  {
    path: paths.register,
    handle: { title: 'menu.register' },
    lazy: lazyPage(async () => (await import('./register-page.tsx')).RegisterPage, ['account']),
  },
];
