import type { SessionUser } from '@servicebook/shared/user';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { i18n } from '../lib/i18n.ts';
import { paths } from '../lib/paths.ts';
import { showToast } from '../lib/toast.ts';
import { useSession } from '../lib/use-session.ts';
import { setJoin } from '../offline/outbox/merge.ts';
import { keepSending } from '../offline/outbox/sender.ts';
import { useEntries } from './screens/stored-data/unsent.queries.ts';
import classes from './stored-data.module.css';

setJoin(
  {
    protocol: async (versions, timezone, isTheirs) => {
      const { joinProtocols } = await import('../features/service/join-protocols.ts');
      return joinProtocols(versions, timezone, isTheirs);
    },
    machine: async (versions, _, isTheirs) => {
      const { joinMachines } = await import('../features/device/join-machines.ts');
      return joinMachines(versions, isTheirs);
    },
  },
  ({ label }) => showToast({ message: i18n.t('unsent:joined', { name: label.name }), tone: 'info' }),
);

/** Sends what waits on this phone. Only what needs its user takes room from the screens. */
export function UnsentWork() {
  const { user } = useSession();
  return user && <WorkOf user={user} />;
}

function WorkOf({ user }: { user: SessionUser }) {
  const { t } = useTranslation('unsent');
  const { pathname } = useLocation();
  const entries = useEntries(user);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the object is another one after each answer
  useEffect(() => keepSending(user), [user.id, user.account.id]);
  const parked = entries?.filter(({ refusal }) => refusal).length ?? 0;
  if (parked === 0 || pathname === paths.storedData) return null;
  return (
    <p className={classes.line} data-urgent role="status">
      <IconAlertTriangle className={classes.icon ?? ''} size={18} aria-hidden />
      <span>
        {t('bar.parked', { count: parked })} <Link to={paths.storedData}>{t('bar.show')}</Link>
      </span>
    </p>
  );
}
