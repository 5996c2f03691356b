import type { RouteObject } from 'react-router-dom';
import { lazyPage } from '../../components/lazy-page.tsx';
import { paths } from '../../lib/paths.ts';

export const statisticsRoutes: RouteObject[] = [
  {
    path: paths.statistics,
    lazy: lazyPage(
      async () => (await import('./statistics-page.tsx')).StatisticsPage,
      ['statistics', 'service'],
    ),
  },
];
