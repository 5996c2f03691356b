import { todoContract } from '@servicebook/shared/todo';
import type { Deps } from '../../deps.ts';
import { handlers } from '../../http/handlers.ts';
import {
  changeServiceTodo,
  deleteTodo,
  exportTodos,
  findTodo,
  findTodoIds,
  listTodos,
  saveTodo,
  searchTodos,
  setTodoStatus,
} from './todo.service.ts';

export const todoRoutes = (deps: Deps) =>
  handlers(todoContract, {
    get: async ({ ctx, query }) => listTodos(deps, ctx, query.toDoStatus),
    search: ({ ctx, body }) => searchTodos(deps, ctx, body),
    findIds: ({ ctx, body }) => findTodoIds(deps, ctx, body),
    export: ({ ctx, body }) => exportTodos(deps, ctx, body),
    findById: ({ ctx, params }) => findTodo(deps, ctx, params.id),
    save: ({ ctx, body }) => saveTodo(deps, ctx, body),
    changeOfService: ({ ctx, body }) => changeServiceTodo(deps, ctx, body),
    setStatus: ({ ctx, body }) => setTodoStatus(deps, ctx, body),
    delete: ({ ctx, query }) => deleteTodo(deps, ctx, query.id),
  });
