import { ActionIcon, Button } from '@mantine/core';
import { formatNumber } from '@servicebook/i18n/format.ts';
import type { ServiceFilter } from '@servicebook/shared/service-overview';
import { IconFileZip } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { useNarrowScreen } from '../../components/use-narrow-screen.ts';
import { currentLanguage } from '../../lib/i18n.ts';

const ServicePdfsDialog = lazy(async () => ({
  default: (await import('./service-pdfs-dialog.tsx')).ServicePdfsDialog,
}));

export interface FoundServices {
  /** The number of protocols found. */
  total: number;
  found: z.input<typeof ServiceFilter>;
}

/** Exports the documents of all protocols found by a search. */
export function ServicePdfsButton({ total, found }: FoundServices) {
  const { t } = useTranslation('export');
  const narrow = useNarrowScreen();
  const [opened, setOpened] = useState(false);
  const look = {
    disabled: total === 0,
    title: t('servicePdfs.open'),
    onClick: () => setOpened(true),
  };
  return (
    <>
      {narrow ? (
        <ActionIcon variant="default" size="lg" aria-label={look.title} {...look}>
          <IconFileZip size={20} aria-hidden />
        </ActionIcon>
      ) : (
        <Button variant="default" leftSection={<IconFileZip size={18} aria-hidden />} {...look}>
          {t('servicePdfs.button', { total: formatNumber(total, currentLanguage()) })}
        </Button>
      )}
      <Suspense>
        {opened && <ServicePdfsDialog total={total} found={found} onClose={() => setOpened(false)} />}
      </Suspense>
    </>
  );
}
