import type { RouteObject } from 'react-router-dom';
import { lazyPage } from '../../lib/lazy-page.ts';
import { paths } from '../../lib/paths.ts';

export const homeRoutes: RouteObject[] = [
  {
    path: paths.home,
    handle: { title: 'home.title' },
    lazy: lazyPage(async () => (await import('./home-page.tsx')).HomePage, ['home', 'device']),
  },
];
