import { Button, Group } from '@mantine/core';
import { IconArrowBackUp, IconTableImport } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { SectionCard } from '../../components/section-card.tsx';
import { paths, withQuery } from '../../lib/paths.ts';

/** Leads to the import of spreadsheets, and to the return with an archive. */
export function ImportSection() {
  const { t } = useTranslation('my-account');
  return (
    <SectionCard title={t('import.title')} hint={t('import.hint')}>
      <Group mod="actions">
        <Button
          component={Link}
          to={paths.import}
          variant="default"
          leftSection={<IconTableImport size={18} aria-hidden />}
        >
          {t('import.open')}
        </Button>
        <Button
          component={Link}
          to={withQuery(paths.import, { from: 'archive' })}
          variant="default"
          leftSection={<IconArrowBackUp size={18} aria-hidden />}
        >
          {t('import.archive')}
        </Button>
      </Group>
    </SectionCard>
  );
}
