import { Button } from '@mantine/core';
import { IconReceipt } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';

const InvoicedDialog = lazy(async () => ({
  default: (await import('./invoiced-dialog.tsx')).InvoicedDialog,
}));

interface Props {
  ids: ReadonlySet<number>;
  onDone: () => void;
}

/** Marks the chosen protocols of a list as invoiced. Its texts: `billing`. */
export function MarkInvoiced({ ids, onDone }: Props) {
  const { t } = useTranslation('billing');
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconReceipt size={18} stroke={1.7} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        {t('mark.button')}
      </Button>
      {opened && (
        <Suspense>
          <InvoicedDialog ids={[...ids]} onClose={() => setOpened(false)} onDone={onDone} />
        </Suspense>
      )}
    </>
  );
}
