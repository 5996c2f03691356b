import { Button } from '@mantine/core';
import type { ServiceProtocol } from '@servicebook/shared/service';
import { IconFileX } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../lib/use-session.ts';

const WithdrawDialog = lazy(async () => ({
  default: (await import('./withdraw-dialog.tsx')).WithdrawDialog,
}));

/** Withdraws a signed protocol, if the user may. */
export function WithdrawButton({ protocol }: { protocol: ServiceProtocol }) {
  const { t } = useTranslation('service');
  const { may } = useSession();
  const [asking, setAsking] = useState(false);
  if (!may('service.withdraw')) return null;
  return (
    <>
      <Button
        variant="subtle"
        color="red"
        leftSection={<IconFileX size={18} stroke={1.7} aria-hidden />}
        onClick={() => setAsking(true)}
      >
        {t('withdraw.action')}
      </Button>
      <Suspense>{asking && <WithdrawDialog protocol={protocol} onClose={() => setAsking(false)} />}</Suspense>
    </>
  );
}
