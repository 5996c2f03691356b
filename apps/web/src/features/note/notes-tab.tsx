import { Card, Flex, Group, Stack, Text } from '@mantine/core';
import { nameOrDash } from '@servicebook/i18n/names.ts';
import type { Device } from '@servicebook/shared/device';
import type { DeviceNote } from '@servicebook/shared/note';
import { IconNotes } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DeletionDialog, useDeletion } from '../../components/deletion.tsx';
import { EditDeleteButtons } from '../../components/edit-delete-buttons.tsx';
import { NotSent } from '../../components/not-sent.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../components/states.tsx';
import { momentIn } from '../../lib/moment-text.ts';
import { isUnsentId } from '../../lib/unsent.ts';
import { useSession } from '../../lib/use-session.ts';
import { notesQuery, useDeleteNote } from './note.queries.ts';
import { NoteAddForm, NoteEditForm } from './note-form.tsx';

/** Notes on a machine, newest first, edited in place. */
export function NotesTab({ device }: { device: Device }) {
  const { t } = useTranslation('note');
  const { data, error, refetch } = useQuery(notesQuery(device.id));
  /** The notes when editing began, so that a note deleted elsewhere keeps its place and the user's input. */
  const [editing, setEditing] = useState<DeviceNote[]>([]);
  const [round, setRound] = useState(0);
  const deletion = useDeletion<DeviceNote>(useDeleteNote(), {
    bin: 'note',
    texts: () => ({ title: t('deleteTitle'), message: t('deleteMessage') }),
  });

  const stopEditing = (id: number) => setEditing((all) => all.filter((note) => note.id !== id));
  const deletedNotes = editing.filter(({ id }) => !data?.some((note) => note.id === id));
  const notes = [...deletedNotes, ...(data ?? [])];

  return (
    <Stack>
      {/* A new form after each note, because typing the same text twice means two notes. */}
      <NoteAddForm key={round} device={device} again={round > 0} onSaved={() => setRound(round + 1)} />
      {!data && error ? (
        <ErrorState error={error} onRetry={() => refetch()} />
      ) : !data ? (
        <LoadingState />
      ) : notes.length === 0 ? (
        <EmptyState
          title={t('emptyTitle')}
          hint={t('emptyHint')}
          icon={<IconNotes size={32} stroke={1.5} />}
        />
      ) : (
        <Flex component="ul" direction="column" gap="sm" aria-label={t('label')}>
          {notes.map((note) => {
            const edited = editing.find(({ id }) => id === note.id);
            return (
              <Card component="li" padding="md" key={note.id}>
                {edited ? (
                  <NoteEditForm
                    note={edited}
                    onSaved={() => stopEditing(note.id)}
                    onCancel={() => stopEditing(note.id)}
                  />
                ) : (
                  <NoteView
                    note={note}
                    onEdit={() => setEditing([...editing, note])}
                    onDelete={() => deletion.ask(note)}
                  />
                )}
              </Card>
            );
          })}
        </Flex>
      )}
      <DeletionDialog {...deletion.dialog} />
    </Stack>
  );
}

interface NoteViewProps {
  note: DeviceNote;
  onEdit: () => void;
  onDelete: () => void;
}

function NoteView({ note, onEdit, onDelete }: NoteViewProps) {
  const { t } = useTranslation('note');
  const { user, may } = useSession();
  const when = momentIn(note.updatedAt, user?.timezone ?? 'UTC');
  const start = note.text.split('\n')[0]?.slice(0, 60);
  return (
    <>
      <Text mod="prose">{note.text}</Text>
      <Group gap={4} mt={4} wrap="nowrap">
        <Text size="sm" c="dimmed" flex={1}>
          {t('updated', { name: nameOrDash(note.userUpdated), when })}
        </Text>
        {isUnsentId(note.id) && <NotSent />}
        <EditDeleteButtons
          edit={may('note.edit') && { label: `${t('edit')}: ${start}`, onClick: onEdit }}
          remove={
            may('note.delete', note.userCreated.id === user?.id) && {
              label: `${t('delete')}: ${start}`,
              onClick: onDelete,
            }
          }
        />
      </Group>
    </>
  );
}
