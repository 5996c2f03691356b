import { Button } from '@mantine/core';
import { IconTableImport } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { SectionCard } from '../../components/section-card.tsx';
import { paths } from '../../lib/paths.ts';

/** Leads to the import of spreadsheets. */
export function ImportSection() {
  const { t } = useTranslation('my-account');
  return (
    <SectionCard title={t('import.title')} hint={t('import.hint')}>
      <Button
        component={Link}
        to={paths.import}
        variant="default"
        leftSection={<IconTableImport size={18} aria-hidden />}
      >
        {t('import.open')}
      </Button>
    </SectionCard>
  );
}
