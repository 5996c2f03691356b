import { Autocomplete, Button, CopyButton, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { joinPresent } from '@servicebook/i18n/names.ts';
import type { Language } from '@servicebook/shared/primitives';
import { documentNumber, type ServiceProtocol } from '@servicebook/shared/service';
import { type SignRequests, signRequestContract } from '@servicebook/shared/sign-request';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { MailLanguage } from '../../components/mail-fields.tsx';
import { ErrorState, LoadingState } from '../../components/states.tsx';
import { useNarrowScreen } from '../../components/use-narrow-screen.ts';
import { fieldText } from '../../lib/error-text.ts';
import { showToast } from '../../lib/toast.ts';
import { useSession } from '../../lib/use-session.ts';
import { ConfirmedFields, initialConfirmation, ownSignatureIn, refusedDate } from './confirmed-fields.tsx';
import { type ToSign, toSignQuery } from './service.queries.ts';
import { signRequestsQuery, useRequestSignature } from './sign-request.queries.ts';
import { SignRequestStatus } from './sign-request-status.tsx';
import type { Confirmed } from './signature-keeping.ts';
import { SigningText } from './signing-text.tsx';

interface Props {
  protocol: ServiceProtocol;
  onSent: () => void;
  onClose: () => void;
}

/** How the signature at a distance stands, or what is sent: who did the work, when, the text, and where to. */
export function SignRequestDialog({ protocol, onSent, onClose }: Props) {
  const { t } = useTranslation(['service', 'common']);
  const narrow = useNarrowScreen();
  const known = useQuery(signRequestsQuery(protocol.id));
  const [again, setAgain] = useState(false);
  /** The new link, which is shown once. */
  const [address, setAddress] = useState<string | null>(null);
  const current = known.data?.current;
  const pending = current && ['WAITING', 'EXPIRED', 'CHANGED'].includes(current.state) ? current : null;
  return (
    <Modal
      opened
      onClose={onClose}
      title={joinPresent([t('sent.title'), documentNumber(protocol)], ' · ')}
      size="44rem"
      fullScreen={narrow}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {address ? (
        <NewLink address={address} />
      ) : !known.data ? (
        known.error ? (
          <ErrorState error={known.error} onRetry={known.refetch} />
        ) : (
          <LoadingState />
        )
      ) : pending && !again ? (
        <SignRequestStatus request={pending} onAgain={() => setAgain(true)} onRevoked={onClose} />
      ) : (
        <Sending
          protocol={protocol}
          known={known.data}
          onSent={(address) => {
            onSent();
            if (address) setAddress(address);
            else onClose();
          }}
        />
      )}
    </Modal>
  );
}

function NewLink({ address }: { address: string }) {
  const { t } = useTranslation('service-signing');
  return (
    <Stack>
      <Text>{t('request.linkOnce')}</Text>
      <TextInput
        label={t('request.link')}
        readOnly
        value={address}
        onFocus={(event) => event.currentTarget.select()}
      />
      <CopyButton value={address}>
        {({ copied, copy }) => (
          <Button size="md" onClick={copy} data-autofocus>
            {t(copied ? 'request.copied' : 'request.copy')}
          </Button>
        )}
      </CopyButton>
    </Stack>
  );
}

interface SendingProps {
  protocol: ServiceProtocol;
  known: SignRequests;
  /** @param address of a link to copy; null: it was mailed. */
  onSent: (address: string | null) => void;
}

function Sending({ protocol, ...rest }: SendingProps) {
  const query = useQuery(toSignQuery(protocol.id));
  if (!query.data)
    return query.error ? <ErrorState error={query.error} onRetry={query.refetch} /> : <LoadingState />;
  return <SendForm protocol={protocol} read={query.data} {...rest} />;
}

function SendForm({ protocol, known, read, onSent }: SendingProps & { read: ToSign }) {
  const { id } = protocol;
  const { t } = useTranslation(['service-signing', 'errors']);
  const { user } = useSession();
  const [changed, setChanged] = useState<Partial<Confirmed>>({});
  const [email, setEmail] = useState(known.current?.sentTo ?? known.recipients[0]?.email ?? '');
  const [language, setLanguage] = useState<Language>(known.language);
  const [tried, setTried] = useState(false);
  const request = useRequestSignature();
  // Who sends it need not have been at the machine, and the work was on another day.
  const confirmed: Confirmed = {
    ...initialConfirmation(read),
    date: read.snapshot.date,
    performedBy: protocol.user?.id ?? read.performedBy,
    alsoPerformedBy: protocol.alsoPerformedBy.map((person) => person.id),
    ...changed,
  };
  const isAddress = signRequestContract.send.body.shape.email.safeParse(email.trim()).success;
  const missing = read.missing.map(({ machine, action, field }) =>
    joinPresent([read.snapshot.machines.length > 1 && machine, action, field], ': '),
  );
  const ready = !refusedDate(read, confirmed) && missing.length === 0 && !request.isPending;
  const send = (to: string | null) => {
    const { date, performedBy, alsoPerformedBy } = confirmed;
    request.mutate(
      {
        params: { id },
        body: {
          email: to,
          language,
          date: `${date}T00:00:00`,
          performedBy: { id: performedBy },
          alsoPerformedBy: alsoPerformedBy.map((each) => ({ id: each })),
          ownSignature: user && ownSignatureIn(confirmed, user.id),
          revision: read.revision,
          contentSha256: read.contentSha256,
        },
      },
      {
        onSuccess: ({ address }) => {
          if (!address) showToast({ tone: 'success', message: t('request.sent', { address: to ?? '' }) });
          onSent(address);
        },
      },
    );
  };
  const { date, performedBy, alsoPerformedBy, ownSignature, actions } = request.error?.fields ?? {};
  return (
    <Stack>
      {missing.length > 0 && <ErrorNotice error={t('missing', { list: missing.join(', ') })} />}
      <ConfirmedFields
        read={read}
        confirmed={confirmed}
        locked={false}
        onChange={(change) => setChanged({ ...changed, ...change })}
      />
      <SigningText read={read} confirmed={confirmed} />
      <Autocomplete
        label={t('request.email')}
        description={known.recipients.length === 0 ? t('request.noAddress') : undefined}
        type="email"
        inputMode="email"
        data={[...new Set(known.recipients.map((recipient) => recipient.email))]}
        value={email}
        error={tried && !isAddress ? t('errors:fields.INCORRECT_EMAIL') : undefined}
        onChange={setEmail}
      />
      <MailLanguage label={t('request.language')} value={language} onChange={setLanguage} />
      <Text size="sm" c="dimmed">
        {t('request.validDays', { count: known.days })}
      </Text>
      <ErrorNotice
        error={fieldText(date ?? performedBy ?? alsoPerformedBy ?? ownSignature ?? actions) ?? request.error}
      />
      <Group mod="actions">
        <Button variant="default" disabled={!ready} onClick={() => send(null)}>
          {t('request.makeLink')}
        </Button>
        <Button
          loading={request.isPending}
          disabled={!ready}
          onClick={() => {
            setTried(true);
            if (isAddress) send(email.trim());
          }}
        >
          {t('request.send')}
        </Button>
      </Group>
    </Stack>
  );
}
