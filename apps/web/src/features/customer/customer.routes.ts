import type { RouteObject } from 'react-router-dom';
import { lazyPage } from '../../components/lazy-page.tsx';
import { paths } from '../../lib/paths.ts';

export const customerRoutes: RouteObject[] = [
  {
    path: paths.customerList,
    lazy: lazyPage(
      async () => (await import('./customer-list-page.tsx')).CustomerListPage,
      ['customer', 'bulk'],
    ),
  },
  {
    path: paths.customerAdd,
    lazy: lazyPage(async () => (await import('./customer-add-page.tsx')).CustomerAddPage, ['customer']),
  },
];
