import { Button } from '@mantine/core';
import type { Device } from '@servicebook/shared/device';
import { IconArchive } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DeleteButton } from '../../components/delete-button.tsx';
import classes from '../../components/form-actions.module.css';
import { i18n } from '../../lib/i18n.ts';
import { forgetUnsavedChanges } from '../../lib/unsaved-changes.ts';
import { useSession } from '../../lib/use-session.ts';

// Loaded on demand, because most visits neither delete nor archive.
const RetireDialog = lazy(async () => {
  const [{ RetireDialog: loaded }] = await Promise.all([
    import('./retire-dialog.tsx'),
    i18n.loadNamespaces('linked'),
  ]);
  return { default: loaded };
});

interface Props {
  device: Device;
  onDeleted: () => void;
}

/** The buttons that archive a machine and delete it, with the dialog of both. */
export function RetireDevice({ device, onDeleted }: Props) {
  const { t } = useTranslation('device');
  const { may } = useSession();
  const [asked, setAsked] = useState<{ deletes: boolean; opened: boolean } | null>(null);
  const ask = (deletes: boolean) => setAsked({ deletes, opened: true });
  return (
    <>
      {!device.archived && (
        <Button
          variant="subtle"
          color="gray"
          className={classes.iconButton ?? ''}
          leftSection={<IconArchive size={18} stroke={1.7} aria-hidden />}
          title={t('archive.action')}
          onClick={() => ask(false)}
        >
          {t('archive.action')}
        </Button>
      )}
      {may('device.delete') && <DeleteButton onClick={() => ask(true)} />}
      {asked && (
        <Suspense>
          <RetireDialog
            device={device}
            deletes={asked.deletes}
            opened={asked.opened}
            onClose={() => setAsked({ ...asked, opened: false })}
            onDeleted={() => {
              forgetUnsavedChanges();
              onDeleted();
            }}
          />
        </Suspense>
      )}
    </>
  );
}
