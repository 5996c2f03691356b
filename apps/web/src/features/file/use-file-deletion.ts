import type { DeviceFile } from '@servicebook/shared/file';
import { useTranslation } from 'react-i18next';
import { type Deletion, useDeletion } from '../../components/deletion.tsx';
import { useDeleteFile } from './file.queries.ts';

/** Deletes a file or nameplate of a machine, after a confirmation with its name. */
export function useFileDeletion(): Deletion<DeviceFile> {
  const { t } = useTranslation('file');
  return useDeletion<DeviceFile>(useDeleteFile(), {
    bin: 'file',
    nameOf: ({ description, filename }) => description || filename,
    texts: ({ type, description, filename }) => ({
      title: t(type === 'MACHINE_NAMEPLATE' ? 'deleteNameplate' : 'deleteFile'),
      message: t('deleteMessage', { name: description || filename }),
    }),
  });
}
