import { ActionIcon } from '@mantine/core';
import type { Device } from '@servicebook/shared/device';
import { IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { DeletionDialog, useDeletion } from '../../components/deletion.tsx';
import { forgetUnsavedChanges } from '../../lib/unsaved-changes.ts';
import { useDeleteDevice } from './device.queries.ts';

interface Props {
  device: Device;
  onDeleted: () => void;
}

/** Deletes a machine after a question. */
export function DeleteDevice({ device, onDeleted }: Props) {
  const { t } = useTranslation(['device', 'common']);
  const deletion = useDeletion<Device>(useDeleteDevice(), {
    texts: ({ name }) => ({ title: t('deleteTitle'), message: t('deleteMessage', { name }) }),
    onDone: () => {
      forgetUnsavedChanges();
      onDeleted();
    },
  });
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="var(--mantine-color-error)"
        size="lg"
        aria-label={t('common:delete')}
        title={t('common:delete')}
        onClick={() => deletion.ask(device)}
      >
        <IconTrash size={20} stroke={1.7} aria-hidden />
      </ActionIcon>
      <DeletionDialog {...deletion.dialog} />
    </>
  );
}
