import type { RouteObject } from 'react-router-dom';
import { lazyPage } from '../../lib/lazy-page.ts';
import { paths } from '../../lib/paths.ts';

export const myAccountRoutes: RouteObject[] = [
  {
    path: paths.myAccount,
    lazy: lazyPage(
      async () => (await import('./my-account-page.tsx')).MyAccountPage,
      ['my-account', 'calendar', 'reminder'],
    ),
  },
];
