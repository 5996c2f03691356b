import { VisuallyHidden } from '@mantine/core';
import type { SessionUser } from '@servicebook/shared/user';
import { useTranslation } from 'react-i18next';
import { useSession } from '../lib/use-session.ts';
import { useEntries } from './screens/stored-data/unsent.queries.ts';
import classes from './unsent-mark.module.css';

/** The number of records that need their user, in red, or else of those that wait, as they are listed. */
export function UnsentMark() {
  const { user } = useSession();
  return user && <Mark user={user} />;
}

function Mark({ user }: { user: SessionUser }) {
  const { t } = useTranslation('unsent');
  const entries = useEntries(user) ?? [];
  if (entries.length === 0) return null;
  const recordsIn = (some: typeof entries) => new Set(some.map(({ group }) => group)).size;
  const parked = recordsIn(entries.filter(({ refusal }) => refusal));
  const count = parked || recordsIn(entries);
  return (
    <span className={classes.mark} data-urgent={parked > 0}>
      <span aria-hidden>{count > 99 ? '99+' : count}</span>
      <VisuallyHidden> {t(parked > 0 ? 'bar.parked' : 'bar.waiting', { count })}</VisuallyHidden>
    </span>
  );
}
