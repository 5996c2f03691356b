import { Box, Button, Flex, Group, Stack, Text } from '@mantine/core';
import type { CustomerPageState } from '@servicebook/shared/customer-page';
import { IconMail } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AddressToCopy } from '../../components/address-to-copy.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { SectionCard, SectionCards } from '../../components/section-card.tsx';
import { ErrorState, LoadingState } from '../../components/states.tsx';
import { useIdempotencyKey } from '../../lib/idempotency.ts';
import { momentIn } from '../../lib/moment-text.ts';
import { showToast } from '../../lib/toast.ts';
import { useSession } from '../../lib/use-session.ts';
import {
  customerPageQuery,
  useEndCustomerSession,
  useInviteCustomer,
  useSwitchCustomerPage,
} from './customer-page.queries.ts';

/** The page that the company opens to a customer: on or off, its address, invitations, and who is signed in. */
export function CustomerPageTab({ customerId }: { customerId: number }) {
  const { data, error, refetch } = useQuery(customerPageQuery(customerId));
  if (!data) return error ? <ErrorState error={error} onRetry={() => refetch()} /> : <LoadingState />;
  return (
    <SectionCards>
      <PageSection customerId={customerId} state={data} />
      <PeopleSection customerId={customerId} state={data} />
      {data.page && <SessionsSection sessions={data.sessions} />}
    </SectionCards>
  );
}

interface SectionProps {
  customerId: number;
  state: CustomerPageState;
}

function PageSection({ customerId, state: { page } }: SectionProps) {
  const { t } = useTranslation('customer');
  const { user } = useSession();
  const [confirming, setConfirming] = useState(false);
  const change = useSwitchCustomerPage();
  const close = () => {
    setConfirming(false);
    change.reset();
  };
  const turn = (on: boolean) =>
    change.mutate(
      { body: { customer: { id: customerId }, on } },
      {
        onSuccess: () => {
          close();
          showToast({ tone: 'success', message: t(on ? 'page.switchedOn' : 'page.switchedOff') });
        },
      },
    );
  return (
    <SectionCard title={t('page.title')} hint={t('page.lead')}>
      {page ? (
        <Stack>
          <AddressToCopy
            calm
            label={t('page.address')}
            description={t('page.addressHint')}
            address={page.address}
            copy={t('page.copy')}
            copied={t('page.copied')}
          />
          <Text size="sm" c="dimmed">
            {t('page.since', { moment: momentIn(page.since, user?.timezone ?? 'UTC') })}
          </Text>
          <Group mod="actions">
            <Button variant="default" onClick={() => setConfirming(true)}>
              {t('page.switchOff')}
            </Button>
          </Group>
        </Stack>
      ) : (
        <Stack>
          <Text>{t('page.off')}</Text>
          <ErrorNotice error={change.error} />
          <Group mod="actions">
            <Button loading={change.isPending} onClick={() => turn(true)}>
              {t('page.switchOn')}
            </Button>
          </Group>
        </Stack>
      )}
      <ConfirmDialog
        danger
        opened={confirming}
        title={t('page.switchOffTitle')}
        message={t('page.switchOffMessage')}
        confirmLabel={t('page.switchOffConfirm')}
        loading={change.isPending}
        error={change.error}
        onConfirm={() => turn(false)}
        onClose={close}
      />
    </SectionCard>
  );
}

function PeopleSection({ customerId, state: { page, people } }: SectionProps) {
  const { t } = useTranslation('customer');
  const { user } = useSession();
  const invite = useInviteCustomer();
  const keyFor = useIdempotencyKey();
  const [invited, setInvited] = useState<readonly string[]>([]);
  const send = (email: string) => {
    const body = { customer: { id: customerId }, email };
    invite.mutate(
      // Who asks for another invitation of the same person gets one.
      { body, idempotencyKey: keyFor({ ...body, times: invited.filter((one) => one === email).length }) },
      {
        onSuccess: () => {
          setInvited((before) => [...before, email]);
          showToast({ tone: 'success', message: t('page.invited', { email }) });
        },
      },
    );
  };
  return (
    <SectionCard title={t('page.people')} hint={t('page.peopleHint')}>
      <Flex component="ul" direction="column" mod="rows" mt={-8}>
        {people.map(({ name, email }) => (
          <Row
            key={email}
            title={email}
            detail={name}
            action={
              page && (
                <Button
                  variant="subtle"
                  leftSection={<IconMail size={18} aria-hidden />}
                  loading={invite.isPending && invite.variables.body.email === email}
                  aria-label={t('page.inviteWho', { email })}
                  onClick={() => send(email)}
                >
                  {t('page.invite')}
                </Button>
              )
            }
          />
        ))}
        {people.length === 0 && <Row detail={t('page.nobody')} />}
      </Flex>
      {page?.invitation && (
        <Text size="sm" c="dimmed" mt="sm">
          {t('page.lastInvited', {
            email: page.invitation.email,
            moment: momentIn(page.invitation.at, user?.timezone ?? 'UTC'),
          })}
        </Text>
      )}
      <ErrorNotice error={invite.error} mt="md" />
    </SectionCard>
  );
}

function SessionsSection({ sessions }: Pick<CustomerPageState, 'sessions'>) {
  const { t } = useTranslation('customer');
  const { user } = useSession();
  const end = useEndCustomerSession();
  return (
    <SectionCard title={t('page.sessions')}>
      <Flex component="ul" direction="column" mod="rows" mt={-8}>
        {sessions.map(({ id, email, lastSeenAt }) => (
          <Row
            key={id}
            title={email}
            detail={t('page.lastUsed', { moment: momentIn(lastSeenAt, user?.timezone ?? 'UTC') })}
            action={
              <Button
                variant="subtle"
                loading={end.isPending && end.variables === id}
                aria-label={t('page.endWho', { email })}
                onClick={() =>
                  end.mutate(id, {
                    onSuccess: () => showToast({ tone: 'success', message: t('page.ended', { email }) }),
                  })
                }
              >
                {t('page.end')}
              </Button>
            }
          />
        ))}
        {sessions.length === 0 && <Row detail={t('page.noSessions')} />}
      </Flex>
      <ErrorNotice error={end.error} mt="md" />
    </SectionCard>
  );
}

function Row({ title, detail, action }: { title?: string; detail: string; action?: ReactNode }) {
  return (
    <Group renderRoot={(props) => <li {...props} />} gap="sm" mih="3.5rem" py="xs">
      <Box flex="1 1 14rem" miw={0}>
        {title && <Text fw={550}>{title}</Text>}
        <Text size={title ? 'sm' : 'md'} c="dimmed">
          {detail}
        </Text>
      </Box>
      {action}
    </Group>
  );
}
