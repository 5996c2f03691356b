import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../lib/api-error.ts';
import { loadGoogle, requestGoogleCode } from './google-code.ts';
import { GoogleMark } from './google-mark.tsx';

interface Props {
  clientId: string;
  /** Asked when the button is pressed; false stops there. */
  mayStart?: () => boolean;
  /** What to do with the code of the popup. */
  onCode: (code: string) => Promise<void>;
  /** Null when a new attempt begins. */
  onFailure: (failure: ApiError | null) => void;
}

/** Opens Google's popup. Its script is fetched when somebody is about to press. */
export function GoogleButton({ clientId, mayStart = () => true, onCode, onFailure }: Props) {
  const { t } = useTranslation('account');
  const [busy, setBusy] = useState(false);

  async function start(): Promise<void> {
    if (busy || !mayStart()) return;
    onFailure(null);
    setBusy(true);
    try {
      const code = await requestGoogleCode(clientId);
      if (code) await onCode(code);
    } catch (error) {
      onFailure(error instanceof ApiError ? error : new ApiError({ status: 0, code: 'CONNECTION' }));
    } finally {
      setBusy(false);
    }
  }

  const prepare = () => {
    loadGoogle().catch(() => {
      // Pressing the button tries again, and says so.
    });
  };
  return (
    <Button
      variant="default"
      size="md"
      fullWidth
      leftSection={<GoogleMark />}
      loading={busy}
      onClick={start}
      onPointerEnter={prepare}
      onPointerDown={prepare}
      onFocus={prepare}
    >
      {t('google.continue')}
    </Button>
  );
}
