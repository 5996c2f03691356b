import { Button, Card, Flex, Group, Stack, Text } from '@mantine/core';
import { joinPresent } from '@servicebook/i18n/names.ts';
import type { ProtocolMail } from '@servicebook/shared/protocol-mail';
import type { ServiceProtocol } from '@servicebook/shared/service';
import { IconMail } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { ErrorState, LoadingState } from '../../components/states.tsx';
import { useIdempotencyKey } from '../../lib/idempotency.ts';
import { momentIn } from '../../lib/moment-text.ts';
import { showToast } from '../../lib/toast.ts';
import { useSession } from '../../lib/use-session.ts';
import { protocolMailsQuery, useHandedOver, useSendProtocol } from './protocol-mail.queries.ts';

const ProtocolMailDialog = lazy(async () => ({
  default: (await import('./protocol-mail-dialog.tsx')).ProtocolMailDialog,
}));

interface Props {
  protocol: ServiceProtocol;
  timezone: string;
}

/** The mails of a signed protocol, and sending it with one press to the address that suggests itself. */
export function ProtocolMails({ protocol, timezone }: Props) {
  const { t } = useTranslation('protocol-mail');
  const { may } = useSession();
  const { data, error, refetch } = useQuery(protocolMailsQuery(protocol.id));
  const send = useSendProtocol();
  const handOver = useHandedOver();
  const keyFor = useIdempotencyKey();
  /** To whom the dialog writes first; null: it is closed. */
  const [asked, setAsked] = useState<string | null>(null);
  if (!data) return error ? <ErrorState error={error} onRetry={() => refetch()} /> : <LoadingState />;
  const { mails, recipients, holders, language } = data;
  // What is sent of a withdrawn protocol is its marked copy, with a text that says so.
  const isWithdrawn = protocol.withdrawn !== null;
  /** Only then a mail says which version it carried. */
  const several = protocol.version > 1;
  const current = mails.filter(
    ({ version, isWithdrawal }) => version === protocol.version && isWithdrawal === isWithdrawn,
  );
  const isOnItsWay = current.some(({ state }) => state !== 'REFUSED');
  const refused = current.filter(({ state }) => state === 'REFUSED').map(({ email }) => email);
  const suggested = recipients.find((one) => !one.refused && !refused.includes(one.email))?.email;
  const maySend = may('service.sign') && protocol.state === 'SIGNED';
  const open = maySend && !isWithdrawn ? mails.filter((mail) => isOpen(mail, current)) : [];
  const untold = holders.find((holder) => !current.some(({ email }) => email === holder));
  const sendTo = (email: string) => {
    const body = {
      service: { id: protocol.id },
      version: protocol.version,
      ...{ recipients: [email], language, text: null },
    };
    send.mutate(
      { body, idempotencyKey: keyFor({ ...body, after: mails.length }) },
      { onSuccess: () => showToast({ tone: 'success', message: t('ordered') }) },
    );
  };
  return (
    <Stack gap="sm">
      {mails.length === 0 ? (
        <Text c="dimmed">{t('none')}</Text>
      ) : (
        <Card component="ul" padding={0} mod="rows">
          {mails.map((mail) => (
            <Mail key={mail.id} mail={mail} several={several} timezone={timezone}>
              {open.includes(mail) && (
                <Group gap="xs" mt="xs">
                  <Button variant="default" maw="100%" onClick={() => setAsked(suggested ?? '')}>
                    {t('sendElsewhere')}
                  </Button>
                  <Button
                    variant="default"
                    loading={handOver.isPending}
                    onClick={() =>
                      handOver.mutate({ params: { id: protocol.id }, body: { version: protocol.version } })
                    }
                  >
                    {t('handedOver')}
                  </Button>
                </Group>
              )}
            </Mail>
          ))}
        </Card>
      )}
      {maySend && isWithdrawn && (
        <Button
          variant="default"
          maw="100%"
          leftSection={<IconMail size={18} aria-hidden />}
          data-not-printed
          onClick={() => setAsked(untold ?? '')}
        >
          {t('sendMarked')}
        </Button>
      )}
      {maySend && !isWithdrawn && (
        <Group mod="actions" data-not-printed>
          {suggested && !isOnItsWay && (
            <Button
              variant={mails.length === 0 ? 'light' : 'default'}
              leftSection={<IconMail size={18} aria-hidden />}
              loading={send.isPending}
              maw="100%"
              onClick={() => sendTo(suggested)}
            >
              {t('sendTo', { email: suggested })}
            </Button>
          )}
          {open.length === 0 && (
            <Button
              variant={suggested && !isOnItsWay ? 'subtle' : 'default'}
              leftSection={suggested && !isOnItsWay ? undefined : <IconMail size={18} aria-hidden />}
              onClick={() => setAsked(isOnItsWay ? '' : (suggested ?? ''))}
            >
              {t(isOnItsWay ? 'again' : suggested ? 'other' : 'send')}
            </Button>
          )}
        </Group>
      )}
      <ErrorNotice error={send.error ?? handOver.error} />
      <Suspense>
        {asked !== null && (
          <ProtocolMailDialog
            protocol={protocol}
            known={data}
            address={asked}
            onClose={() => setAsked(null)}
          />
        )}
      </Suspense>
    </Stack>
  );
}

/** Refused, and nobody has sent that version again or handed it over since. */
const isOpen = (mail: ProtocolMail, current: ProtocolMail[]): boolean =>
  mail.state === 'REFUSED' &&
  mail.handedOverAt === null &&
  current.includes(mail) &&
  !current.some(({ state, createdAt }) => state !== 'REFUSED' && createdAt > mail.createdAt);

interface MailProps {
  mail: ProtocolMail;
  /** The protocol has several versions. */
  several: boolean;
  timezone: string;
  children: ReactNode;
}

/** One mail with its state in words. */
function Mail({ mail, several, timezone, children }: MailProps) {
  const { t } = useTranslation('protocol-mail');
  const {
    email,
    version,
    isWithdrawal,
    state,
    refusal,
    reason,
    isAutomatic,
    createdAt,
    sentAt,
    handedOverAt,
  } = mail;
  const moment = momentIn(sentAt ?? createdAt, timezone);
  const about = joinPresent(
    [isWithdrawal ? t('withdrawal') : several && t('version', { version }), isAutomatic && t('automatic')],
    ', ',
  );
  return (
    <Flex component="li" direction="column" px="sm" py="xs">
      <Text span fw={600} style={{ overflowWrap: 'anywhere' }}>
        {email || t('noRecipient')}
      </Text>
      <Text span {...(state === 'REFUSED' && !handedOverAt && { c: 'var(--mantine-color-error)' })}>
        {t(`states.${state}`, { moment })}
      </Text>
      {refusal && <Text span>{t(`refusals.${refusal}`)}</Text>}
      {reason && (
        <Text span size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {t('said', { reason })}
        </Text>
      )}
      {handedOverAt && <Text span>{t('handedOverAt', { moment: momentIn(handedOverAt, timezone) })}</Text>}
      {about && (
        <Text span size="sm" c="dimmed">
          {about}
        </Text>
      )}
      {children && <Group data-not-printed>{children}</Group>}
    </Flex>
  );
}
