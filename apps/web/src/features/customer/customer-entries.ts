/** What can be done with the customers chosen in the list. */
import { IconLanguage, IconTrash } from '@tabler/icons-react';
import { lazy } from 'react';
import type { BulkEntry } from '../../components/bulk-actions.tsx';

// Loaded on demand, because most visits of the list only read it.
const LanguageFields = lazy(async () => ({
  default: (await import('./customer-bulk-fields.tsx')).LanguageFields,
}));

export const customerEntries: readonly BulkEntry[] = [
  {
    action: 'customer.language',
    icon: IconLanguage,
    access: 'customer.edit',
    isPrimary: true,
    start: null,
    Fields: LanguageFields,
  },
  {
    action: 'customer.delete',
    icon: IconTrash,
    access: 'customer.delete',
    start: { action: 'customer.delete' },
  },
];
