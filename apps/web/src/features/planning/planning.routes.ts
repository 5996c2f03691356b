import type { RouteObject } from 'react-router-dom';
import { lazyPage } from '../../components/lazy-page.tsx';
import { paths } from '../../lib/paths.ts';

export const planningRoutes: RouteObject[] = [
  {
    path: paths.planning,
    lazy: lazyPage(
      async () => (await import('./planning-page.tsx')).PlanningPage,
      ['planning', 'visit', 'service', 'absence', 'place', 'inspection-overview'],
      'planningAway',
    ),
  },
];
