import { Button } from '@mantine/core';
import { joinPresent } from '@servicebook/i18n/names.ts';
import type { UserSession } from '@servicebook/shared/user';
import { IconDeviceDesktop, IconDeviceMobile, IconDeviceTablet, IconWorld } from '@tabler/icons-react';
import type { UseMutationResult, UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '../lib/api-error.ts';
import { momentIn } from '../lib/moment-text.ts';
import { showToast } from '../lib/toast.ts';
import { useSession } from '../lib/use-session.ts';
import { ErrorNotice } from './error-notice.tsx';
import classes from './session-list.module.css';
import { ErrorState, LoadingState } from './states.tsx';

const icons = {
  desktop: IconDeviceDesktop,
  phone: IconDeviceMobile,
  tablet: IconDeviceTablet,
  other: IconWorld,
};

interface SessionListProps {
  query: UseQueryResult<UserSession[], ApiError>;
  /** Ends one session by its id, or all but this one. */
  end: UseMutationResult<void, ApiError, number | 'all'>;
  endAll: { label: string; ended: string };
  /** Said when there are none. */
  none?: string;
}

/** Browsers that somebody is signed in with, and signing out there. */
export function SessionList({ query, end, endAll, none }: SessionListProps) {
  const { t } = useTranslation('my-account');
  const { data: sessions, error, refetch } = query;
  const endingAll = end.isPending && end.variables === 'all';
  const tellAfter = (which: number | 'all', message: string) => () =>
    end.mutate(which, { onSuccess: () => showToast({ tone: 'success', message }) });
  return (
    <>
      {sessions ? (
        <ul className={classes.list}>
          {sessions.map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              ending={endingAll || (end.isPending && end.variables === session.id)}
              onEnd={tellAfter(session.id, t('sessions.ended'))}
            />
          ))}
          {sessions.length === 0 && <li className={classes.row}>{none}</li>}
        </ul>
      ) : error ? (
        <ErrorState error={error} onRetry={() => refetch()} />
      ) : (
        <LoadingState />
      )}
      <ErrorNotice error={end.error} className={classes.failure} />
      {sessions?.some(({ current }) => !current) && (
        <Button
          variant="default"
          className={classes.all ?? ''}
          loading={endingAll}
          onClick={tellAfter('all', endAll.ended)}
        >
          {endAll.label}
        </Button>
      )}
    </>
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
  const { device, browser, system, ip, timezone, createdAt, lastSeenAt, current } = session;
  const Icon = icons[device];
  const name = joinPresent([browser || t('sessions.unknown'), system], ' · ');
  const moment = (instant: string) => momentIn(instant, user?.timezone ?? 'UTC');
  const seen = t('sessions.lastSeen', { moment: moment(lastSeenAt) });
  const place = [
    t('sessions.signedIn', { moment: moment(createdAt) }),
    ip,
    timezone.replaceAll('_', ' '),
  ].filter(Boolean);
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
        </p>
        <p className={classes.seen}>{place.join(' · ')}</p>
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
