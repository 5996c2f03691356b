import type { RouteObject } from 'react-router-dom';
import { lazyPage } from '../../components/lazy-page.tsx';
import { paths } from '../../lib/paths.ts';

export const binRoutes: RouteObject[] = [
  { path: paths.bin, lazy: lazyPage(async () => (await import('./bin-page.tsx')).BinPage, ['bin']) },
];
