import type { RouteObject } from 'react-router-dom';
import { lazyPage } from '../../components/lazy-page.tsx';
import { paths } from '../../lib/paths.ts';

export const todoRoutes: RouteObject[] = [
  {
    path: paths.machineTodo,
    lazy: lazyPage(async () => (await import('./todo-list-page.tsx')).TodoListPage, ['todo', 'bulk']),
  },
];
