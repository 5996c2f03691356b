import type { RouteObject } from 'react-router-dom';
import { LoadingState } from '../components/states.tsx';
import { registrationRoutes } from '../features/account/account.routes.ts';
import { categoryRoutes } from '../features/category/category.routes.ts';
import { customerRoutes } from '../features/customer/customer.routes.ts';
import { deviceRoutes } from '../features/device/device.routes.ts';
import { employeeRoutes } from '../features/employee/employee.routes.ts';
import { homeRoutes } from '../features/home/home.routes.ts';
import { inspectionRoutes } from '../features/inspection/inspection.routes.ts';
import { logRoutes } from '../features/log/log.routes.ts';
import { myAccountRoutes } from '../features/my-account/my-account.routes.ts';
import { orderRoutes } from '../features/order/order.routes.ts';
import { serviceRoutes } from '../features/service/service.routes.ts';
import { siteRoutes, startRoutes } from '../features/site/site.routes.ts';
import { statisticsRoutes } from '../features/statistics/statistics.routes.ts';
import { todoRoutes } from '../features/todo/todo.routes.ts';
import { signInRoutes, signOutRoutes } from '../features/user/user.routes.ts';
import { lazyPage } from '../lib/lazy-page.ts';
import { ErrorPage } from './error-page.tsx';
import { SignedIn, SignedOut, StartPage } from './guards.tsx';
import { Shell } from './shell.tsx';

/** A line a feature; every feature loads its pages when they are first opened. */
export const routes: RouteObject[] = [
  {
    element: <Shell />,
    hydrateFallbackElement: <LoadingState />,
    errorElement: <ErrorPage />,
    children: [
      {
        errorElement: <ErrorPage />,
        children: [
          { element: <StartPage />, children: startRoutes },
          ...siteRoutes,
          { element: <SignedOut />, children: [...signInRoutes, ...registrationRoutes] },
          ...signOutRoutes,
          {
            element: <SignedIn />,
            children: [
              ...homeRoutes,
              ...customerRoutes,
              ...categoryRoutes,
              ...deviceRoutes,
              ...employeeRoutes,
              ...inspectionRoutes,
              ...serviceRoutes,
              ...statisticsRoutes,
              ...todoRoutes,
              ...logRoutes,
              ...myAccountRoutes,
              ...orderRoutes,
            ],
          },
          {
            path: '*',
            handle: { title: 'notFound.title' },
            lazy: lazyPage(async () => (await import('./not-found-page.tsx')).NotFoundPage),
          },
        ],
      },
    ],
  },
];
