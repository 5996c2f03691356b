import '@mantine/core/styles/Image.layer.css';
import '@mantine/core/styles/Progress.layer.css';
import { Card, CloseButton, Group, Image, Progress, TextInput } from '@mantine/core';
import { formatSize } from '@servicebook/i18n/format.ts';
import type { Device } from '@servicebook/shared/device';
import { FileDescription } from '@servicebook/shared/file';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { downscaleImage } from '../../components/downscale-image.ts';
import { FilePicker } from '../../components/file-drop.tsx';
import { FileLine } from '../../components/file-line.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { isHeic } from '../../components/heic.ts';
import { currentLanguage } from '../../lib/i18n.ts';
import { randomUuid } from '../../lib/idempotency.ts';
import { showToast } from '../../lib/toast.ts';
import { useSaveForm } from '../../lib/use-save-form.ts';
import { maxBytes, maxMegabytes, useAddFile } from './file.queries.ts';
import { nameplateDescription } from './nameplate-description.ts';

const imageMissing = 'NO_FILE';

const schema = z.object({
  /** Identifies the selected photo: another photo is different content, also for the idempotency key. */
  photo: z.string().min(1, imageMissing),
  description: FileDescription.shape.description.refine(
    (text) => text.length <= nameplateDescription,
    'MAX_44_CHARACTERS',
  ),
});

interface Props {
  device: Device;
  onClose: () => void;
}

/** Adds a photo of a nameplate, from the camera or a file, with a short description. */
export function NameplateDialog({ device, onClose }: Props) {
  const { t } = useTranslation(['file', 'common', 'errors']);
  const [image, setImage] = useState<File | null>(null);
  const [preparing, setPreparing] = useState(false);
  const [refusal, setRefusal] = useState('');
  const [share, setShare] = useState<number | null>(null);
  const add = useAddFile();
  const { form, field, errorOf, submit, saving, dirty, failure } = useSaveForm({
    schema,
    defaultValues: { photo: '', description: '' },
    save: async ({ description }, idempotencyKey) => {
      if (!image) throw new Error('The schema asks for a photo');
      const content = {
        device: { id: device.id },
        type: 'MACHINE_NAMEPLATE',
        filename: image.name,
        description,
      } as const;
      setShare(0);
      try {
        return await add.mutateAsync({ content, file: image, idempotencyKey, onProgress: setShare });
      } finally {
        setShare(null);
      }
    },
    onSaved: () => {
      showToast({ tone: 'success', message: t('common:saved') });
      onClose();
    },
  });
  const typed = form.watch('description') ?? '';

  const choose = (file: File | null) => {
    setImage(file);
    form.setValue('photo', file ? randomUuid() : '', { shouldDirty: true });
    form.clearErrors('photo');
  };
  const pick = async ([file]: File[]) => {
    if (!file) return;
    setRefusal('');
    setPreparing(true);
    const ready = await downscaleImage(file).catch(() => file);
    setPreparing(false);
    if (await isHeic(ready)) setRefusal(t('heicRefused'));
    else if (ready.size > maxBytes) setRefusal(t('errors:FILE_TOO_LARGE', { limit: maxMegabytes }));
    else choose(ready);
  };

  return (
    <FormDialog
      title={t('newNameplate')}
      saveLabel={t('addNameplate')}
      saving={saving}
      dirty={dirty}
      failure={failure}
      onSubmit={submit}
      onClose={onClose}
    >
      {image ? (
        <PickedImage image={image} disabled={saving} onRemove={() => choose(null)} />
      ) : (
        <FilePicker
          accept="image/*"
          hint={t('nameplateHint', { limit: maxMegabytes })}
          loading={preparing}
          error={refusal || (errorOf('photo') ? t('noFile') : undefined)}
          onFiles={pick}
        />
      )}
      {share !== null && <Progress value={share * 100} size="sm" aria-label={t('uploading')} />}
      <TextInput
        label={t('description')}
        description={t('length', { used: typed.length, limit: nameplateDescription })}
        placeholder={t('nameplatePlaceholder')}
        autoComplete="off"
        {...field('description')}
      />
    </FormDialog>
  );
}

interface PickedImageProps {
  image: File;
  disabled: boolean;
  onRemove: () => void;
}

function PickedImage({ image, disabled, onRemove }: PickedImageProps) {
  const { t } = useTranslation('file');
  const [url, setUrl] = useState('');
  useEffect(() => {
    const objectUrl = URL.createObjectURL(image);
    setUrl(objectUrl);
    return () => URL.revokeObjectURL(objectUrl);
  }, [image]);
  return (
    <Card padding={0}>
      {url && <Image src={url} alt="" fit="contain" mah="min(50vh, 22rem)" bg="var(--app-surface-sunken)" />}
      <Group gap="xs" wrap="nowrap" p={4} ps="sm">
        <FileLine filename={image.name} note={formatSize(image.size, currentLanguage())} />
        <CloseButton
          size="lg"
          iconSize={18}
          disabled={disabled}
          aria-label={t('remove', { name: image.name })}
          onClick={onRemove}
        />
      </Group>
    </Card>
  );
}
