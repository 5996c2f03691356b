import type { RouteObject } from 'react-router-dom';
import { lazyPage } from '../../components/lazy-page.tsx';
import { paths } from '../../lib/paths.ts';

export const inspectionRoutes: RouteObject[] = [
  {
    path: paths.machinePeriodicInspection,
    lazy: lazyPage(
      async () => (await import('./inspection-overview-page.tsx')).InspectionOverviewPage,
      ['inspection-overview', 'device', 'place', 'bulk', 'inspection'],
    ),
  },
];
