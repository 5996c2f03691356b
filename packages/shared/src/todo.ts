/** To-dos with a due date, standalone or planned from a service protocol. */

import { z } from 'zod';
import { endpoint, streamedList } from './contract.ts';
import { Place } from './distance.ts';
import { exportOf, tableAnswer } from './export-format.ts';
import { MachineName } from './machine-name.ts';
import {
  id,
  idText,
  instant,
  onlyIds,
  optionalDate,
  optionalText,
  pageOf,
  requiredText,
  searchOf,
} from './primitives.ts';

export const todoStatuses = ['TODO', 'DONE'] as const;
export const TodoStatus = z.enum(todoStatuses, 'INVALID');
export type TodoStatus = z.infer<typeof TodoStatus>;

/** Lists show open to-dos, or all of them. */
const shownStatus = z.enum(['TODO', 'ALL'], 'INVALID');

/** Lists truncate descriptions to this length. */
export const shownDescriptionLength = 299;

const address = { streetAddress: z.string(), zipCode: z.string(), city: z.string(), country: z.string() };
const degrees = z.number().nullable();

const Person = z.object({ id: z.number(), firstName: z.string(), lastName: z.string() });

export const Todo = z.object({
  id: z.number(),
  /** The due date; null: none. */
  date: z.string().nullable(),
  description: z.string(),
  toDoStatus: TodoStatus,
  userCreated: Person,
  /** Who it is assigned to; null: unassigned. */
  assignee: Person.nullable(),
  /** The protocol it was planned from; null: standalone. */
  service: z
    .object({
      id: z.number(),
      date: instant,
      /** As documents show it: `25A/11/2026`. */
      number: z.string(),
      customer: z.object({
        id: z.number(),
        shortName: z.string(),
        fullName: z.string(),
        ...address,
        position: Place.nullable(),
      }),
      /** Each with its own address, which may be empty; `workPlaces` derives where the work is done. */
      devices: z.array(
        MachineName.extend({
          ...address,
          gpsLatitude: degrees,
          gpsLongitude: degrees,
          elsewhere: z.boolean(),
        }),
      ),
    })
    .nullable(),
});
export type Todo = z.infer<typeof Todo>;

/** Omitted: unchanged; null: unassigned. */
const assigneeId = id.nullish();

export const TodoInput = z.strictObject({
  id: id.nullish().transform((value) => value ?? null),
  toDoStatus: TodoStatus.default('TODO'),
  description: requiredText(5000, 1, 'ENTER_TEXT'),
  date: optionalDate,
  assigneeId,
});
export type TodoInput = z.output<typeof TodoInput>;

export const ServiceTodoInput = z.strictObject({
  /** The protocol's id. */
  id,
  toDoStatus: TodoStatus,
  /** The description; omitted or empty: unchanged. */
  todo: optionalText(5000),
  /** Omitted: unchanged. */
  date: optionalDate,
  assigneeId,
});
export type ServiceTodoInput = z.output<typeof ServiceTodoInput>;

export const TodoStatusInput = z.strictObject({ id, toDoStatus: TodoStatus });
export type TodoStatusInput = z.output<typeof TodoStatusInput>;

export const TodoSearch = searchOf(
  {
    ids: onlyIds,
    toDoStatus: shownStatus.default('TODO'),
    assigneeId: id.nullish(),
    /** Only to-dos due on or before this day. */
    dueUntil: optionalDate,
  },
  ['id', 'date', 'description', 'toDoStatus'],
);
export type TodoSearch = z.output<typeof TodoSearch>;

/** The same, to choose all results. */
export const TodoIds = TodoSearch.omit({ sort: true, page: true, size: true });
export type TodoIds = z.output<typeof TodoIds>;

/** The same without paging: all results, as a file. */
export const TodoExport = exportOf(TodoSearch);
export type TodoExport = z.output<typeof TodoExport>;

export const todoContract = {
  get: endpoint({
    method: 'get',
    path: '/api/todo/get',
    summary: 'All to-dos, or those still to be done',
    access: 'account.read',
    query: z.strictObject({ toDoStatus: shownStatus.default('TODO') }),
    response: streamedList(Todo),
  }),
  search: endpoint({
    method: 'post',
    path: '/api/todo/search',
    summary: 'A page of to-dos',
    access: 'account.read',
    body: TodoSearch,
    response: pageOf(Todo),
  }),
  findIds: endpoint({
    method: 'post',
    path: '/api/todo/findIds',
    summary: 'The ids of what a search finds, at most 500',
    access: 'account.read',
    body: TodoIds,
    response: z.array(z.number()),
  }),
  export: endpoint({
    method: 'post',
    path: '/api/todo/export',
    summary: 'What a search finds among the to-dos, as a table to take along',
    access: 'account.read',
    body: TodoExport,
    ...tableAnswer,
  }),
  findById: endpoint({
    method: 'get',
    path: '/api/todo/findById/{id}',
    summary: 'One to-do',
    access: 'account.read',
    params: z.strictObject({ id: idText }),
    response: Todo,
  }),
  save: endpoint({
    method: 'post',
    path: '/api/todo/save',
    summary: 'Adds a to-do that stands alone, or changes it when it carries an id',
    access: 'todo.manage',
    body: TodoInput,
    response: Todo,
    idempotent: true,
    errors: ['TODO_OF_SERVICE'],
  }),
  changeOfService: endpoint({
    method: 'patch',
    path: '/api/service/changeTodoStatus',
    summary: 'Changes the to-do planned from a protocol',
    access: 'todo.manage',
    body: ServiceTodoInput,
    response: Todo,
  }),
  setStatus: endpoint({
    method: 'patch',
    path: '/api/todo/status',
    summary: 'Marks any to-do done or undone: for admins, and for whom it is assigned to',
    access: 'todo.complete',
    body: TodoStatusInput,
    response: Todo,
    idempotent: true,
  }),
  delete: endpoint({
    method: 'delete',
    path: '/api/todo/delete',
    summary: 'Deletes a to-do that stands alone',
    access: 'todo.manage',
    query: z.strictObject({ id: idText }),
    response: 'empty',
    errors: ['TODO_OF_SERVICE'],
  }),
};
