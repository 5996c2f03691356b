/** The demo company's to-dos. */
export interface DemoTodo {
  description: string;
  /** Days from the day the demo is loaded; null: no due date. */
  inDays: number | null;
  /** Assignee: 0 the manager, 1 and 2 the technicians; null: unassigned. */
  person: number | null;
  done?: boolean;
}

export const todos: DemoTodo[] = [
  { description: 'Send the offer for the second register to the bakery', inDays: -2, person: 0 },
  { description: 'Calibrate the torque wrench of van 2', inDays: 0, person: 1 },
  { description: 'Call the dairy about a date for the annual inspection', inDays: 0, person: 0 },
  { description: 'Fetch the rental lift from the depot', inDays: 3, person: 2 },
  { description: 'Check the stock of seals and thermal paper', inDays: 7, person: null },
  { description: 'Renew the electricians’ certificates', inDays: null, person: 0 },
  { description: 'Order new protocol folders', inDays: -10, person: 0, done: true },
];

/** Planned from the newest protocols. */
export const plannedTodos: Omit<DemoTodo, 'done'>[] = [
  { description: 'Bring the missing gasket set and fit it', inDays: 5, person: 1 },
  { description: 'Measure the vibration again after two weeks of operation', inDays: 14, person: 2 },
];
