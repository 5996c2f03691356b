import type { RouteObject } from 'react-router-dom';
import { lazyPage } from '../../components/lazy-page.tsx';
import { paths } from '../../lib/paths.ts';

export const orderRoutes: RouteObject[] = [
  {
    path: paths.order,
    lazy: lazyPage(async () => (await import('./order-page.tsx')).OrderPage, ['order']),
  },
  {
    path: paths.waitingForPayment,
    lazy: lazyPage(async () => (await import('./waiting-page.tsx')).WaitingPage, ['order']),
  },
];
