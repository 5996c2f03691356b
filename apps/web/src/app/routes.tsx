import type { RouteObject } from 'react-router-dom';
import { firstPage } from '../components/lazy-page.tsx';
import { LoadingState } from '../components/states.tsx';
import { registrationRoutes } from '../features/account/account.routes.ts';
import { binRoutes } from '../features/bin/bin.routes.ts';
import { categoryRoutes } from '../features/category/category.routes.ts';
import { customerRoutes } from '../features/customer/customer.routes.ts';
import { deviceRoutes } from '../features/device/device.routes.ts';
import { employeeRoutes } from '../features/employee/employee.routes.ts';
import { importRoutes } from '../features/import/import.routes.ts';
import { inspectionRoutes } from '../features/inspection/inspection.routes.ts';
import { logRoutes } from '../features/log/log.routes.ts';
import { orderRoutes } from '../features/order/order.routes.ts';
import { planningRoutes } from '../features/planning/planning.routes.ts';
import { serviceRoutes } from '../features/service/service.routes.ts';
import { siteRoutes, startRoutes } from '../features/site/site.routes.ts';
import { statisticsRoutes } from '../features/statistics/statistics.routes.ts';
import { todoRoutes } from '../features/todo/todo.routes.ts';
import { signInRoutes, unlockRoutes } from '../features/user/user.routes.ts';
import { visitRoutes } from '../features/visit/visit.routes.ts';
import { ErrorPage } from './error-page.tsx';
import { SignedOut, StartPage } from './guards.tsx';
import { logoutRoutes, screenRoutes } from './screens/screens.routes.ts';
import { Shell } from './shell.tsx';

/** Every page is loaded when it is first opened. */
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
          ...logoutRoutes,
          ...unlockRoutes,
          {
            // A visitor's first load does without it.
            lazy: async () => ({ Component: (await import('./signed-in.tsx')).SignedIn }),
            children: [
              ...screenRoutes,
              ...customerRoutes,
              ...categoryRoutes,
              ...deviceRoutes,
              ...employeeRoutes,
              ...inspectionRoutes,
              ...serviceRoutes,
              ...statisticsRoutes,
              ...todoRoutes,
              ...binRoutes,
              ...importRoutes,
              ...logRoutes,
              ...orderRoutes,
              ...planningRoutes,
              ...visitRoutes,
            ],
          },
          {
            path: '*',
            handle: { title: 'notFound.title' },
            lazy: firstPage(async () => (await import('./not-found-page.tsx')).NotFoundPage),
          },
        ],
      },
    ],
  },
];
