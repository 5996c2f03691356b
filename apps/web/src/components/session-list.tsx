import { Box, Button, Flex, Group, Text } from '@mantine/core';
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
import { ErrorState, LoadingState } from './states.tsx';

const icons = {
  desktop: IconDeviceDesktop,
  phone: IconDeviceMobile,
  tablet: IconDeviceTablet,
  other: IconWorld,
};

interface SessionListProps {
  query: UseQueryResult<UserSession[], ApiError>;
  /** Ends the session with this id, or all sessions except this one. */
  end: UseMutationResult<void, ApiError, number | 'all'>;
  endAll: { label: string; ended: string };
  /** Shown if there are none. */
  none?: string;
}

/** Lists the browsers in which a user is signed in, and signs out of them. */
export function SessionList({ query, end, endAll, none }: SessionListProps) {
  const { t } = useTranslation('my-account');
  const { data: sessions, error, refetch } = query;
  const isEndingAll = end.isPending && end.variables === 'all';
  const notifyAfter = (which: number | 'all', message: string) => () =>
    end.mutate(which, { onSuccess: () => showToast({ tone: 'success', message }) });
  return (
    <>
      {sessions ? (
        <Flex component="ul" direction="column" mod="rows" mt={-8}>
          {sessions.map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              ending={isEndingAll || (end.isPending && end.variables === session.id)}
              onEnd={notifyAfter(session.id, t('sessions.ended'))}
            />
          ))}
          {sessions.length === 0 && (
            <Group renderRoot={(props) => <li {...props} />} gap="sm" mih="3.5rem" py="xs">
              {none}
            </Group>
          )}
        </Flex>
      ) : error ? (
        <ErrorState error={error} onRetry={() => refetch()} />
      ) : (
        <LoadingState />
      )}
      <ErrorNotice error={end.error} mt="md" />
      {sessions?.some(({ current }) => !current) && (
        <Button variant="default" mt="md" loading={isEndingAll} onClick={notifyAfter('all', endAll.ended)}>
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
  const lastSeen = t('sessions.lastSeen', { moment: moment(lastSeenAt) });
  const place = [
    t('sessions.signedIn', { moment: moment(createdAt) }),
    ip,
    timezone.replaceAll('_', ' '),
  ].filter(Boolean);
  return (
    <Group renderRoot={(props) => <li {...props} />} gap="sm" mih="3.5rem" py="xs">
      <Icon
        size={24}
        stroke={1.5}
        color="var(--mantine-color-dimmed)"
        style={{ flex: 'none' }}
        role="img"
        aria-label={t(`sessions.device.${device}`)}
      />
      <Box flex="1 1 14rem" miw={0}>
        <Text fw={550}>{name}</Text>
        <Text
          size="sm"
          {...(current ? { c: 'var(--mantine-primary-color-light-color)', fw: 550 } : { c: 'dimmed' })}
        >
          {current ? t('sessions.current') : lastSeen}
        </Text>
        <Text size="sm" c="dimmed">
          {place.join(' · ')}
        </Text>
      </Box>
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
    </Group>
  );
}
