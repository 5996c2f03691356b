import { Button, Group, Modal, Text } from '@mantine/core';
import type { SessionUser } from '@servicebook/shared/user';
import { useMutation } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { ErrorNotice } from '../../../components/error-notice.tsx';
import { LoadingState } from '../../../components/states.tsx';
import { saveFile } from '../../../lib/save-file.ts';
import type { Entry } from '../../../offline/outbox/database.ts';
import { isPassed, readBytes, retryEntry, saveAsNew } from '../../../offline/outbox/entries.ts';
import { versionsOf, writeOver } from '../../../offline/outbox/merge.ts';
import { sendAll } from '../../../offline/outbox/sender.ts';
import { placeOf } from './place-of.ts';
import { useEntries } from './unsent.queries.ts';

const choices = {
  protocol: lazy(() => import('../../../features/service/protocol-choice.tsx')),
  machine: lazy(() => import('../../../features/device/machine-choice.tsx')),
};

const SignedText = lazy(() => import('../../../features/service/signed-text.tsx'));

/** The protocol was signed, withdrawn or deleted meanwhile. */
const overCodes = ['SIGNED_MEANWHILE', 'WITHDRAWN_PROTOCOL', 'NOT_FOUND'];

/** The protocol of a signature was withdrawn or deleted meanwhile. */
const goneCodes = ['WITHDRAWN_PROTOCOL', 'NOT_FOUND'];

interface RefusedEntryProps {
  entry: Entry;
  /** A signature waits behind it, so its content stays as it is. */
  isSigned: boolean;
  user: SessionUser;
  onDiscard: () => void;
}

/** What can be done with a refused entry. */
export default function RefusedEntry({ entry, isSigned, user, onDiscard }: RefusedEntryProps) {
  const { t } = useTranslation('unsent');
  const run = useMutation({
    mutationFn: async (change: () => Promise<unknown>) => {
      await change();
      void sendAll(user);
    },
    networkMode: 'always',
  });
  const [asking, setAsking] = useState<'copy' | 'version' | 'signed' | null>(null);
  const isSignature = entry.label.kind === 'signature';
  const versions = versionsOf(entry);
  const Choice = choices[entry.label.kind as keyof typeof choices];
  const isProtocol = entry.label.kind === 'protocol';
  const protocol = isSignature || (isProtocol && !isSigned) ? placeOf(entry) : null;
  const code = entry.refusal?.code ?? '';
  const isOver = isProtocol && overCodes.includes(code) && entry.base !== null;
  const isStuck = isSigned && isProtocol;
  const passed = isPassed(entry, useEntries(user) ?? []);
  const isGone = isSignature && !passed && goneCodes.includes(code);
  const hint = isGone ? 'signGone' : isSignature && hintOf(code);
  const { signedContent, signedSha256 } = (entry.body ?? {}) as {
    signedContent?: string;
    signedSha256?: string;
  };
  const ask = () => setAsking(versions ? 'version' : 'copy');
  return (
    <>
      {hint && (
        <Text size="sm" mt="xs">
          {t(hint)}
        </Text>
      )}
      <Group gap="xs" mt="sm" mod="actions">
        {protocol && (
          <Button component={Link} to={protocol} variant={versions ? 'default' : 'filled'}>
            {t(isSignature ? 'openProtocol' : 'open')}
          </Button>
        )}
        {/* A protocol that was deleted can come back from the bin. */}
        {!versions && !isOver && !passed && (!hint || isGone) && (
          <Button variant="default" onClick={() => run.mutate(() => retryEntry(entry.seq))}>
            {t('again')}
          </Button>
        )}
        {(versions || isOver || isStuck || isGone) && (
          <Button variant={versions ? 'filled' : 'default'} onClick={ask}>
            {t(versions ? 'choose' : 'asNew')}
          </Button>
        )}
        {isSignature && signedContent && (
          <Button variant="default" onClick={() => setAsking('signed')}>
            {t('showSigned')}
          </Button>
        )}
        <Button variant="default" onClick={() => void exportEntry(entry)}>
          {t('save')}
        </Button>
        <Button variant="default" c="var(--mantine-color-error)" onClick={onDiscard}>
          {t('discard')}
        </Button>
      </Group>
      {run.error && <ErrorNotice error={run.error} title={t('failed')} />}
      <ConfirmDialog
        opened={asking === 'copy'}
        title={t('asNewTitle')}
        message={t(isGone ? 'asNewGone' : entry.base === null ? 'asNewUnsigned' : 'asNewMessage')}
        confirmLabel={t('asNew')}
        onConfirm={() => {
          setAsking(null);
          run.mutate(() => saveAsNew(entry));
        }}
        onClose={() => setAsking(null)}
      />
      <Modal
        opened={asking === 'signed'}
        onClose={() => setAsking(null)}
        title={`${t('kind.signature')}: ${entry.label.name}`}
        size="lg"
      >
        {signedContent && (
          <Suspense fallback={<LoadingState />}>
            <SignedText text={signedContent} sha256={signedSha256} />
          </Suspense>
        )}
      </Modal>
      <Modal
        opened={asking === 'version' && versions !== null}
        onClose={() => setAsking(null)}
        title={`${t('choice.title')}: ${entry.label.name}`}
        size="lg"
      >
        {versions && (
          <Suspense fallback={<LoadingState />}>
            <Choice
              versions={versions}
              timezone={user.timezone}
              onChosen={async (content) => {
                setAsking(null);
                run.mutate(() => writeOver(entry, versions, content, user));
              }}
            />
          </Suspense>
        )}
      </Modal>
    </>
  );
}

/** What is to be done about a signature that will never be accepted as it is. */
function hintOf(code: string): 'signAgain' | 'signedLate' | null {
  if (code === 'VALIDATION_FAILED') return 'signAgain';
  return code === 'SERVICE_CHANGED' ? 'signedLate' : null;
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
