import { Button } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { SectionCard } from '../../components/section-card.tsx';
import { paths, withQuery } from '../../lib/paths.ts';

/** Leads to the return with an archive of all data. */
export function ArchiveSection() {
  const { t } = useTranslation('import');
  return (
    <SectionCard title={t('archive.entry.title')} hint={t('archive.entry.hint')}>
      <Button
        component={Link}
        to={withQuery(paths.import, { from: 'archive' })}
        variant="default"
        leftSection={<IconArrowBackUp size={18} aria-hidden />}
      >
        {t('archive.entry.open')}
      </Button>
    </SectionCard>
  );
}
