import { Checkbox, Divider, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorNotice } from '../../components/error-notice.tsx';
import type { ApiError } from '../../lib/api-error.ts';
import { fieldText } from '../../lib/error-text.ts';
import { showToast } from '../../lib/toast.ts';
import { GoogleButton } from '../user/google-button.tsx';
import { registerWithGoogle } from '../user/sign-in.ts';
import type { Settings } from './first-settings.tsx';
import { TermsLabel } from './terms-label.tsx';

interface Props {
  clientId: string;
  settings: Settings;
  /** Whether the terms are accepted, here or in the form below: both checkboxes share one value. */
  accepted: boolean;
  onAccept: (accepted: boolean) => void;
}

/** Registration with Google in two clicks, above the long form. Asks for the terms only after the first click. */
export function GoogleRegistration({ clientId, settings, accepted, onAccept }: Props) {
  const { t } = useTranslation('account');
  const [asksForTerms, setAsksForTerms] = useState(false);
  const [failure, setFailure] = useState<ApiError | null>(null);

  function mayStart(): boolean {
    if (!accepted) setAsksForTerms(true);
    return accepted;
  }
  async function register(code: string): Promise<void> {
    await registerWithGoogle(code, settings);
    showToast({ tone: 'success', message: t('google.registered') });
  }
  return (
    <section aria-label={t('google.section')}>
      <Stack mt={24}>
        <GoogleButton clientId={clientId} mayStart={mayStart} onCode={register} onFailure={setFailure} />
        <Text size="sm" c="dimmed" mt={-8}>
          {t('google.hint')}
        </Text>
        {asksForTerms && (
          <Checkbox
            label={<TermsLabel />}
            checked={accepted}
            error={accepted ? undefined : fieldText('ACCEPT_CONDITIONS')}
            onChange={(event) => onAccept(event.currentTarget.checked)}
            autoFocus
          />
        )}
        <ErrorNotice error={failure} />
        <Divider label={t('google.orForm')} labelPosition="center" />
      </Stack>
    </section>
  );
}
