import { Button } from '@mantine/core';
import type { ServiceProtocol } from '@servicebook/shared/service';
import { IconSend } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';

const SignRequestDialog = lazy(async () => ({
  default: (await import('./sign-request-dialog.tsx')).SignRequestDialog,
}));

interface Props {
  protocol: ServiceProtocol;
  /** There is input that is not saved. */
  dirty: boolean;
  /** The server cannot be asked now. */
  outOfReach: boolean;
  /** The protocol may be another since. */
  onSent: () => void;
}

/** Sends a stored protocol to the customer to be signed at a distance. */
export function SignRequestButton({ protocol, dirty, outOfReach, onSent }: Props) {
  const { t } = useTranslation('service');
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button
        variant="subtle"
        disabled={dirty || outOfReach}
        title={dirty ? t('sent.saveFirst') : undefined}
        leftSection={<IconSend size={18} stroke={1.7} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        {t(protocol.signRequest ? 'sent.title' : 'sent.send')}
      </Button>
      <Suspense>
        {opened && <SignRequestDialog protocol={protocol} onSent={onSent} onClose={() => setOpened(false)} />}
      </Suspense>
    </>
  );
}
