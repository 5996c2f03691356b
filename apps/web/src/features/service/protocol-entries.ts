/** What can be done with the protocols chosen in the list. A signed one is withdrawn by itself, with a reason. */
import { IconTrash } from '@tabler/icons-react';
import type { BulkEntry } from '../../components/bulk-actions.tsx';

export const protocolEntries: readonly BulkEntry[] = [
  {
    action: 'service.delete',
    icon: IconTrash,
    access: 'service.delete',
    start: { action: 'service.delete' },
  },
];
