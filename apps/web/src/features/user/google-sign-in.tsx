import { Divider, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '../../lib/api-error.ts';
import { GoogleButton } from './google-button.tsx';
import { signInWithGoogle } from './sign-in.ts';

interface Props {
  clientId: string;
  /** Asked when Google has said who it is. */
  isSharedComputer: () => boolean;
  onFailure: (failure: ApiError | null) => void;
}

/** The other way to sign in, below the form: it comes later than the form, and must not move it. */
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
