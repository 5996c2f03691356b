import { Button, Group, Stack, Text } from '@mantine/core';
import type { CalendarFeed } from '@servicebook/shared/calendar-feed';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { SectionCard } from '../../components/section-card.tsx';
import { ErrorState, LoadingState } from '../../components/states.tsx';
import { momentIn } from '../../lib/moment-text.ts';
import { showToast } from '../../lib/toast.ts';
import { useSession } from '../../lib/use-session.ts';
import { feedQuery, useRenewFeed, useRevokeFeed } from './calendar.queries.ts';
import { NewAddress } from './new-address.tsx';

/** The user's private calendar address: it can be created, is shown once, and can be renewed or turned off. */
export function CalendarFeedSection() {
  const { t } = useTranslation('calendar');
  const { data: feed, error, refetch } = useQuery(feedQuery);
  return (
    <SectionCard title={t('title')} hint={t('hint')}>
      {feed ? (
        <Feed feed={feed} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => refetch()} />
      ) : (
        <LoadingState />
      )}
    </SectionCard>
  );
}

function Feed({ feed: { createdAt, lastReadAt } }: { feed: CalendarFeed }) {
  const { t } = useTranslation('calendar');
  const { user } = useSession();
  const [confirming, setConfirming] = useState<'renew' | 'revoke' | null>(null);
  const renew = useRenewFeed();
  const revoke = useRevokeFeed();
  const inWords = (moment: string) => momentIn(moment, user?.timezone ?? 'UTC');
  const close = () => {
    setConfirming(null);
    revoke.reset();
  };
  const onCreated = () => {
    setConfirming(null);
    showToast({ tone: 'success', message: t('made') });
  };
  const revoked = () => {
    close();
    renew.reset();
    showToast({ tone: 'success', message: t('revoked') });
  };
  if (!createdAt)
    return (
      <Stack>
        <Text maw="44rem">{t('none')}</Text>
        <ErrorNotice error={renew.error} />
        <Group mod="actions">
          <Button loading={renew.isPending} onClick={() => renew.mutate(undefined, { onSuccess: onCreated })}>
            {t('make')}
          </Button>
        </Group>
      </Stack>
    );
  return (
    <>
      {renew.data && <NewAddress address={renew.data.address} />}
      <div>
        <Text>{t('since', { moment: inWords(createdAt) })}</Text>
        <Text size="sm" c="dimmed">
          {lastReadAt ? t('lastRead', { moment: inWords(lastReadAt) }) : t('neverRead')}
        </Text>
      </div>
      <Group gap="sm" mt="md" mod="actions">
        <Button variant="default" onClick={() => setConfirming('renew')}>
          {t('renew')}
        </Button>
        <Button variant="default" onClick={() => setConfirming('revoke')}>
          {t('revoke')}
        </Button>
      </Group>
      <ConfirmDialog
        opened={confirming === 'renew'}
        title={t('renewTitle')}
        message={t('renewMessage')}
        confirmLabel={t('renewConfirm')}
        loading={renew.isPending}
        error={renew.error}
        onConfirm={() => renew.mutate(undefined, { onSuccess: onCreated })}
        onClose={close}
      />
      <ConfirmDialog
        danger
        opened={confirming === 'revoke'}
        title={t('revokeTitle')}
        message={t('revokeMessage')}
        confirmLabel={t('revokeConfirm')}
        loading={revoke.isPending}
        error={revoke.error}
        onConfirm={() => revoke.mutate(undefined, { onSuccess: revoked })}
        onClose={close}
      />
    </>
  );
}
