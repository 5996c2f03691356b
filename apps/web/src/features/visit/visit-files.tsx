import { Card, Stack, Text, Title } from '@mantine/core';
import type { Visit } from '@servicebook/shared/visit';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { downscaleImage } from '../../components/downscale-image.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { FilePicker } from '../../components/file-drop.tsx';
import { useUploadQueue } from '../../components/use-upload-queue.ts';
import { useIsAway } from '../../lib/stored-answers.ts';
import { useUnsavedChanges } from '../../lib/unsaved-changes.ts';
import { useSession } from '../../lib/use-session.ts';
import { FileList } from '../service/file-list.tsx';
import { maxFileBytes, useAddVisitFile, useDeleteVisitFile, visitFilesQuery } from './visit.queries.ts';

/** Plans and photos for the work, from the office and the technicians. */
export function VisitFiles({ visit: { id } }: { visit: Visit }) {
  const { t } = useTranslation(['visit', 'service']);
  const { may, user } = useSession();
  const query = useQuery(visitFilesQuery(id));
  const { data: files = [], error } = query;
  const isAway = useIsAway(query);
  const { mutateAsync: send } = useAddVisitFile();
  const uploads = useUploadQueue({
    maxBytes: maxFileBytes,
    prepare: downscaleImage,
    thumbnails: true,
    send: (upload) => send({ visitId: id, ...upload }),
  });
  useUnsavedChanges(uploads.files.length > 0);
  return (
    <Card padding="md" component="section">
      <Title order={2} size="h3" mb="sm">
        {t('files')}
      </Title>
      <Stack gap="sm">
        <FileList
          files={files}
          uploads={uploads}
          deletion={useDeleteVisitFile()}
          mayDelete={({ userCreated }) => may('visit.delete', userCreated?.id === user?.id)}
        />
        {isAway ? (
          <Text size="sm" c="dimmed">
            {t('filesLater')}
          </Text>
        ) : (
          <>
            <ErrorNotice error={error} />
            <FilePicker
              multiple
              needsConnection
              onFiles={uploads.add}
              hint={t('service:files.hint', { limit: Math.floor(maxFileBytes / 1024 / 1024) })}
            />
          </>
        )}
      </Stack>
    </Card>
  );
}
