import {
  type ServiceTodoInput,
  type TodoExport,
  type TodoIds,
  type TodoInput,
  todoContract,
} from '@servicebook/shared/todo';
import type { z } from 'zod';
import { apiOf } from '../../lib/api-client.ts';
import { deletionOf, mutationOf } from '../../lib/mutation.ts';
import { listQueryOf, recordQueryOf } from '../../lib/queries.ts';

const todoApi = apiOf(todoContract);

export const todoSearchQuery = listQueryOf(['todo', 'search'], todoApi.search);
/** The ids of all results. */
export const findTodoIds = (request: z.input<typeof TodoIds>): Promise<number[]> =>
  todoApi.findIds({ body: request });

/** All results of a search, as a file. */
export const exportTodos = (request: z.input<typeof TodoExport>): Promise<File> =>
  todoApi.export({ body: request });

export const todoQuery = recordQueryOf('todo', todoApi.findById);

/** The saved content; for a protocol's to-do, with the protocol's id. */
export interface TodoChange {
  content: TodoInput;
  serviceId: number | null;
  idempotencyKey: string;
}

const ofService = ({ content, serviceId }: TodoChange & { serviceId: number }): ServiceTodoInput => ({
  id: serviceId,
  toDoStatus: content.toDoStatus,
  todo: content.description,
  date: content.date,
  assigneeId: content.assigneeId,
});

export const useSaveTodo = mutationOf(
  ({ content, serviceId, idempotencyKey }: TodoChange): Promise<unknown> =>
    serviceId === null
      ? todoApi.save({ body: content, idempotencyKey })
      : todoApi.changeOfService({ body: ofService({ content, serviceId, idempotencyKey }) }),
  { refreshes: 'todo', waits: true },
);

/** Marks a to-do as done or not done, wherever it was planned. */
export const useMarkTodo = mutationOf(todoApi.setStatus, { refreshes: 'todo', waits: true });

export const useDeleteTodo = deletionOf((id) => todoApi.delete({ query: { id } }), { of: 'todo' });
