import { Button, Group } from '@mantine/core';
import { IconTableImport } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paths } from '../lib/paths.ts';
import { useSession } from '../lib/use-session.ts';

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
