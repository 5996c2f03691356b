import type { RouteObject } from 'react-router-dom';
import { lazyPage } from '../../components/lazy-page.tsx';
import { paths } from '../../lib/paths.ts';

export const serviceRoutes: RouteObject[] = [
  {
    path: paths.servicesList,
    lazy: lazyPage(
      async () => (await import('./services-list-page.tsx')).ServicesListPage,
      ['service-overview', 'service', 'export', 'billing', 'bulk'],
    ),
  },
];
