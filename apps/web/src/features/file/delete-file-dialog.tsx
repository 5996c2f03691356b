import type { DeviceFile } from '@servicebook/shared/file';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { showToast } from '../../lib/toast.ts';
import { useDeleteFile } from './file.queries.ts';

interface Props {
  /** Null while none is to be deleted. */
  file: DeviceFile | null;
  onClose: () => void;
}

export function DeleteFileDialog({ file, onClose }: Props) {
  const { t } = useTranslation(['file', 'common']);
  const remove = useDeleteFile();
  const close = () => {
    remove.reset();
    onClose();
  };
  const deleteFile = (id: number) =>
    remove.mutate(id, {
      onSuccess: () => {
        close();
        showToast({ tone: 'success', message: t('common:deleted') });
      },
    });
  return (
    <ConfirmDialog
      opened={file !== null}
      danger
      title={t(file?.type === 'MACHINE_NAMEPLATE' ? 'deleteNameplate' : 'deleteFile')}
      message={t('deleteMessage', { name: file?.description || file?.filename || '' })}
      confirmLabel={t('common:delete')}
      loading={remove.isPending}
      error={remove.error}
      onConfirm={() => file && deleteFile(file.id)}
      onClose={close}
    />
  );
}
