import { Anchor, Button, Card, Flex, Group, Stack, Text, Title } from '@mantine/core';
import { useNetwork } from '@mantine/hooks';
import { formatPercent } from '@servicebook/i18n/format.ts';
import type { SessionUser } from '@servicebook/shared/user';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { SectionCard } from '../../../components/section-card.tsx';
import { LoadingState } from '../../../components/states.tsx';
import { useDrafts } from '../../../features/service/use-drafts.ts';
import { currentLanguage } from '../../../lib/i18n.ts';
import { momentIn } from '../../../lib/moment-text.ts';
import { isNoConnection } from '../../../lib/no-connection.ts';
import { refetchAll } from '../../../lib/query-client.ts';
import { sendsWhenClosed } from '../../../offline/outbox/background.ts';
import type { Entry } from '../../../offline/outbox/database.ts';
import { discardEntry, isOpen } from '../../../offline/outbox/entries.ts';
import { sendAll, sendingNow, watchSending } from '../../../offline/outbox/sender.ts';
import type { Sent } from '../../../offline/outbox/sent.ts';
import { placeOf } from './place-of.ts';
import { reasonOf } from './refusal-reason.ts';
import { useEntries, useSent } from './unsent.queries.ts';

const RefusedEntry = lazy(() => import('./refused-entry.tsx'));

/** What waits to be sent, what needs its user, and what has arrived today. */
export function UnsentSection({ user }: { user: SessionUser }) {
  const { t } = useTranslation('unsent');
  const entries = useEntries(user) ?? [];
  const sent = useSent(user) ?? [];
  const filesWait = useDrafts().some(({ files }) => files.length > 0);
  const queryClient = useQueryClient();
  const [discarding, setDiscarding] = useState<Entry | null>(null);
  const send = useMutation({ mutationFn: () => sendByHand(user), networkMode: 'always' });
  const discard = useMutation({
    mutationFn: discardEntry,
    networkMode: 'always',
    onSuccess: () => {
      // Screens have kept the records as they would have been.
      queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[1] === 'one', type: 'inactive' });
      refetchAll(queryClient);
      setDiscarding(null);
    },
  });
  const { online } = useNetwork();
  if (entries.length + sent.length === 0) return null;
  const groups = [...Map.groupBy(entries, ({ group }) => group).values()];
  // Attachments in drafts wait too, in a section of their own.
  const title = entries.length > 0 ? 'title' : filesWait ? 'sent' : 'none';
  return (
    <SectionCard title={t(title)} hint={entries.length > 0 && t(sendsWhenClosed() ? 'hintClosed' : 'hint')}>
      <Stack gap="md">
        {entries.length > 0 && (
          <>
            {online && (
              <Button
                size="md"
                loading={send.isPending}
                onClick={() => send.mutate()}
                style={{ alignSelf: 'start' }}
              >
                {t('send')}
              </Button>
            )}
            {/* The browser may take a network for one that reaches the server. */}
            {(!online || send.data) && <Text role="status">{t((online && send.data) || 'offline')}</Text>}
            {/* What needs its user comes first. */}
            <Flex component="ol" direction="column" gap="xs">
              {groups
                .toSorted((a, b) => Number(isParked(b)) - Number(isParked(a)))
                .map((group) => (
                  <RecordCard key={group[0]?.seq} entries={group} user={user} onDiscard={setDiscarding} />
                ))}
            </Flex>
          </>
        )}
        {sent.length > 0 && <SentToday sent={sent} timezone={user.timezone} titled={title !== 'sent'} />}
      </Stack>
      <ConfirmDialog
        opened={discarding !== null}
        title={t('discardTitle')}
        message={t('discardMessage')}
        confirmLabel={t('discard')}
        danger
        loading={discard.isPending}
        error={discard.error}
        onConfirm={() => discarding && discard.mutate(discarding)}
        onClose={() => setDiscarding(null)}
      />
    </SectionCard>
  );
}

/** @returns why not everything was sent; null: it was */
async function sendByHand(user: SessionUser): Promise<'busy' | 'offline' | null> {
  let reached = false;
  const complete = await sendAll(user, (failure) => {
    reached ||= !isNoConnection(failure);
  });
  if (complete) return null;
  return reached ? 'busy' : 'offline';
}

const isParked = (entries: Entry[]) => entries.some(({ refusal }) => refusal);

interface RecordProps {
  /** All of one record. */
  entries: Entry[];
  user: SessionUser;
  onDiscard: (entry: Entry) => void;
}

function RecordCard({ entries, user, onDiscard }: RecordProps) {
  const { t } = useTranslation('unsent');
  const [first] = entries;
  if (!first) return null;
  const parked = entries.find(({ refusal }) => refusal);
  const place = placeOf(parked ?? first);
  return (
    <Card
      component="li"
      padding="sm"
      {...(parked && { style: { borderColor: 'var(--mantine-color-error)' } })}
    >
      <Text fw={600}>{t(`kind.${first.label.kind}`)}</Text>
      <Text size="sm" mod="prose" lineClamp={3}>
        {place ? (
          <Anchor component={Link} inherit mod="touch" to={place}>
            {first.label.name}
          </Anchor>
        ) : (
          first.label.name
        )}
      </Text>
      <Text size="sm" c="dimmed">
        {momentIn(first.createdAt, user.timezone)}
      </Text>
      <Steps entries={entries} behind={parked?.seq ?? null} />
      {!parked && entries.every(isOpen) && (
        <Group mt="sm">
          <Button variant="default" c="var(--mantine-color-error)" onClick={() => onDiscard(first)}>
            {t('discard')}
          </Button>
        </Group>
      )}
      {parked && (
        <Suspense fallback={<LoadingState />}>
          <RefusedEntry
            entry={parked}
            isSigned={entries.some(({ label }) => label.kind === 'signature')}
            user={user}
            onDiscard={() => onDiscard(parked)}
          />
        </Suspense>
      )}
    </Card>
  );
}

/** What of a record waits. Photos that only wait are one line. */
function Steps({ entries, behind }: { entries: Entry[]; behind: number | null }) {
  const { t } = useTranslation('unsent');
  const sending = useSyncExternalStore(watchSending, sendingNow);
  const stateOf = ({ seq, refusal, label, delivered }: Entry): string => {
    if (refusal) return t('state.parked', { reason: reasonOf(t, refusal, label) });
    if (delivered) return t('state.delivered');
    if (sending?.seq === seq)
      return t('state.sending', { percent: formatPercent(sending.share, currentLanguage()) });
    return t(behind !== null && seq > behind ? 'state.behind' : 'state.waiting');
  };
  const lines = Map.groupBy(entries, (entry) => `${entry.label.kind}: ${stateOf(entry)}`);
  return [...lines].map(([key, same]) => {
    const [entry] = same;
    if (!entry) return null;
    const name = entries.length > 1 && t(`kind.${entry.label.kind}`);
    return (
      <Text key={key} size="sm" {...(entry.refusal && { c: 'var(--mantine-color-error)' })}>
        {name && `${name}${same.length > 1 ? ` × ${same.length}` : ''}: `}
        {stateOf(entry)}
      </Text>
    );
  });
}

function SentToday({ sent, timezone, titled }: { sent: Sent[]; timezone: string; titled: boolean }) {
  const { t } = useTranslation('unsent');
  const records = [...Map.groupBy(sent, ({ group, seq }) => group ?? seq).values()];
  return (
    <div>
      {titled && (
        <Title order={3} size="h4">
          {t('sent')}
        </Title>
      )}
      <Flex component="ul" direction="column" gap="sm" mt={titled ? 'xs' : 0}>
        {records.map((record) => (
          <SentRecord key={record.at(-1)?.seq} record={record} timezone={timezone} />
        ))}
      </Flex>
    </div>
  );
}

/** All that was sent of one record, the newest first. */
function SentRecord({ record, timezone }: { record: Sent[]; timezone: string }) {
  const { t } = useTranslation('unsent');
  const [newest] = record;
  if (!newest) return null;
  const inOrder = record.toReversed();
  const protocol = inOrder.find(({ label }) => label.kind === 'protocol');
  const names = new Set((protocol ? [protocol] : inOrder).map(({ label }) => label.name));
  const kinds = [...Map.groupBy(inOrder, ({ label }) => label.kind)].map(
    ([kind, { length }]) => `${t(`kind.${kind}`)}${length > 1 ? ` × ${length}` : ''}`,
  );
  return (
    <li>
      <Text size="sm" mod="prose" lineClamp={2}>
        {[...names].join(', ')}
      </Text>
      <Text size="sm" c="dimmed">
        {kinds.join(', ')} · {momentIn(newest.sentAt, timezone)}
      </Text>
    </li>
  );
}
