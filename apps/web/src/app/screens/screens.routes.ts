import type { RouteObject } from 'react-router-dom';
import { lazyPage } from '../../components/lazy-page.tsx';
import { paths } from '../../lib/paths.ts';

/** Screens that combine several features. They need a signed-in user. */
export const screenRoutes: RouteObject[] = [
  {
    path: paths.home,
    handle: { title: 'home.title' },
    lazy: lazyPage(
      async () => (await import('./home/home-page.tsx')).HomePage,
      ['home', 'device', 'inspection-overview', 'service', 'todo', 'visit'],
    ),
  },
  {
    path: paths.customerEdit,
    lazy: lazyPage(
      async () => (await import('./customer/customer-edit-page.tsx')).CustomerEditPage,
      ['customer', 'device', 'service', 'linked'],
    ),
  },
  {
    path: paths.categoryEdit,
    lazy: lazyPage(
      async () => (await import('./category/category-edit-page.tsx')).CategoryEditPage,
      ['category', 'device'],
    ),
  },
  {
    path: paths.machineEdit,
    lazy: lazyPage(
      async () => (await import('./device/device-edit-page.tsx')).DeviceEditPage,
      ['device', 'category', 'customer', 'service', 'inspection-overview'],
    ),
  },
  {
    path: paths.userEdit,
    lazy: lazyPage(
      async () => (await import('./employee/employee-edit-page.tsx')).EmployeeEditPage,
      ['employee', 'my-account', 'service', 'absence'],
    ),
  },
  {
    path: paths.myAccount,
    lazy: lazyPage(
      async () => (await import('./my-account/my-account-page.tsx')).MyAccountPage,
      ['my-account', 'calendar', 'notification', 'reminder', 'absence'],
    ),
  },
  {
    path: paths.storedData,
    lazy: lazyPage(
      async () => (await import('./stored-data/stored-data-page.tsx')).StoredDataPage,
      ['offline', 'unsent'],
    ),
  },
];

/** Open to everybody, because the session may have ended already. */
export const logoutRoutes: RouteObject[] = [
  {
    path: paths.logout,
    handle: { title: 'menu.signOut' },
    lazy: lazyPage(async () => (await import('./logout/logout-page.tsx')).LogoutPage, ['session', 'unsent']),
  },
];
