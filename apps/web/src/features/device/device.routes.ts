import type { RouteObject } from 'react-router-dom';
import { lazyPage } from '../../components/lazy-page.tsx';
import { paths } from '../../lib/paths.ts';

export const deviceRoutes: RouteObject[] = [
  {
    path: paths.machineList,
    lazy: lazyPage(
      async () => (await import('./device-list-page.tsx')).DeviceListPage,
      ['device', 'bulk', 'inspection'],
    ),
  },
  {
    path: paths.machineAdd,
    lazy: lazyPage(
      async () => (await import('./device-add-page.tsx')).DeviceAddPage,
      ['device', 'category', 'customer'],
    ),
  },
];
