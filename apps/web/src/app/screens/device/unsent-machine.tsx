import type { SessionUser } from '@servicebook/shared/user';
import { NotSent } from '../../../components/not-sent.tsx';
import { groupOfMachine } from '../../../offline/outbox/entries.ts';
import { useEntries } from '../stored-data/unsent.queries.ts';

/** Says that changes of a machine are only on this phone. */
export function UnsentMachine({ user, id }: { user: SessionUser; id: number }) {
  const waits = useEntries(user)?.some(({ group }) => group === groupOfMachine(id));
  return waits && <NotSent />;
}
