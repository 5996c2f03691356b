/** The demo company's to-dos. */
import type { Deps } from '../../deps.ts';
import { saveTodo } from '../todo/todo.service.ts';
import { day } from './chance.ts';
import type { Team } from './team.ts';

interface DemoTodo {
  description: string;
  /** Days from the day the demo is loaded; null: no due date. */
  inDays: number | null;
  /** Assignee: 0 the manager, 1 and 2 the technicians; null: unassigned. */
  person: number | null;
  done?: boolean;
}

const todos: DemoTodo[] = [
  { description: 'Send the offer for the second register to the bakery', inDays: -2, person: 0 },
  { description: 'Calibrate the torque wrench of van 2', inDays: 0, person: 1 },
  { description: 'Call the dairy about a date for the annual inspection', inDays: 0, person: 0 },
  { description: 'Fetch the rental lift from the depot', inDays: 3, person: 2 },
  { description: 'Check the stock of seals and thermal paper', inDays: 7, person: null },
  { description: 'Renew the electricians’ certificates', inDays: null, person: 0 },
  { description: 'Order new protocol folders', inDays: -10, person: 0, done: true },
];

/** Planned from the newest protocols. */
const plannedTodos: Omit<DemoTodo, 'done'>[] = [
  { description: 'Bring the missing gasket set and fit it', inDays: 5, person: 1 },
  { description: 'Measure the vibration again after two weeks of operation', inDays: 14, person: 2 },
];

export async function insertTodos(deps: Deps, { admin, technicians }: Team): Promise<void> {
  const people = [admin, ...technicians].map(({ userId }) => userId);
  const contentOf = ({ description, inDays, person }: DemoTodo) => ({
    description,
    date: inDays === null ? null : new Date(deps.clock().getTime() + inDays * day).toISOString().slice(0, 10),
    assigneeId: person === null ? null : (people[person] ?? null),
  });
  for (const todo of todos)
    await saveTodo(deps, admin, { id: null, toDoStatus: todo.done ? 'DONE' : 'TODO', ...contentOf(todo) });
  const db = deps.db.of(admin);
  // Signing completes the to-dos planned from a protocol, so only unsigned ones have open to-dos.
  const newest = await db.service.findMany({
    where: { state: 'NEW' },
    orderBy: { date: 'desc' },
    take: plannedTodos.length,
  });
  for (const [index, todo] of plannedTodos.entries()) {
    const service = newest[index];
    if (!service) continue;
    const { date, ...content } = contentOf(todo);
    await db.todo.create({
      data: {
        ...content,
        date: date && new Date(date),
        accountId: admin.accountId,
        serviceId: service.id,
        userCreatedId: admin.userId,
      },
    });
  }
}
