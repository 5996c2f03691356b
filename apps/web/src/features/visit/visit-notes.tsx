import { ActionIcon, Button, Card, Flex, Group, Stack, Text, Textarea, Title } from '@mantine/core';
import { nameOf } from '@servicebook/i18n/names.ts';
import type { Visit, VisitNote } from '@servicebook/shared/visit';
import { IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DeletionDialog, useDeletion } from '../../components/deletion.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { NotSent } from '../../components/not-sent.tsx';
import { useIdempotencyKey } from '../../lib/idempotency.ts';
import { momentIn } from '../../lib/moment-text.ts';
import { isUnsentId } from '../../lib/unsent.ts';
import { useSession } from '../../lib/use-session.ts';
import { useAddVisitNote, useDeleteVisitNote, visitNotesQuery } from './visit.queries.ts';

/** Notes of the office and the technicians, newest first. */
export function VisitNotes({ visit: { id } }: { visit: Visit }) {
  const { t } = useTranslation('visit');
  const { may, user } = useSession();
  const { data: notes = [], error } = useQuery(visitNotesQuery(id));
  const add = useAddVisitNote();
  const keyFor = useIdempotencyKey();
  const [text, setText] = useState('');
  const deletion = useDeletion<VisitNote>(useDeleteVisitNote(), {
    bin: 'visitNote',
    texts: () => ({ title: t('deleteNoteTitle'), message: t('deleteNoteMessage') }),
  });
  return (
    <Card padding="md" component="section" data-not-printed={notes.length === 0 || undefined}>
      <Title order={2} size="h3" mb="sm">
        {t('notes')}
      </Title>
      <form
        data-not-printed
        onSubmit={(event) => {
          event.preventDefault();
          const body = { visit: { id }, text };
          add.mutate({ body, idempotencyKey: keyFor(body) }, { onSuccess: () => setText('') });
        }}
      >
        <Stack gap="xs">
          <Textarea
            aria-label={t('newNote')}
            placeholder={t('newNote')}
            autosize
            minRows={1}
            maxRows={8}
            maxLength={5000}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <ErrorNotice error={add.error ?? error} />
          <Group justify="flex-end" mod="actions">
            <Button type="submit" variant="default" loading={add.isPending} disabled={text.trim() === ''}>
              {t('addNote')}
            </Button>
          </Group>
        </Stack>
      </form>
      <Flex component="ul" direction="column" gap="sm" mt="sm">
        {notes.map((note) => (
          <li key={note.id}>
            <Group gap="xs" justify="space-between" wrap="nowrap">
              <Text size="sm" c="dimmed" flex={1}>
                {nameOf(note.userCreated)}, {momentIn(note.createdAt, user?.timezone ?? 'UTC')}
              </Text>
              {isUnsentId(note.id) && <NotSent />}
              {may('visit.delete', note.userCreated.id === user?.id) && (
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size="lg"
                  aria-label={t('deleteNote', { text: note.text.slice(0, 40) })}
                  onClick={() => deletion.ask(note)}
                >
                  <IconTrash size={18} stroke={1.7} aria-hidden />
                </ActionIcon>
              )}
            </Group>
            <Text mod="prose">{note.text}</Text>
          </li>
        ))}
      </Flex>
      <DeletionDialog {...deletion.dialog} />
    </Card>
  );
}
