import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../lib/api-error.ts';
import { loadGoogle, requestGoogleCode } from './google-code.ts';
import { GoogleMark } from './google-mark.tsx';

interface Props {
  clientId: string;
  /** Called on click; false cancels. */
  mayStart?: () => boolean;
  /** Receives the code from the popup. */
  onCode: (code: string) => Promise<void>;
  /** Null when a new attempt begins. */
  onFailure: (failure: ApiError | null) => void;
}

/** Opens Google's popup. Its script is loaded on hover or focus. */
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
      // A click retries, with a loading indicator.
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
