import { VisuallyHidden } from '@mantine/core';
import type { SessionUser } from '@servicebook/shared/user';
import { useTranslation } from 'react-i18next';
import { useSession } from '../lib/use-session.ts';
import { useEntries } from './screens/stored-data/unsent.queries.ts';
import classes from './unsent-mark.module.css';

/** The number of entries that wait; red if one of them needs its user. */
export function UnsentMark() {
  const { user } = useSession();
  return user && <Mark user={user} />;
}

function Mark({ user }: { user: SessionUser }) {
  const { t } = useTranslation('unsent');
  const entries = useEntries(user) ?? [];
  if (entries.length === 0) return null;
  const parked = entries.filter(({ refusal }) => refusal).length;
  return (
    <span className={classes.mark} data-urgent={parked > 0}>
      <span aria-hidden>{entries.length > 99 ? '99+' : entries.length}</span>
      <VisuallyHidden>
        {' '}
        {parked > 0 ? t('bar.parked', { count: parked }) : t('bar.waiting', { count: entries.length })}
      </VisuallyHidden>
    </span>
  );
}
