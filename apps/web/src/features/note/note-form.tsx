import { Button, Card, Group, Stack, Textarea } from '@mantine/core';
import type { Device } from '@servicebook/shared/device';
import { type DeviceNote, NoteInsert, NoteUpdate } from '@servicebook/shared/note';
import { IconPlus } from '@tabler/icons-react';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { FormActions } from '../../components/form-actions.tsx';
import { useNarrowScreen } from '../../components/use-narrow-screen.ts';
import { showSaved } from '../../lib/saved-toast.ts';
import { isUnsentId } from '../../lib/unsent.ts';
import { useSaveForm } from '../../lib/use-save-form.ts';
import { useInsertNote, useUpdateNote } from './note.queries.ts';

/** Ctrl+Enter submits a multi-line text. */
const sendOnCtrlEnter = (event: KeyboardEvent<HTMLElement>) => {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.currentTarget.closest('form')?.requestSubmit();
};

interface AddProps {
  device: Device;
  /** A note was just added; the next one can be typed at once. */
  again: boolean;
  onSaved: () => void;
}

export function NoteAddForm({ device, again, onSaved }: AddProps) {
  const { t } = useTranslation(['note', 'common']);
  const narrow = useNarrowScreen();
  const insert = useInsertNote();
  const { field, submit, saving, failure } = useSaveForm({
    schema: NoteInsert,
    defaultValues: { text: '', device: { id: device.id } },
    save: (content, idempotencyKey) => insert.mutateAsync({ body: content, idempotencyKey }),
    onSaved: (saved) => {
      showSaved(saved);
      onSaved();
    },
  });
  return (
    <Card component="form" padding="md" onSubmit={submit} noValidate>
      <Stack gap="sm">
        <Textarea
          label={t('new')}
          placeholder={t('placeholder')}
          autosize
          minRows={2}
          maxRows={14}
          autoFocus={again && !narrow}
          onKeyDown={sendOnCtrlEnter}
          {...field('text')}
        />
        <ErrorNotice error={failure} />
        <Group justify="flex-end" gap="xs" mod="actions">
          <Button type="submit" loading={saving} leftSection={<IconPlus size={18} aria-hidden />}>
            {t('add')}
          </Button>
        </Group>
      </Stack>
    </Card>
  );
}

const textOfNote = NoteUpdate.pick({ text: true });

interface EditProps {
  note: DeviceNote;
  onSaved: () => void;
  onCancel: () => void;
}

export function NoteEditForm({ note, onSaved, onCancel }: EditProps) {
  const { t } = useTranslation(['note', 'common']);
  const update = useUpdateNote();
  const [confirming, setConfirming] = useState(false);
  const { field, submit, saving, dirty, failure } = useSaveForm({
    // The id of a note that waits here is none that the server may get, but the phone knows it.
    schema: textOfNote,
    defaultValues: { text: note.text },
    save: ({ text }) => update.mutateAsync({ body: { id: note.id, text, device: { id: note.device.id } } }),
    onSaved: (saved) => {
      showSaved(saved);
      onSaved();
    },
  });
  const leave = () => (dirty ? setConfirming(true) : onCancel());
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <Textarea
          label={t('editLabel')}
          autosize
          minRows={2}
          maxRows={20}
          autoFocus
          onFocus={({ currentTarget: area }) => area.setSelectionRange(area.value.length, area.value.length)}
          onKeyDown={sendOnCtrlEnter}
          {...field('text')}
        />
        <ErrorNotice error={failure} />
        <FormActions onCancel={leave} saving={saving} dirty={false} waits={isUnsentId(note.id)} />
        <ConfirmDialog
          opened={confirming}
          danger
          title={t('common:unsaved.title')}
          message={t('common:unsaved.message')}
          confirmLabel={t('common:unsaved.leave')}
          onConfirm={onCancel}
          onClose={() => setConfirming(false)}
        />
      </Stack>
    </form>
  );
}
