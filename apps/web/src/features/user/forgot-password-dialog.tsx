import { Alert, Button, Modal, Stack, Text, TextInput } from '@mantine/core';
import { email as emailSchema } from '@servicebook/shared/primitives';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { useSaveForm } from '../../lib/use-save-form.ts';
import { useResetPassword } from './user.queries.ts';

const Address = z.object({ email: emailSchema });

interface Props {
  opened: boolean;
  /** The text typed in the sign-in form. */
  email: string;
  onClose: () => void;
}

export function ForgotPasswordDialog({ opened, email, onClose }: Props) {
  const { t } = useTranslation(['account', 'common']);
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('forgot.title')}
      size="26rem"
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <ForgotPasswordForm email={email} onClose={onClose} />
    </Modal>
  );
}

function ForgotPasswordForm({ email, onClose }: Omit<Props, 'opened'>) {
  const { t } = useTranslation(['account', 'common']);
  const resetPassword = useResetPassword();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const { field, submit, saving, failure } = useSaveForm({
    schema: Address,
    defaultValues: { email },
    save: (address) => resetPassword.mutateAsync(address.email),
    onSaved: (_, address) => setSentTo(address.email),
    refusals: { UNKNOWN_EMAIL: 'email' },
    asksBeforeLeaving: false,
  });

  if (sentTo)
    return (
      <Stack>
        <Alert color="green" role="status">
          {t('forgot.sent', { email: sentTo })}
        </Alert>
        <Button onClick={onClose} data-autofocus>
          {t('common:close')}
        </Button>
      </Stack>
    );
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Text size="sm" c="dimmed">
          {t('forgot.hint')}
        </Text>
        <ErrorNotice error={failure} />
        <TextInput
          label={t('login.email')}
          type="email"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          data-autofocus
          {...field('email')}
        />
        <Button type="submit" loading={saving}>
          {t('forgot.submit')}
        </Button>
      </Stack>
    </form>
  );
}
