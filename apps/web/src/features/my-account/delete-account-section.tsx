import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SectionCard } from '../../components/section-card.tsx';

const DeleteAccountDialog = lazy(async () => ({
  default: (await import('./delete-account-dialog.tsx')).DeleteAccountDialog,
}));

interface DeleteAccountSectionProps {
  /** Opens the dialog that ends the contract; without it, it has ended already. */
  onEndInstead?: () => void;
}

/** Erases the account at once. For admins. */
export function DeleteAccountSection({ onEndInstead }: DeleteAccountSectionProps) {
  const { t } = useTranslation('my-account');
  const [confirming, setConfirming] = useState(false);
  return (
    <SectionCard danger title={t('deletion.title')} hint={t('deletion.hint')}>
      <Button color="red.9" onClick={() => setConfirming(true)}>
        {t('deletion.button')}
      </Button>
      {confirming && (
        <Suspense>
          <DeleteAccountDialog
            onClose={() => setConfirming(false)}
            onEndInstead={
              onEndInstead &&
              (() => {
                setConfirming(false);
                onEndInstead();
              })
            }
          />
        </Suspense>
      )}
    </SectionCard>
  );
}
