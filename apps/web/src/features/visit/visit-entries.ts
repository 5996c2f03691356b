/** What can be done with the visits chosen in a list. */
import { IconCalendarEvent, IconCalendarX, IconFlag, IconTrash, IconUsers } from '@tabler/icons-react';
import { lazy } from 'react';
import type { BulkEntry } from '../../components/bulk-actions.tsx';

// Loaded on demand, because most visits of the list only read it.
const DayFields = lazy(async () => ({ default: (await import('./visit-bulk-fields.tsx')).DayFields }));
const TechniciansFields = lazy(async () => ({
  default: (await import('./visit-bulk-fields.tsx')).TechniciansFields,
}));
const PriorityFields = lazy(async () => ({
  default: (await import('./visit-bulk-fields.tsx')).PriorityFields,
}));
const CancelFields = lazy(async () => ({ default: (await import('./visit-bulk-fields.tsx')).CancelFields }));

const edit = { access: 'visit.edit', start: null } as const;

const cancel: BulkEntry = {
  access: 'visit.edit',
  action: 'visit.cancel',
  icon: IconCalendarX,
  start: { action: 'visit.cancel', reason: '' },
  Fields: CancelFields,
};

export const visitEntries: readonly BulkEntry[] = [
  { ...edit, action: 'visit.day', icon: IconCalendarEvent, isPrimary: true, Fields: DayFields },
  { ...edit, action: 'visit.technicians', icon: IconUsers, isPrimary: true, Fields: TechniciansFields },
  { ...edit, action: 'visit.priority', icon: IconFlag, Fields: PriorityFields },
  cancel,
  { action: 'visit.delete', icon: IconTrash, access: 'visit.delete', start: { action: 'visit.delete' } },
];
