import { ActionIcon } from '@mantine/core';
import { documentNumber, type ServiceProtocol } from '@servicebook/shared/service';
import { IconBellRinging } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../lib/error-text.ts';
import { showToast } from '../../lib/toast.ts';
import { useRemindOfSignature } from './sign-request.queries.ts';

/** The server refuses an earlier reminder. */
const remindAfter = 3_600_000;

/** Reminds the customer of a signature that a list waits for, if the link was mailed and is of use. */
export function RemindButton({ protocol }: { protocol: ServiceProtocol }) {
  const { t } = useTranslation('service');
  const remind = useRemindOfSignature();
  const { signRequest } = protocol;
  if (!signRequest?.sentTo || signRequest.changed) return null;
  const from = new Date(new Date(signRequest.createdAt).getTime() + remindAfter);
  // The list is not drawn again for it: whoever comes back finds the button.
  if (from > new Date()) return null;
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={t('sent.remindNumber', { number: documentNumber(protocol) })}
      title={t('sent.remind')}
      loading={remind.isPending}
      onClick={() =>
        remind.mutate(signRequest.id, {
          onSuccess: () => showToast({ tone: 'success', message: t('sent.reminded') }),
          onError: (error) => showToast({ tone: 'error', message: errorText(error) }),
        })
      }
    >
      <IconBellRinging size={20} stroke={1.7} aria-hidden />
    </ActionIcon>
  );
}
