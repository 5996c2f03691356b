import type { RouteObject } from 'react-router-dom';
import { lazyPage } from '../../components/lazy-page.tsx';
import { paths } from '../../lib/paths.ts';

export const logRoutes: RouteObject[] = [
  { path: paths.logs, lazy: lazyPage(async () => (await import('./log-page.tsx')).LogPage, ['log']) },
];
