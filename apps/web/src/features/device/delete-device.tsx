import { ActionIcon } from '@mantine/core';
import type { Device } from '@servicebook/shared/device';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { showToast } from '../../lib/toast.ts';
import { forgetUnsavedChanges } from '../../lib/unsaved-changes.ts';
import { useDeleteDevice } from './device.queries.ts';

interface Props {
  device: Device;
  onDeleted: () => void;
}

/** Deletes a machine after a question. */
export function DeleteDevice({ device, onDeleted }: Props) {
  const { t } = useTranslation(['device', 'common']);
  const [asking, setAsking] = useState(false);
  const remove = useDeleteDevice();
  const deleteDevice = () =>
    remove.mutate(device.id, {
      onSuccess: () => {
        forgetUnsavedChanges();
        showToast({ tone: 'success', message: t('common:deleted') });
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
        onClick={() => setAsking(true)}
      >
        <IconTrash size={20} stroke={1.7} aria-hidden />
      </ActionIcon>
      <ConfirmDialog
        opened={asking}
        danger
        title={t('deleteTitle')}
        message={t('deleteMessage', { name: device.name })}
        confirmLabel={t('common:delete')}
        loading={remove.isPending}
        error={remove.error}
        onConfirm={deleteDevice}
        onClose={() => {
          setAsking(false);
          remove.reset();
        }}
      />
    </>
  );
}
