import { Alert, Button, Card, Flex, Group, Modal, Stack, Text } from '@mantine/core';
import { formatPercent } from '@servicebook/i18n/format.ts';
import type { FieldCode } from '@servicebook/shared/error-codes';
import type { SessionUser } from '@servicebook/shared/user';
import { IconCloudUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { LoadingState } from '../components/states.tsx';
import { ApiError, type ApiErrorCode } from '../lib/api-error.ts';
import { errorText, fieldText } from '../lib/error-text.ts';
import { currentLanguage, i18n } from '../lib/i18n.ts';
import { momentIn } from '../lib/moment-text.ts';
import { linkTo } from '../lib/paths.ts';
import { queryClient } from '../lib/query-client.ts';
import { saveFile } from '../lib/save-file.ts';
import { showToast } from '../lib/toast.ts';
import { useSession } from '../lib/use-session.ts';
import type { Entry, Refusal } from '../offline/outbox/database.ts';
import {
  discardEntry,
  listEntries,
  readBytes,
  retryEntry,
  saveAsNew,
  watchEntries,
} from '../offline/outbox/entries.ts';
import { setJoin, versionsOf, writeOver } from '../offline/outbox/merge.ts';
import { ownerOf } from '../offline/outbox/owner.ts';
import { keepSending, sendAll, sendingNow, watchSending } from '../offline/outbox/sender.ts';

const VersionChoice = lazy(() => import('../features/service/version-choice.tsx'));

setJoin(
  async (versions, timezone, contested) => {
    const { joinProtocols } = await import('../features/service/join-protocols.ts');
    return joinProtocols(versions, timezone, () => contested === 'theirs');
  },
  ({ label }) => showToast({ message: i18n.t('unsent:joined', { name: label.name }), tone: 'info' }),
);

const key = ['unsent'];
const entriesQuery = (owner: string) => ({
  queryKey: [...key, owner],
  queryFn: () => listEntries(owner),
  networkMode: 'always' as const,
});

/** Sends what waits on this phone, and says above every screen how much there is. */
export function UnsentWork() {
  const { user } = useSession();
  return user && <WorkOf user={user} />;
}

function WorkOf({ user }: { user: SessionUser }) {
  const { t } = useTranslation('unsent');
  const [open, setOpen] = useState(false);
  const { data: entries = [] } = useQuery(entriesQuery(ownerOf(user)));
  useEffect(() => watchEntries(() => void queryClient.invalidateQueries({ queryKey: key })), []);
  useEffect(() => keepSending(user), [user]);

  const parked = entries.filter(({ refusal }) => refusal).length;
  return (
    <>
      {entries.length > 0 && (
        <Alert
          role="status"
          color={parked > 0 ? 'red' : 'blue'}
          variant="light"
          mb="md"
          py="xs"
          icon={<IconCloudUpload aria-hidden />}
          data-not-printed
        >
          <Group gap="sm" justify="space-between">
            <Text size="sm">
              {parked > 0 ? t('bar.parked', { count: parked }) : t('bar.waiting', { count: entries.length })}
            </Text>
            <Button variant="default" size="sm" onClick={() => setOpen(true)}>
              {t('bar.show')}
            </Button>
          </Group>
        </Alert>
      )}
      <Modal opened={open} onClose={() => setOpen(false)} title={t('title')} size="lg">
        <UnsentList user={user} onLeave={() => setOpen(false)} />
      </Modal>
    </>
  );
}

function UnsentList({ user, onLeave }: { user: SessionUser; onLeave: () => void }) {
  const { t } = useTranslation('unsent');
  const { data: entries } = useQuery(entriesQuery(ownerOf(user)));
  const [discarding, setDiscarding] = useState<Entry | null>(null);
  const [copying, setCopying] = useState<Entry | null>(null);
  const [choosing, setChoosing] = useState<Entry | null>(null);
  const versions = choosing && versionsOf(choosing);
  if (!entries) return <LoadingState />;
  if (entries.length === 0) return <Text>{t('none')}</Text>;
  const parked = new Set(entries.filter(({ refusal }) => refusal).map(({ group }) => group));
  return (
    <Stack>
      <Text size="sm">{t('hint')}</Text>
      <Group>
        <Button onClick={() => void sendAll(user)} disabled={!navigator.onLine}>
          {t('send')}
        </Button>
        {!navigator.onLine && <Text size="sm">{t('offline')}</Text>}
      </Group>
      <Flex component="ol" direction="column" gap="xs">
        {entries.map((entry) => (
          <Row
            key={entry.seq}
            entry={entry}
            timezone={user.timezone}
            behind={!entry.refusal && parked.has(entry.group)}
            onAgain={async () => {
              await retryEntry(entry.seq);
              await sendAll(user);
            }}
            onDiscard={() => setDiscarding(entry)}
            onCopy={() => setCopying(entry)}
            onChoose={() => setChoosing(entry)}
            onLeave={onLeave}
          />
        ))}
      </Flex>
      <ConfirmDialog
        opened={discarding !== null}
        title={t('discardTitle')}
        message={t('discardMessage')}
        confirmLabel={t('discard')}
        onConfirm={async () => {
          if (discarding) await discardEntry(discarding);
          setDiscarding(null);
        }}
        onClose={() => setDiscarding(null)}
      />
      <ConfirmDialog
        opened={copying !== null}
        title={t('asNewTitle')}
        message={t('asNewMessage')}
        confirmLabel={t('asNew')}
        onConfirm={async () => {
          if (copying) await saveAsNew(copying);
          setCopying(null);
          void sendAll(user);
        }}
        onClose={() => setCopying(null)}
      />
      <Modal opened={versions !== null} onClose={() => setChoosing(null)} title={t('choice.title')} size="lg">
        {choosing && versions && (
          <Suspense fallback={<LoadingState />}>
            <VersionChoice
              versions={versions}
              timezone={user.timezone}
              onChosen={async (content) => {
                await writeOver(choosing, versions, content, user);
                setChoosing(null);
                void sendAll(user);
              }}
            />
          </Suspense>
        )}
      </Modal>
    </Stack>
  );
}

/** The protocol was signed, withdrawn or deleted meanwhile. */
const overCodes = ['SIGNED_MEANWHILE', 'WITHDRAWN_PROTOCOL', 'NOT_FOUND'];

interface RowProps {
  entry: Entry;
  timezone: string;
  /** An entry before it must be corrected first. */
  behind: boolean;
  onAgain: () => void;
  onDiscard: () => void;
  /** The record can no longer be changed: a new one is made of it. */
  onCopy: () => void;
  /** Between one's own version and that of others. */
  onChoose: () => void;
  onLeave: () => void;
}

function Row({ entry, timezone, behind, onAgain, onDiscard, onCopy, onChoose, onLeave }: RowProps) {
  const { t } = useTranslation('unsent');
  const { seq, label, createdAt, refusal } = entry;
  const sending = useSyncExternalStore(watchSending, sendingNow);
  const reasonOf = (refused: Refusal) => {
    if (refused.code === 'FILE_LOST') return t('fileLost');
    if (refused.code === 'CONFLICT') return t('conflict');
    return refused.code === 'SIGNED_MEANWHILE' ? t('signedMeanwhile') : wordsOf(refused);
  };
  const isOver = refusal !== null && overCodes.includes(refusal.code) && entry.base !== null;
  const state = refusal
    ? t('state.parked', { reason: reasonOf(refusal) })
    : sending?.seq === seq
      ? t('state.sending', { percent: formatPercent(sending.share, currentLanguage()) })
      : t(behind ? 'state.behind' : 'state.waiting');
  const protocol = protocolIn(entry);
  return (
    <Card component="li" padding="sm">
      <Text fw={600}>{t(`kind.${label.kind}`)}</Text>
      <Text size="sm" mod="prose">
        {label.name}
      </Text>
      <Text size="sm" c="dimmed">
        {momentIn(createdAt, timezone)}
      </Text>
      <Text size="sm" {...(refusal && { c: 'var(--mantine-color-error)' })}>
        {state}
      </Text>
      {refusal && (
        <Group gap="xs" mt="xs">
          {versionsOf(entry) ? (
            <Button size="sm" onClick={onChoose}>
              {t('choose')}
            </Button>
          ) : isOver ? (
            <Button size="sm" onClick={onCopy}>
              {t('asNew')}
            </Button>
          ) : (
            <Button size="sm" onClick={onAgain}>
              {t('again')}
            </Button>
          )}
          {protocol && (
            <Button size="sm" variant="default" component={Link} to={protocol} onClick={onLeave}>
              {t('open')}
            </Button>
          )}
          <Button size="sm" variant="default" onClick={() => void exportEntry(entry)}>
            {t('save')}
          </Button>
          <Button size="sm" variant="default" onClick={onDiscard}>
            {t('discard')}
          </Button>
        </Group>
      )}
    </Card>
  );
}

/** The first refused field says more than the refusal. */
function wordsOf({ code, status, message, fields }: Refusal): string {
  const [field] = Object.values(fields);
  const error = new ApiError({
    code: code as ApiErrorCode,
    status,
    message,
    fields: fields as Record<string, FieldCode>,
  });
  return (code === 'VALIDATION_FAILED' && fieldText(field)) || errorText(error);
}

/** Where a refused protocol is opened. */
function protocolIn({ label, body, localId }: Entry): string | null {
  if (label.kind !== 'protocol') return null;
  const { id, devices } = body as { id: number | null; devices: { id: number }[] };
  const [machine] = devices;
  const service = id ?? localId;
  return machine && service ? linkTo.machineEdit({ id: machine.id, activeTab: 'service', service }) : null;
}

/** So that nothing is ever stuck on the phone: the file itself, or what would have been sent. */
async function exportEntry({ seq, body, file, createdAt, label }: Entry): Promise<void> {
  const bytes = file && (await readBytes(seq));
  if (file && bytes && label.kind === 'photo')
    return saveFile(new File([bytes], file.name, { type: file.type }));
  const drawing = bytes ? new TextDecoder().decode(bytes) : undefined;
  const text = JSON.stringify(
    { kind: label.kind, name: label.name, createdAt, content: body, drawing },
    null,
    2,
  );
  saveFile(new File([text], `${label.kind}-${createdAt.slice(0, 10)}.json`, { type: 'application/json' }));
}
