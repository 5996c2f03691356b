import { TextInput } from '@mantine/core';
import { type DeviceFile, FileDescription } from '@servicebook/shared/file';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../components/form-dialog.tsx';
import { showToast } from '../../lib/toast.ts';
import { useSaveForm } from '../../lib/use-save-form.ts';
import { useDescribeFile } from './file.queries.ts';
import { nameplateDescription } from './nameplate-description.ts';

interface Props {
  file: DeviceFile;
  onClose: () => void;
}

/** The description of a file or nameplate. */
export function DescriptionDialog({ file, onClose }: Props) {
  const { t } = useTranslation(['file', 'common']);
  const describe = useDescribeFile();
  const isNameplate = file.type === 'MACHINE_NAMEPLATE';
  const { form, field, submit, saving, dirty, failure } = useSaveForm({
    schema: isNameplate
      ? FileDescription.refine(({ description }) => description.length <= nameplateDescription, {
          path: ['description'],
          message: 'MAX_44_CHARACTERS',
        })
      : FileDescription,
    defaultValues: { id: file.id, description: file.description },
    save: (content) => describe.mutateAsync({ body: content }),
    onSaved: () => {
      showToast({ tone: 'success', message: t('common:saved') });
      onClose();
    },
  });
  const typed = form.watch('description') ?? '';
  return (
    <FormDialog
      title={t('editTitle')}
      saveLabel={t('common:save')}
      saving={saving}
      dirty={dirty}
      failure={failure}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        label={t('description')}
        description={
          isNameplate ? t('length', { used: typed.length, limit: nameplateDescription }) : file.filename
        }
        autoComplete="off"
        data-autofocus
        {...field('description')}
      />
    </FormDialog>
  );
}
