/** What can be done with the to-dos chosen in the list. */
import { IconCalendarEvent, IconCheck, IconRotate, IconTrash, IconUser } from '@tabler/icons-react';
import { lazy } from 'react';
import type { BulkEntry } from '../../components/bulk-actions.tsx';

// Loaded on demand, because most visits of the list only read it.
const AssigneeFields = lazy(async () => ({
  default: (await import('./todo-bulk-fields.tsx')).AssigneeFields,
}));
const DayFields = lazy(async () => ({ default: (await import('./todo-bulk-fields.tsx')).DayFields }));

const manage = { access: 'todo.manage', start: null } as const;
const complete = { access: 'todo.complete' } as const;

export const todoEntries: readonly BulkEntry[] = [
  {
    ...complete,
    action: 'todo.complete',
    icon: IconCheck,
    isPrimary: true,
    start: { action: 'todo.complete' },
  },
  { ...manage, action: 'todo.assignee', icon: IconUser, isPrimary: true, Fields: AssigneeFields },
  { ...manage, action: 'todo.day', icon: IconCalendarEvent, Fields: DayFields },
  { ...complete, action: 'todo.reopen', icon: IconRotate, start: { action: 'todo.reopen' } },
  { access: 'todo.manage', action: 'todo.delete', icon: IconTrash, start: { action: 'todo.delete' } },
];
