/** What can be done with the machines chosen in a list. */
import {
  IconActivity,
  IconArchive,
  IconArchiveOff,
  IconBuilding,
  IconCalendarRepeat,
  IconCategory,
  IconTrash,
} from '@tabler/icons-react';
import { lazy } from 'react';
import type { BulkEntry } from '../../components/bulk-actions.tsx';

// Loaded on demand, because most visits of the list only read it.
const fields = () => import('./machine-bulk-fields.tsx');
const StatusFields = lazy(async () => ({ default: (await fields()).StatusFields }));
const CategoryFields = lazy(async () => ({ default: (await fields()).CategoryFields }));
const CustomerFields = lazy(async () => ({ default: (await fields()).CustomerFields }));
const IntervalFields = lazy(async () => ({ default: (await fields()).IntervalFields }));
const ArchiveFields = lazy(async () => ({ default: (await fields()).ArchiveFields }));

const edit = { access: 'device.edit', start: null } as const;

const status: BulkEntry = {
  ...edit,
  action: 'machine.status',
  icon: IconActivity,
  isPrimary: true,
  Fields: StatusFields,
};
const category: BulkEntry = {
  ...edit,
  action: 'machine.category',
  icon: IconCategory,
  Fields: CategoryFields,
};
const customer: BulkEntry = {
  ...edit,
  action: 'machine.customer',
  icon: IconBuilding,
  Fields: CustomerFields,
};
const interval: BulkEntry = {
  ...edit,
  action: 'machine.interval',
  icon: IconCalendarRepeat,
  isPrimary: true,
  Fields: IntervalFields,
};
const archive: BulkEntry = {
  action: 'machine.archive',
  icon: IconArchive,
  access: 'device.edit',
  start: { action: 'machine.archive', reason: 'SCRAPPED', note: '' },
  Fields: ArchiveFields,
};
const restore: BulkEntry = {
  action: 'machine.restore',
  icon: IconArchiveOff,
  access: 'device.edit',
  isPrimary: true,
  start: { action: 'machine.restore' },
};
const remove: BulkEntry = {
  action: 'machine.delete',
  icon: IconTrash,
  access: 'device.delete',
  start: { action: 'machine.delete' },
  instead: archive,
};
const { instead: _none, ...removeArchived } = remove;

export const machineEntries = [status, interval, category, customer, archive, remove];
/** In the list of archived machines. */
export const archivedMachineEntries = [restore, removeArchived];
/** Where machines are listed by their inspections. */
export const inspectionEntries = [interval, status, category, customer, archive];
