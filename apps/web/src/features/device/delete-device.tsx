import type { Device } from '@servicebook/shared/device';
import { machineName } from '@servicebook/shared/machine-name';
import { useTranslation } from 'react-i18next';
import { DeleteButton } from '../../components/delete-button.tsx';
import { DeletionDialog, useDeletion } from '../../components/deletion.tsx';
import { forgetUnsavedChanges } from '../../lib/unsaved-changes.ts';
import { useDeleteDevice } from './device.queries.ts';

interface Props {
  device: Device;
  onDeleted: () => void;
}

/** Deletes a machine after a confirmation. */
export function DeleteDevice({ device, onDeleted }: Props) {
  const { t } = useTranslation('device');
  const deletion = useDeletion<Device>(useDeleteDevice(), {
    texts: (machine) => ({
      title: t('deleteTitle'),
      message: t('deleteMessage', { name: machineName(machine) }),
    }),
    onDone: () => {
      forgetUnsavedChanges();
      onDeleted();
    },
  });
  return (
    <>
      <DeleteButton onClick={() => deletion.ask(device)} />
      <DeletionDialog {...deletion.dialog} />
    </>
  );
}
