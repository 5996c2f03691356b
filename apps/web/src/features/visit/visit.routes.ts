import type { RouteObject } from 'react-router-dom';
import { lazyPage } from '../../components/lazy-page.tsx';
import { paths } from '../../lib/paths.ts';

const texts = ['visit', 'service', 'announcement'] as const;

export const visitRoutes: RouteObject[] = [
  {
    path: paths.visitList,
    lazy: lazyPage(async () => (await import('./visit-list-page.tsx')).VisitListPage, [...texts, 'bulk']),
  },
  {
    path: paths.visit,
    lazy: lazyPage(async () => (await import('./visit-page.tsx')).VisitPage, [...texts]),
  },
];
