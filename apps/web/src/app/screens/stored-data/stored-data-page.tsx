import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { formatNumber, formatSize } from '@servicebook/i18n/format.ts';
import type { SessionUser } from '@servicebook/shared/user';
import { IconRefresh, IconTrash } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { ErrorNotice } from '../../../components/error-notice.tsx';
import { FactList } from '../../../components/fact-list.tsx';
import { lazyPart } from '../../../components/lazy-page.tsx';
import { Page } from '../../../components/page.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { SectionCard, SectionCards } from '../../../components/section-card.tsx';
import { ErrorState, LoadingState } from '../../../components/states.tsx';
import { currentLanguage } from '../../../lib/i18n.ts';
import { momentIn } from '../../../lib/moment-text.ts';
import { useSession } from '../../../lib/use-session.ts';
import { askToPersist } from '../../../offline/persisting.ts';
import { refreshStored } from '../../../offline/refresh.ts';
import { beginStoring, endStoring, type StoredSummary } from '../../../offline/summary.ts';
import { useStoredSummary } from './stored-data.queries.ts';
import { UnsentSection } from './unsent-section.tsx';

const DraftsSection = lazy(
  lazyPart(async () => (await import('./drafts-section.tsx')).DraftsSection, ['service']),
);

const TakenAlongSection = lazy(async () => ({
  default: (await import('./taken-along-section.tsx')).TakenAlongSection,
}));

const InstallSection = lazy(async () => ({
  default: (await import('./install-section.tsx')).InstallSection,
}));

/** What is on this phone to work without a network. */
export function StoredDataPage() {
  const { t } = useTranslation('offline');
  const { user } = useSession();
  return (
    <Page>
      <PageHeader title={t('title')} />
      {user && (
        <SectionCards>
          <UnsentSection user={user} />
          <Suspense>
            <DraftsSection />
          </Suspense>
          <Content user={user} />
        </SectionCards>
      )}
    </Page>
  );
}

function Content({ user }: { user: SessionUser }) {
  const { data, error, refetch } = useStoredSummary(user);
  // Some private windows store nothing.
  if (error) return <ErrorState error={error} onRetry={() => refetch()} />;
  if (!data) return <LoadingState />;
  return (
    <>
      <StoredSection user={user} stored={data} />
      {data.set && !data.set.whole && (
        <Suspense>
          <TakenAlongSection user={user} stored={data} />
        </Suspense>
      )}
      {data.storing && <KeepingSection user={user} stored={data} />}
      <Suspense>
        <InstallSection />
      </Suspense>
    </>
  );
}

interface Props {
  user: SessionUser;
  stored: StoredSummary;
}

const shownKinds = ['machines', 'customers', 'protocols', 'visits', 'todos'] as const;

function StoredSection({ user, stored }: Props) {
  const { t } = useTranslation('offline');
  const { storing, set, counts, usage } = stored;
  const refresh = useMutation({
    mutationFn: () => (storing && set ? refreshStored(user) : beginStoring(user)),
    networkMode: 'always',
  });
  const language = currentLanguage();
  const facts: [string, ReactNode][] = [
    [t('asOf'), set ? momentIn(set.takenAt, user.timezone) : t('nothingYet')],
    ...shownKinds.map((kind): [string, ReactNode] => [
      t(`kinds.${kind}`),
      formatNumber(counts[kind] ?? 0, language),
    ]),
    ...(usage === null ? [] : [[t('space'), formatSize(usage, language)] as [string, ReactNode]]),
  ];
  return (
    <SectionCard title={t('stored.title')} hint={t('stored.hint')}>
      <Stack gap="md" align="start">
        {storing ? (
          <FactList facts={facts} cols={{ base: 2, xs: 3 }} w="100%" />
        ) : (
          <Text>{t('notStored')}</Text>
        )}
        {set && (
          <Text size="sm">
            {set.complete
              ? set.whole
                ? t('whole')
                : t('missing', { count: set.missingMachines })
              : t('incomplete')}
          </Text>
        )}
        {refresh.error && <ErrorNotice error={refresh.error} title={t('refreshFailed')} />}
        <Button
          leftSection={<IconRefresh size={18} aria-hidden />}
          loading={refresh.isPending}
          onClick={() => refresh.mutate()}
        >
          {t(storing ? 'refresh' : 'begin')}
        </Button>
      </Stack>
    </SectionCard>
  );
}

/** Whether the browser keeps the data, and how to get rid of it. */
function KeepingSection({ user, stored }: Props) {
  const { t } = useTranslation('offline');
  const [removing, setRemoving] = useState(false);
  const persist = useMutation({ mutationFn: askToPersist, networkMode: 'always' });
  const remove = useMutation({
    mutationFn: () => endStoring(user),
    networkMode: 'always',
    onSuccess: () => setRemoving(false),
  });
  const persisted = persist.data ?? stored.persisted;
  return (
    <SectionCard title={t('keeping.title')} hint={t('keeping.hint')}>
      <Stack gap="md" align="start">
        <Text>{t(persisted ? 'keeping.promised' : 'keeping.notPromised')}</Text>
        {persist.data === false && (
          <Alert role="note" w="100%">
            {t('keeping.refused')}
          </Alert>
        )}
        <Group gap="sm">
          {!persisted && (
            <Button variant="default" loading={persist.isPending} onClick={() => persist.mutate()}>
              {t('keeping.ask')}
            </Button>
          )}
          <Button
            variant="default"
            leftSection={<IconTrash size={18} aria-hidden />}
            onClick={() => setRemoving(true)}
          >
            {t('remove')}
          </Button>
        </Group>
      </Stack>
      <ConfirmDialog
        opened={removing}
        title={t('removeTitle')}
        message={t('removeText')}
        confirmLabel={t('remove')}
        danger
        loading={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate()}
        onClose={() => setRemoving(false)}
      />
    </SectionCard>
  );
}
