import { ActionIcon, Button } from '@mantine/core';
import { IconReceipt } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNarrowScreen } from '../../components/use-narrow-screen.ts';

const MonthEndDialog = lazy(async () => ({
  default: (await import('./month-end-dialog.tsx')).MonthEndDialog,
}));

/** The month-end list of all protocols by customer. Its texts: `billing`. */
export function MonthEnd() {
  const { t } = useTranslation('billing');
  const narrow = useNarrowScreen();
  const [opened, setOpened] = useState(false);
  const open = () => setOpened(true);
  return (
    <>
      {narrow ? (
        <ActionIcon
          variant="default"
          size="lg"
          aria-label={t('export.button')}
          title={t('export.button')}
          onClick={open}
        >
          <IconReceipt size={20} aria-hidden />
        </ActionIcon>
      ) : (
        <Button variant="default" leftSection={<IconReceipt size={18} aria-hidden />} onClick={open}>
          {t('export.button')}
        </Button>
      )}
      {opened && (
        <Suspense>
          <MonthEndDialog onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  );
}
