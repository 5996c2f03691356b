import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SectionCard } from '../../components/section-card.tsx';

const DeleteAccountDialog = lazy(async () => ({
  default: (await import('./delete-account-dialog.tsx')).DeleteAccountDialog,
}));

export function DeleteAccountSection() {
  const { t } = useTranslation('my-account');
  const [asking, setAsking] = useState(false);
  return (
    <SectionCard danger title={t('deletion.title')} hint={t('deletion.hint')}>
      <Button color="red.9" onClick={() => setAsking(true)}>
        {t('deletion.button')}
      </Button>
      {asking && (
        <Suspense>
          <DeleteAccountDialog onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </SectionCard>
  );
}
