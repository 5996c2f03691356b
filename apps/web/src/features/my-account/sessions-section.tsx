import { Button } from '@mantine/core';
import type { UserSession } from '@servicebook/shared/user';
import { IconDeviceDesktop, IconDeviceMobile, IconDeviceTablet, IconWorld } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { ErrorState, LoadingState } from '../../components/states.tsx';
import { showToast } from '../../lib/toast.ts';
import { useSession } from '../../lib/use-session.ts';
import { momentIn } from '../service/service-texts.ts';
import { sessionsQuery, useEndSession } from './my-account.queries.ts';
import { SectionCard } from './section-card.tsx';
import classes from './sessions-section.module.css';

const icons = {
  desktop: IconDeviceDesktop,
  phone: IconDeviceMobile,
  tablet: IconDeviceTablet,
  other: IconWorld,
};

/** The browsers the user is signed in with, and signing out there. */
export function SessionsSection() {
  const { t } = useTranslation('my-account');
  const { data: sessions, error, refetch } = useQuery(sessionsQuery);
  const end = useEndSession();
  const others = sessions?.some(({ current }) => !current);
  const endOthers = () =>
    end.mutate('others', {
      onSuccess: () => showToast({ tone: 'success', message: t('sessions.othersEnded') }),
    });
  const endOne = (id: number) =>
    end.mutate(id, { onSuccess: () => showToast({ tone: 'success', message: t('sessions.ended') }) });
  return (
    <SectionCard title={t('sessions.title')} hint={t('sessions.hint')}>
      {sessions ? (
        <ul className={classes.list}>
          {sessions.map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              ending={end.isPending && (end.variables === session.id || end.variables === 'others')}
              onEnd={() => endOne(session.id)}
            />
          ))}
        </ul>
      ) : error ? (
        <ErrorState error={error} onRetry={() => refetch()} />
      ) : (
        <LoadingState />
      )}
      <ErrorNotice error={end.error} className={classes.failure} />
      {others && (
        <Button
          variant="default"
          className={classes.all ?? ''}
          loading={end.isPending && end.variables === 'others'}
          onClick={endOthers}
        >
          {t('sessions.endOthers')}
        </Button>
      )}
    </SectionCard>
  );
}

interface SessionRowProps {
  session: UserSession;
  ending: boolean;
  onEnd: () => void;
}

function SessionRow({ session, ending, onEnd }: SessionRowProps) {
  const { t } = useTranslation('my-account');
  const { user } = useSession();
  const { device, browser, system, ip, lastSeenAt, current } = session;
  const Icon = icons[device];
  const name = [browser || t('sessions.unknown'), system].filter(Boolean).join(' · ');
  const seen = t('sessions.lastSeen', { moment: momentIn(lastSeenAt, user?.timezone ?? 'UTC') });
  return (
    <li className={classes.row}>
      <Icon
        size={24}
        stroke={1.5}
        className={classes.icon ?? ''}
        role="img"
        aria-label={t(`sessions.device.${device}`)}
      />
      <div className={classes.what}>
        <p className={classes.name}>{name}</p>
        <p className={classes.seen}>
          <span className={current ? classes.current : undefined}>
            {current ? t('sessions.current') : seen}
          </span>
          {ip && ` · ${ip}`}
        </p>
      </div>
      {!current && (
        <Button
          variant="subtle"
          loading={ending}
          aria-label={t('sessions.endNamed', { session: name })}
          onClick={onEnd}
        >
          {t('sessions.end')}
        </Button>
      )}
    </li>
  );
}
