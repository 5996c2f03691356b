import type { SessionUser } from '@servicebook/shared/user';
import { countUnsent, toDraftUser } from '../../../features/service/service-draft.ts';
import type { EntryLabel } from '../../../offline/outbox/database.ts';
import { listEntries } from '../../../offline/outbox/entries.ts';
import { ownerOf } from '../../../offline/outbox/owner.ts';

/** In the order in which they are named: what cannot be had again comes first. */
export const unsentKinds = [
  'signatures',
  'protocols',
  'files',
  'machines',
  'notes',
  'events',
  'visits',
  'todos',
  'entries',
] as const;
export type UnsentKinds = Record<(typeof unsentKinds)[number], number>;

const kinds: Record<EntryLabel['kind'], keyof UnsentKinds> = {
  ...{ signature: 'signatures', protocol: 'protocols', photo: 'files', machine: 'machines' },
  ...{ note: 'notes', visitNote: 'notes', event: 'events' },
  ...{ visit: 'visits', visitStarted: 'visits', visitDone: 'visits', visitChecked: 'visits' },
  ...{ todo: 'todos', todoDone: 'todos', todoOpened: 'todos' },
};

/** What of a user exists only on this device. */
export interface UnsentWork {
  counts: UnsentKinds;
  /** Of each record that waits: the customer or machine, and how it begins. A photo alone has only the name of a file. */
  names: string[];
}

/** @param noted so many entries wait. Those that cannot be read have no kind. */
export async function findUnsent(user: SessionUser, noted: number): Promise<UnsentWork> {
  const counts = Object.fromEntries(unsentKinds.map((kind) => [kind, 0])) as UnsentKinds;
  Object.assign(counts, await countUnsent(toDraftUser(user)).catch(() => ({})));
  const entries = noted > 0 ? await listEntries(ownerOf(user)).catch(() => []) : [];
  for (const { label } of entries) counts[kinds[label.kind]] += 1;
  counts.entries += Math.max(0, noted - entries.length);
  const told = Map.groupBy(
    entries.filter(({ label }) => label.kind !== 'photo'),
    ({ group }) => group,
  );
  return { counts, names: [...new Set([...told.values()].map(([first]) => first?.label.name ?? ''))] };
}
