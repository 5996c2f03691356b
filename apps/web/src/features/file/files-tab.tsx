import { ActionIcon, Button, Group, Stack, Text } from '@mantine/core';
import { formatSize } from '@servicebook/i18n/format.ts';
import type { Device } from '@servicebook/shared/device';
import type { DeviceFile } from '@servicebook/shared/file';
import { isProgram } from '@servicebook/shared/storage';
import { IconDownload, IconFiles } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from '../../components/data-table.tsx';
import { DeletionDialog } from '../../components/deletion.tsx';
import { downscaleImage } from '../../components/downscale-image.ts';
import { EditDeleteButtons } from '../../components/edit-delete-buttons.tsx';
import { FilePicker } from '../../components/file-drop.tsx';
import { FileIcon } from '../../components/file-icon.tsx';
import { FilePreview } from '../../components/file-preview.tsx';
import { FileWarning } from '../../components/file-warning.tsx';
import { isHeic } from '../../components/heic.ts';
import { QueryTable } from '../../components/query-table.tsx';
import { useTableState } from '../../components/use-table-state.ts';
import { useUploadQueue } from '../../components/use-upload-queue.ts';
import { fileUrl } from '../../lib/file-url.ts';
import { currentLanguage } from '../../lib/i18n.ts';
import { momentIn } from '../../lib/moment-text.ts';
import { useIsAway } from '../../lib/stored-answers.ts';
import { useUnsavedChanges } from '../../lib/unsaved-changes.ts';
import { useSession } from '../../lib/use-session.ts';
import { DescriptionDialog } from './description-dialog.tsx';
import { filesQuery, maxBytes, maxMegabytes, useAddFile } from './file.queries.ts';
import { FileQueueList } from './file-queue-list.tsx';
import { useFileDeletion } from './use-file-deletion.ts';

const sizes = [15, 30, 50, 100];
/** The resolution of phone cameras, which their canvases can still hold. */
const maxEdge = 4096;
/** Converts an iPhone photo to JPEG, which every browser can show; other files are unchanged. */
const readable = async (file: File): Promise<File> =>
  (await isHeic(file)) ? downscaleImage(file, { maxEdge, quality: 0.9 }) : file;

const textOf = ({ filename, description }: DeviceFile) => `${filename}\n${description}`;
const sortValue = (file: DeviceFile, key: string) =>
  file[key as 'filename' | 'description' | 'size' | 'createdAt'];

/** Documents and pictures of a machine: upload several at once, preview, download, describe, delete. */
export function FilesTab({ device }: { device: Device }) {
  const { may } = useSession();
  return (
    <Stack gap="lg">
      {may('file.edit') && <AddFiles device={device} />}
      <FileTable device={device} />
    </Stack>
  );
}

function AddFiles({ device }: { device: Device }) {
  const { t } = useTranslation('file');
  const { mutateAsync: send } = useAddFile();
  const queue = useUploadQueue({
    maxBytes,
    prepare: readable,
    send: (upload) => {
      const { name: filename } = upload.file;
      const content = { device: { id: device.id }, type: 'MACHINE_FILE', filename, description: '' } as const;
      return send({ content, ...upload });
    },
  });
  useUnsavedChanges(queue.files.length > 0);
  return (
    <Stack gap="sm">
      <FilePicker
        multiple
        needsConnection
        hint={t('filesHint', { limit: maxMegabytes })}
        onFiles={queue.add}
      />
      <FileQueueList queue={queue} />
    </Stack>
  );
}

function FileTable({ device }: { device: Device }) {
  const { t } = useTranslation('file');
  const { user, may } = useSession();
  const answer = useQuery(filesQuery(device.id, 'MACHINE_FILE'));
  const isAway = useIsAway(answer);
  const [previewed, setPreviewed] = useState<DeviceFile | null>(null);
  const [described, setDescribed] = useState<DeviceFile | null>(null);
  const deletion = useFileDeletion();
  const table = useTableState({
    name: 'files',
    sizes,
    defaultSize: 15,
    defaultSort: { by: 'createdAt', direction: 'desc' },
    inUrl: false,
  });
  const language = currentLanguage();
  const timezone = user?.timezone ?? 'UTC';

  const columns: Column<DeviceFile>[] = [
    {
      key: 'filename',
      header: t('filename'),
      sortable: true,
      card: 'title',
      render: ({ filename, contentType }) => (
        <Group renderRoot={(props) => <span {...props} />} gap="xs" wrap="nowrap">
          <FileIcon filename={filename} contentType={contentType} />
          <span>
            {filename}
            <FileWarning filename={filename} contentType={contentType} short />
          </span>
        </Group>
      ),
    },
    {
      key: 'description',
      header: t('description'),
      render: (file) =>
        file.description ||
        (may('file.edit') && (
          <Button variant="subtle" size="compact-sm" onClick={() => setDescribed(file)}>
            {t('describe')}
          </Button>
        )),
      sortable: true,
      card: 'subtitle',
    },
    {
      key: 'size',
      header: t('size'),
      render: ({ size }) => <span data-nowrap>{formatSize(size, language)}</span>,
      sortable: true,
      align: 'right',
    },
    {
      key: 'createdAt',
      header: t('added'),
      render: ({ createdAt }) => <span data-nowrap>{momentIn(createdAt, timezone)}</span>,
      sortable: true,
    },
    {
      key: 'actions',
      header: t('actions'),
      align: 'right',
      card: 'action',
      render: (file) => (
        <Group gap={0} justify="flex-end" wrap="nowrap">
          <ActionIcon
            // Warns before the download.
            {...(isProgram(file)
              ? { onClick: () => setPreviewed(file) }
              : { component: 'a', href: fileUrl(file.key), download: file.filename })}
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={t('download', { name: file.filename })}
          >
            <IconDownload size={18} stroke={1.7} aria-hidden />
          </ActionIcon>
          <EditDeleteButtons
            edit={
              may('file.edit') && {
                label: t('edit', { name: file.filename }),
                onClick: () => setDescribed(file),
              }
            }
            remove={
              may('file.delete', file.userId === user?.id) && {
                label: t('delete', { name: file.filename }),
                onClick: () => deletion.ask(file),
              }
            }
          />
        </Group>
      ),
    },
  ];
  if (isAway)
    return (
      <Text size="sm" c="dimmed">
        {t('filesLater')}
      </Text>
    );
  return (
    <>
      <QueryTable
        query={answer}
        table={table}
        local={{ textOf, sortValue }}
        label={t('files')}
        columns={columns}
        rowKey={({ id }) => id}
        onRowClick={setPreviewed}
        searchPlaceholder={t('search')}
        empty={{
          title: t('noFilesTitle'),
          hint: t('noFilesHint'),
          icon: <IconFiles size={32} stroke={1.5} />,
        }}
      />
      <FilePreview
        opened={previewed !== null}
        file={previewed && { ...previewed, url: fileUrl(previewed.key) }}
        onClose={() => setPreviewed(null)}
      />
      {described && <DescriptionDialog file={described} onClose={() => setDescribed(null)} />}
      <DeletionDialog {...deletion.dialog} />
    </>
  );
}
