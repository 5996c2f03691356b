import '@mantine/core/styles/Switch.layer.css';
import { Stack, Switch } from '@mantine/core';
import type { Reminders } from '@servicebook/shared/reminder';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { SectionCard } from '../../components/section-card.tsx';
import { ErrorState, LoadingState } from '../../components/states.tsx';
import { showToast } from '../../lib/toast.ts';
import { useSession } from '../../lib/use-session.ts';
import { remindersQuery, useSetReminders } from './reminder.queries.ts';

/** In the address of My account: shows the reminders at once. */
export const remindersAnchor = 'reminders';

/** Chooses the reminder mails; each change takes effect at once. */
export function ReminderSection() {
  const { t } = useTranslation('reminder');
  const { data, error, refetch } = useQuery(remindersQuery);
  const { hash } = useLocation();
  const asked = hash === `#${remindersAnchor}`;
  const place = useRef<HTMLElement>(null);
  const loaded = data !== undefined;
  useEffect(() => {
    if (asked && loaded) place.current?.scrollIntoView({ block: 'start' });
  }, [asked, loaded]);
  return (
    <SectionCard title={t('title')} hint={t('hint')} place={place}>
      {data ? (
        <Choices reminders={data} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => refetch()} />
      ) : (
        <LoadingState />
      )}
    </SectionCard>
  );
}

function Choices({ reminders }: { reminders: Reminders }) {
  const { t } = useTranslation(['reminder', 'common']);
  const { isAdmin } = useSession();
  const set = useSetReminders();
  const current = { ...reminders, ...(set.isPending ? set.variables?.body : {}) };
  const choose = (choice: Partial<Reminders>) =>
    set.mutate(
      { body: choice },
      {
        onSuccess: () => showToast({ tone: 'success', message: t('common:saved') }),
      },
    );
  return (
    <Stack gap="lg">
      <Switch
        size="md"
        label={t('weeklyDigest')}
        description={t('weeklyDigestHint')}
        checked={current.weeklyDigest}
        onChange={(event) => choose({ weeklyDigest: event.currentTarget.checked })}
      />
      <Switch
        size="md"
        label={t('dailyTodos')}
        description={t(isAdmin ? 'dailyTodosAdminHint' : 'dailyTodosHint')}
        checked={current.dailyTodos}
        onChange={(event) => choose({ dailyTodos: event.currentTarget.checked })}
      />
      <ErrorNotice error={set.error} />
    </Stack>
  );
}
