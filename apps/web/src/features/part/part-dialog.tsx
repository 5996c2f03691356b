import { Textarea, TextInput } from '@mantine/core';
import type { Device } from '@servicebook/shared/device';
import { type Part, PartInput } from '@servicebook/shared/part';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../components/form-dialog.tsx';
import { showToast } from '../../lib/toast.ts';
import { useSaveForm } from '../../lib/use-save-form.ts';
import { useSavePart } from './part.queries.ts';

interface Props {
  device: Device;
  /** The part to change; without it, the dialog adds one. */
  part: Part | null;
  onClose: () => void;
}

export function PartDialog({ device, part, onClose }: Props) {
  const { t } = useTranslation(['part', 'common']);
  const save = useSavePart();
  const { field, submit, saving, dirty, failure } = useSaveForm({
    schema: PartInput,
    defaultValues: {
      id: part?.id ?? null,
      name: part?.name ?? '',
      serialNumber: part?.serialNumber ?? '',
      producer: part?.producer ?? '',
      decsription: part?.decsription ?? '',
      device: { id: device.id },
    },
    save: (content, idempotencyKey) => save.mutateAsync({ body: content, idempotencyKey }),
    onSaved: () => {
      showToast({ tone: 'success', message: t('common:saved') });
      onClose();
    },
  });
  return (
    <FormDialog
      title={t(part ? 'editTitle' : 'addTitle')}
      saveLabel={t(part ? 'common:save' : 'add')}
      saving={saving}
      dirty={dirty}
      failure={failure}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput label={t('name')} withAsterisk autoComplete="off" data-autofocus {...field('name')} />
      <TextInput
        label={t('serialNumber')}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        {...field('serialNumber')}
      />
      <TextInput label={t('producer')} autoComplete="off" {...field('producer')} />
      <Textarea label={t('description')} autosize minRows={2} maxRows={12} {...field('decsription')} />
    </FormDialog>
  );
}
