import { Alert, Stack, Text } from '@mantine/core';
import { joinPresent } from '@servicebook/i18n/names.ts';
import type { ServiceProtocol } from '@servicebook/shared/service';
import { shortHash } from '@servicebook/shared/signed-content';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { type DrawnSignature, SignatureDialog, type Signing } from '../../components/signature-dialog.tsx';
import { ErrorState, LoadingState } from '../../components/states.tsx';
import { fieldText } from '../../lib/error-text.ts';
import { randomUuid } from '../../lib/idempotency.ts';
import { useContentHash } from '../../lib/read-content.ts';
import {
  ConfirmedFields,
  getsNewNumber,
  initialConfirmation,
  refusedDate,
  textOf,
} from './confirmed-fields.tsx';
import { LimitDialog } from './limit-dialog.tsx';
import { toSignQuery } from './service.queries.ts';
import type { DraftUser } from './service-draft.ts';
import {
  type Confirmed,
  dropSignature,
  isFor,
  type KeptSignature,
  keepSignature,
  readSignature,
  signatureKey,
  wordsOf,
} from './signature-keeping.ts';
import { SigningText } from './signing-text.tsx';
import { useSigning } from './use-signing.ts';

interface SigningDialogProps {
  protocol: ServiceProtocol;
  owner: DraftUser;
  onSigned: () => void;
  /** Closed without a confirmation by the server; if it was sent, it may be signed anyway. */
  onClose: (wasSent: boolean) => void;
}

/** The customer reads the content and signs. The drawing is stored until it is signed or cleared. */
export function SigningDialog({ protocol, owner, onSigned, onClose }: SigningDialogProps) {
  const { t } = useTranslation('service-signing');
  const key = signatureKey(owner, protocol.id);
  const query = useQuery(toSignQuery(protocol.id));
  /** Undefined until the browser's storage was read. */
  const [storedSignature, setStoredSignature] = useState<KeptSignature | null | undefined>(undefined);
  const [changed, setChanged] = useState<Partial<Confirmed>>({});
  const [stale, setStale] = useState(false);
  const wasSent = useRef(false);
  const signing = useSigning(() => {
    void dropSignature(key);
    onSigned();
  });

  useEffect(() => {
    let current = true;
    readSignature(key).then((found) => {
      if (!current) return;
      setStoredSignature(found);
      setChanged(found?.confirmed ?? {});
      wasSent.current = !!found?.attempt;
    });
    return () => {
      current = false;
    };
  }, [key]);

  const read = storedSignature === undefined ? undefined : query.data;
  const words = read && wordsOf(read.snapshot);
  const valid = storedSignature && words && isFor(storedSignature, words) ? storedSignature : null;
  const outdated = !!storedSignature && !!words && !valid;
  useEffect(() => {
    if (!outdated) return;
    setStale(true);
    setStoredSignature(null);
    setChanged({});
    void dropSignature(key);
  }, [outdated, key]);

  // Another user has saved or signed: only the newest text can be signed.
  const isChanged = signing.refusal?.code === 'SERVICE_CHANGED';
  const { refetch } = query;
  useEffect(() => {
    if (isChanged) void refetch();
  }, [isChanged, refetch]);
  const isSigned = read?.snapshot.state === 'SIGNED' && !signing.signing;
  // biome-ignore lint/correctness/useExhaustiveDependencies: left once, whatever the listener is by then
  useEffect(() => {
    if (isSigned) onClose(true);
  }, [isSigned]);

  const confirmed = read && { ...initialConfirmation(read), ...changed };
  const keep = (next: KeptSignature) => {
    setStoredSignature(next);
    void keepSignature(next);
  };
  const draw = (drawn: DrawnSignature | null) => {
    if (!words || !confirmed) return;
    if (!drawn) {
      setStoredSignature(null);
      void dropSignature(key);
      return;
    }
    setStale(false);
    if (JSON.stringify(valid?.drawn) === JSON.stringify(drawn)) return;
    keep({ key, words, drawn, confirmed, attempt: null });
  };
  const sign = (drawn: Signing) => {
    if (!read || !confirmed || !valid || text === undefined) return;
    const { signedAt, latitude, longitude } = drawn;
    const attempt = valid.attempt ?? { idempotencyKey: randomUuid(), signedAt, latitude, longitude };
    wasSent.current = true;
    keep({ ...valid, attempt });
    signing.sign({ id: protocol.id, read, text, drawn, confirmed, attempt });
  };

  const text = read && confirmed && textOf(read, confirmed);
  const sha256 = useContentHash(text);
  const missing = (read?.missing ?? []).map(({ machine, action, field }) =>
    joinPresent([read && read.snapshot.machines.length > 1 && machine, action, field], ': '),
  );
  const isNumbered = read && confirmed && !getsNewNumber(read, confirmed);
  // If the day or the performer is refused, the message names it; other errors are clear by themselves.
  const { date, performedBy, alsoPerformedBy, ownSignature, actions } = signing.refusal?.fields ?? {};
  return (
    <>
      <SignatureDialog
        opened
        textKey={words ?? ''}
        summary={joinPresent(
          [
            isNumbered && read.snapshot.documentNumber,
            protocol.customer.shortName,
            // On one line, because the customer compares it with the document.
            sha256 && t('content', { hash: shortHash(sha256).replace(' ', '\u00a0') }),
          ],
          ' · ',
        )}
        text={
          read &&
          confirmed && (
            <Stack py="xs">
              {stale && <ErrorNotice error={t('stale')} />}
              {missing.length > 0 && <ErrorNotice error={t('missing', { list: missing.join(', ') })} />}
              {read.undone && read.undone.open > 0 && (
                <Alert color="yellow" variant="light">
                  <Text size="sm">{t('undone', { count: read.undone.open, total: read.undone.total })}</Text>
                </Alert>
              )}
              <ConfirmedFields
                read={read}
                confirmed={confirmed}
                locked={valid !== null}
                onChange={(change) => setChanged({ ...changed, ...change })}
              />
              <SigningText read={read} confirmed={confirmed} sha256={sha256} />
            </Stack>
          )
        }
        noText={
          query.error && !query.isFetching ? (
            <ErrorState error={query.error} onRetry={query.refetch} />
          ) : (
            <LoadingState />
          )
        }
        ready={read && confirmed ? !refusedDate(read, confirmed) && missing.length === 0 : false}
        kept={valid?.drawn ?? null}
        signers={read?.signers ?? []}
        saving={signing.signing}
        error={
          fieldText(date ?? performedBy ?? alsoPerformedBy ?? ownSignature ?? actions) ?? signing.refusal
        }
        onDrawn={draw}
        onSign={sign}
        onStop={signing.stop}
        onClose={() => onClose(wasSent.current)}
      />
      <LimitDialog refusals={[signing.refusal]} />
    </>
  );
}
