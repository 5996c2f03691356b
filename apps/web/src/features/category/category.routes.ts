import type { RouteObject } from 'react-router-dom';
import { lazyPage } from '../../components/lazy-page.tsx';
import { paths } from '../../lib/paths.ts';

export const categoryRoutes: RouteObject[] = [
  {
    path: paths.categoryList,
    lazy: lazyPage(async () => (await import('./category-list-page.tsx')).CategoryListPage, ['category']),
  },
  {
    path: paths.categoryAdd,
    lazy: lazyPage(async () => (await import('./category-add-page.tsx')).CategoryAddPage, ['category']),
  },
];
