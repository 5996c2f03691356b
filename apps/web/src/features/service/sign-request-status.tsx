import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import type { SignRequest } from '@servicebook/shared/sign-request';
import { useTranslation } from 'react-i18next';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { momentIn } from '../../lib/moment-text.ts';
import { showToast } from '../../lib/toast.ts';
import { useSession } from '../../lib/use-session.ts';
import { useRemindOfSignature, useRevokeSignRequest } from './sign-request.queries.ts';

interface Props {
  request: SignRequest;
  onAgain: () => void;
  onRevoked: () => void;
}

/** What was sent, whether the customer has opened it, and what one can do. */
export function SignRequestStatus({ request, onAgain, onRevoked }: Props) {
  const { t } = useTranslation(['service-signing', 'service']);
  const { user } = useSession();
  const remind = useRemindOfSignature();
  const revoke = useRevokeSignRequest();
  const at = (moment: string) => momentIn(moment, user?.timezone || 'UTC');
  const { id, state, sentTo, sentBy: name, createdAt, firstShownAt, limitReached, remindFrom } = request;
  const isFresh = new Date(remindFrom) > new Date();
  const busy = remind.isPending || revoke.isPending;
  return (
    <Stack>
      <Alert color={state === 'WAITING' ? 'blue' : 'yellow'} variant="light" role="note">
        <Text fw={600}>{t(`request.state.${state as 'WAITING' | 'EXPIRED' | 'CHANGED'}`)}</Text>
        <Text size="sm">
          {sentTo
            ? t('request.sentTo', { address: sentTo, at: at(createdAt), name })
            : t('request.linkMade', { at: at(createdAt), name })}
        </Text>
        <Text size="sm">
          {firstShownAt ? t('request.shown', { at: at(firstShownAt) }) : t('request.notShown')}
        </Text>
      </Alert>
      {limitReached && <ErrorNotice error={t('request.limitReached')} />}
      <ErrorNotice error={remind.error ?? revoke.error} />
      {sentTo && state !== 'CHANGED' && isFresh && (
        <Text size="sm" c="dimmed">
          {t('request.remindFrom', { at: at(remindFrom) })}
        </Text>
      )}
      <Group mod="actions">
        <Button
          variant="default"
          disabled={busy}
          onClick={() =>
            revoke.mutate(id, {
              onSuccess: () => {
                showToast({ tone: 'success', message: t('request.revoked') });
                onRevoked();
              },
            })
          }
        >
          {t('request.revoke')}
        </Button>
        <Button
          variant={state === 'CHANGED' || !sentTo ? 'filled' : 'default'}
          disabled={busy}
          onClick={onAgain}
        >
          {t('request.again')}
        </Button>
        {sentTo && state !== 'CHANGED' && (
          <Button
            loading={remind.isPending}
            disabled={isFresh || busy}
            onClick={() =>
              remind.mutate(id, {
                onSuccess: () => showToast({ tone: 'success', message: t('service:sent.reminded') }),
              })
            }
          >
            {t('service:sent.remind')}
          </Button>
        )}
      </Group>
    </Stack>
  );
}
