import type { RouteObject } from 'react-router-dom';
import { lazyPage } from '../../components/lazy-page.tsx';
import { paths } from '../../lib/paths.ts';

export const importRoutes: RouteObject[] = [
  {
    path: paths.import,
    lazy: lazyPage(
      async () => (await import('./import-page.tsx')).ImportPage,
      ['import', 'service', 'device', 'todo'],
    ),
  },
];
