import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SectionCard } from '../../components/section-card.tsx';

const DeleteAccountDialog = lazy(async () => ({
  default: (await import('./delete-account-dialog.tsx')).DeleteAccountDialog,
}));

export function DeleteAccountSection() {
  const { t } = useTranslation('my-account');
  const [confirming, setConfirming] = useState(false);
  return (
    <SectionCard danger title={t('deletion.title')} hint={t('deletion.hint')}>
      <Button color="red.9" onClick={() => setConfirming(true)}>
        {t('deletion.button')}
      </Button>
      {confirming && (
        <Suspense>
          <DeleteAccountDialog onClose={() => setConfirming(false)} />
        </Suspense>
      )}
    </SectionCard>
  );
}
