import {
  type ServiceTodoInput,
  type TodoInput,
  type TodoSearch,
  type TodoStatusInput,
  todoContract,
} from '@servicebook/shared/todo';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { apiOf } from '../../lib/api-client.ts';

const todoApi = apiOf(todoContract);

/** Every key of the feature starts with it. */
const todos = 'todo';

export const todoSearchQuery = (request: z.input<typeof TodoSearch>) =>
  queryOptions({
    queryKey: [todos, 'search', request],
    queryFn: ({ signal }) => todoApi.search({ body: request, signal }),
    // The page before stays in sight until the next is here.
    placeholderData: keepPreviousData,
  });

export const todoQuery = (id: number) =>
  queryOptions({
    queryKey: [todos, 'one', id],
    queryFn: ({ signal }) => todoApi.findById({ params: { id }, signal }),
  });

/** What is saved: of a protocol's to-do through the protocol, by its id. */
export interface TodoChange {
  content: TodoInput;
  serviceId: number | null;
  idempotencyKey?: string;
}

const ofService = ({ content, serviceId }: TodoChange & { serviceId: number }): ServiceTodoInput => ({
  id: serviceId,
  toDoStatus: content.toDoStatus,
  todo: content.description,
  date: content.date,
  assigneeId: content.assigneeId,
});

export function useSaveTodo() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ content, serviceId, idempotencyKey = crypto.randomUUID() }: TodoChange) =>
      serviceId === null
        ? todoApi.save({ body: content, idempotencyKey })
        : todoApi.changeOfService({ body: ofService({ content, serviceId }) }),
    meta: { handlesErrors: true },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: [todos] }),
  });
}

/** Done or undone, wherever it was planned. */
export function useMarkTodo() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: TodoStatusInput) => todoApi.setStatus({ body }),
    meta: { handlesErrors: true },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: [todos] }),
  });
}

export function useDeleteTodo() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => todoApi.delete({ query: { id } }),
    meta: { handlesErrors: true },
    onSuccess: (_, id) => {
      // Asking for what is gone would only answer 404.
      queryClient.removeQueries({ queryKey: todoQuery(id).queryKey });
      queryClient.invalidateQueries({ queryKey: [todos, 'search'] });
    },
  });
}
