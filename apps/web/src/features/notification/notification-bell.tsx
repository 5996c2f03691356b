import '@mantine/core/styles/Indicator.layer.css';
import { ActionIcon, Indicator } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { unreadQuery } from './notification.queries.ts';

const NotificationDrawer = lazy(async () => ({
  default: (await import('./notification-drawer.tsx')).NotificationDrawer,
}));

/**
 * How many notifications are unread; opens their list. It asks again whenever the user comes back or moves on, and never
 * by itself: that would keep a session alive which nobody uses.
 */
export function NotificationBell() {
  const { t } = useTranslation('notification');
  const client = useQueryClient();
  const { key } = useLocation();
  const { data } = useQuery(unreadQuery);
  const [opened, setOpened] = useState(false);
  const [requested, setRequested] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page asks again and closes the list
  useEffect(() => {
    setOpened(false);
    void client.refetchQueries({ queryKey: unreadQuery.queryKey, stale: true });
  }, [client, key]);
  const count = data?.count ?? 0;
  const label = count === 0 ? t('title') : t('bell', { number: count });
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={44}
        aria-haspopup="dialog"
        aria-expanded={opened}
        aria-label={label}
        title={label}
        onClick={() => {
          setRequested(true);
          setOpened(true);
        }}
      >
        <Indicator
          label={count > 99 ? '99+' : count}
          disabled={count === 0}
          color="red.8"
          size={17}
          offset={2}
          aria-hidden
        >
          <IconBell size={22} stroke={1.7} />
        </Indicator>
      </ActionIcon>
      {requested && (
        <Suspense>
          <NotificationDrawer opened={opened} unread={count} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  );
}
