import { ActionIcon, Button, Group } from '@mantine/core';
import { IconTableImport, IconUpload } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paths } from '../lib/paths.ts';
import { useSession } from '../lib/use-session.ts';
import { useNarrowScreen } from './use-narrow-screen.ts';

/** What an empty list offers: to add one, and, to admins, to import many. */
export function AddOrImport({ children }: { children: ReactNode }) {
  const { t } = useTranslation('components');
  const { may } = useSession();
  return (
    <Group justify="center">
      {children}
      {may('account.manage') && (
        <Button
          component={Link}
          to={paths.import}
          variant="default"
          leftSection={<IconTableImport size={18} aria-hidden />}
        >
          {t('import')}
        </Button>
      )}
    </Group>
  );
}

/** Leads admins from a list to the import, beside its export. A phone, where nobody has spreadsheets, has no space for it. */
export function ImportLink() {
  const { t } = useTranslation('components');
  const { may } = useSession();
  const narrow = useNarrowScreen();
  if (narrow || !may('account.manage')) return null;
  return (
    <ActionIcon
      component={Link}
      to={paths.import}
      variant="default"
      size="lg"
      aria-label={t('import')}
      title={t('import')}
    >
      <IconUpload size={20} aria-hidden />
    </ActionIcon>
  );
}
