import type { RouteObject } from 'react-router-dom';
import { lazyPage } from '../../components/lazy-page.tsx';
import { paths } from '../../lib/paths.ts';

export const employeeRoutes: RouteObject[] = [
  {
    path: paths.userList,
    lazy: lazyPage(
      async () => (await import('./employee-list-page.tsx')).EmployeeListPage,
      ['employee', 'order'],
    ),
  },
  {
    path: paths.userAdd,
    lazy: lazyPage(
      async () => (await import('./employee-add-page.tsx')).EmployeeAddPage,
      ['employee', 'order'],
    ),
  },
];
