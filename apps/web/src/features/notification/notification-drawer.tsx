import '@mantine/core/styles/ScrollArea.layer.css';
import '@mantine/core/styles/Drawer.layer.css';
import { Anchor, Box, Button, Drawer, Flex, Group, Stack, Text } from '@mantine/core';
import { formatWeekday } from '@servicebook/i18n/format.ts';
import { joinPresent } from '@servicebook/i18n/names.ts';
import { addDays } from '@servicebook/shared/calendar';
import { isOnlyNamed, type Notification, type VisitChange } from '@servicebook/shared/notification';
import { overnightMinutes, type VisitState } from '@servicebook/shared/visit';
import { IconBell } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../components/states.tsx';
import { currentLanguage } from '../../lib/i18n.ts';
import { momentIn } from '../../lib/moment-text.ts';
import { linkTo } from '../../lib/paths.ts';
import { useSession } from '../../lib/use-session.ts';
import { notificationsQuery, useReadNotification, useReadNotifications } from './notification.queries.ts';
import classes from './notification-drawer.module.css';

interface Props {
  opened: boolean;
  unread: number;
  onClose: () => void;
}

/** The user's notifications, newest first. */
export function NotificationDrawer({ opened, unread, onClose }: Props) {
  const { t } = useTranslation(['notification', 'common']);
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      size="min(26rem, 100vw)"
      padding="md"
      title={
        <Text component="span" fw={650}>
          {t('title')}
        </Text>
      }
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {opened && <List unread={unread} onClose={onClose} />}
    </Drawer>
  );
}

function List({ unread, onClose }: Omit<Props, 'opened'>) {
  const { t } = useTranslation('notification');
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery(notificationsQuery);
  const readAll = useReadNotifications();
  if (!data) return error ? <ErrorState error={error} onRetry={() => refetch()} /> : <LoadingState />;
  // A new one shifts the pages, so one may come twice.
  const rows = [
    ...new Map(data.pages.flatMap(({ content }) => content).map((row) => [row.id, row])).values(),
  ];
  const [newest] = rows;
  return (
    <Stack gap="sm">
      {newest && unread > 0 && (
        <Button
          variant="light"
          loading={readAll.isPending}
          onClick={() => readAll.mutate({ body: { upTo: newest.id } })}
        >
          {t('markAll')}
        </Button>
      )}
      <ErrorNotice error={readAll.error} />
      {newest ? (
        <Flex component="ul" direction="column" className={classes.list}>
          {rows.map((row) => (
            <Row key={row.id} row={row} />
          ))}
        </Flex>
      ) : (
        <EmptyState icon={<IconBell size={32} stroke={1.5} />} title={t('empty')} hint={t('emptyHint')} />
      )}
      {hasNextPage && (
        <Button variant="default" loading={isFetchingNextPage} onClick={() => fetchNextPage()}>
          {t('more')}
        </Button>
      )}
      <Anchor
        component={Link}
        mod="touch"
        ta="center"
        to={linkTo.myAccount({ tab: 'user' })}
        onClick={onClose}
      >
        {t('settingsLink')}
      </Anchor>
    </Stack>
  );
}

function Row({ row }: { row: Notification }) {
  const { t } = useTranslation('notification');
  const { user } = useSession();
  const read = useReadNotification();
  const { id, kind, visit, service, customer, day, window, changes, text, by, createdAt, readAt } = row;
  const isSigned = kind === 'SIGNED';
  const target = service
    ? linkTo.machineEdit({ id: service.device.id, activeTab: 'service', service: service.id })
    : visit && linkTo.visit({ id: visit.id });
  const [from = null, to = null] = window.split('–');
  const isOvernight = day !== null && overnightMinutes({ from, to }) !== null;
  // A time without its day says nothing.
  const when = day
    ? joinPresent([
        formatWeekday(day, currentLanguage()),
        isOvernight
          ? t('nextDay', { window, day: formatWeekday(addDays(day, 1), currentLanguage()) })
          : window,
      ])
    : t('withoutDay');
  const about = isSigned ? joinPresent([text, day && formatWeekday(day, currentLanguage())], ' · ') : when;
  const markRead = () => {
    if (!readAt) read.mutate({ params: { id } });
  };
  const content = (
    <>
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <Text fw={readAt ? 450 : 650}>{t(`says.${kind === 'CHANGED' && text ? 'AGAIN' : kind}`)}</Text>
        {!readAt && <Box className={classes.dot} role="img" aria-label={t('unread')} />}
      </Group>
      <Text>{customer}</Text>
      <Text data-nowrap={!isOvernight || undefined}>{about}</Text>
      {changes.map((change) => (
        <Text key={change.field} size="sm">
          <ChangeText change={change} />
        </Text>
      ))}
      {text && !isSigned && (
        <Text size="sm" mod="prose" lineClamp={4}>
          {text}
        </Text>
      )}
      {!target && <Text size="sm">{t('deleted')}</Text>}
      <Text size="sm" c="dimmed">
        {joinPresent([by, momentIn(createdAt, user?.timezone || 'UTC')], ' · ')}
      </Text>
    </>
  );
  return (
    <li className={classes.row}>
      {target ? (
        <Link className={classes.content} to={target} onClick={markRead}>
          {content}
        </Link>
      ) : (
        <button type="button" className={classes.content} onClick={markRead}>
          {content}
        </button>
      )}
    </li>
  );
}

function ChangeText({ change: { field, before, after } }: { change: VisitChange }) {
  const { t } = useTranslation(['notification', 'visit']);
  const name = t(`fields.${field}`);
  if (isOnlyNamed(field)) return t('fieldChanged', { field: name });
  const inWords = (value: string) => {
    if (value && field === 'day') return formatWeekday(value, currentLanguage());
    return field === 'state' ? t(`visit:states.${value as VisitState}`) : value || '–';
  };
  return `${name}: ${inWords(before)} → ${inWords(after)}`;
}
