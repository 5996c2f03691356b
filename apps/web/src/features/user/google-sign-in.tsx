import { Divider, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '../../lib/api-error.ts';
import { GoogleButton } from './google-button.tsx';
import { signInWithGoogle } from './sign-in.ts';

interface Props {
  clientId: string;
  /** Called when Google has identified the user. */
  isSharedComputer: () => boolean;
  onFailure: (failure: ApiError | null) => void;
}

/** Google sign-in, below the form: it loads after the form and must not move it. */
export function GoogleSignIn({ clientId, isSharedComputer, onFailure }: Props) {
  const { t } = useTranslation('account');
  return (
    <Stack mt="sm">
      <Divider label={t('google.or')} labelPosition="center" />
      <GoogleButton
        clientId={clientId}
        onCode={(code) => signInWithGoogle(code, isSharedComputer())}
        onFailure={onFailure}
      />
    </Stack>
  );
}
