import '@mantine/core/styles/Avatar.layer.css';
import '@mantine/core/styles/NavLink.layer.css';
import { ActionIcon, Avatar, Button, Card, CloseButton, Flex, Group, NavLink } from '@mantine/core';
import { formatPercent, formatSize } from '@servicebook/i18n/format.ts';
import { previewKind } from '@servicebook/shared/storage';
import { IconDownload, IconRefresh, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type DeleteMutation, DeletionDialog, useDeletion } from '../../components/deletion.tsx';
import { FileIcon } from '../../components/file-icon.tsx';
import { FileLine } from '../../components/file-line.tsx';
import { FilePreview } from '../../components/file-preview.tsx';
import { FileWarning } from '../../components/file-warning.tsx';
import type { QueuedFile, UploadQueue } from '../../components/use-upload-queue.ts';
import { errorText } from '../../lib/error-text.ts';
import { fileUrl } from '../../lib/file-url.ts';
import { currentLanguage } from '../../lib/i18n.ts';
import { saveFile } from '../../lib/save-file.ts';

export interface ListedFile {
  id: number;
  filename: string;
  key: string;
  contentType: string;
  size: number;
}

interface FileListProps<File extends ListedFile> {
  /** Files stored on the server. */
  files: readonly File[];
  uploads: UploadQueue;
  deletion: DeleteMutation;
  mayDelete: (file: File) => boolean;
  /** What else is to be known about a stored file. */
  note?: (file: File) => ReactNode;
  /** A choice that belongs to a file. */
  choice?: (file: File) => ReactNode;
  /** The same for a file that is not sent yet. */
  pendingChoice?: (upload: QueuedFile) => ReactNode;
  /** The files are sent with the first save. */
  afterSave?: boolean;
}

/** Stored files and those on their way: view, remove, try again. */
export function FileList<File extends ListedFile>(props: FileListProps<File>) {
  const { files, uploads, mayDelete, note, choice, pendingChoice, afterSave = false } = props;
  const { t } = useTranslation('service');
  const [shown, setShown] = useState<File | null>(null);
  const deletion = useDeletion<File>(props.deletion, {
    bin: 'file',
    nameOf: ({ filename }) => filename,
    texts: ({ filename }) => ({
      title: t('files.deleteTitle'),
      message: t('files.deleteMessage', { name: filename }),
    }),
  });
  return (
    <>
      {(files.length > 0 || uploads.files.length > 0) && (
        <Flex component="ul" direction="column" gap={6}>
          {files.map((file) => (
            <Item
              key={file.id}
              choice={choice?.(file)}
              action={
                mayDelete(file) && (
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    size="lg"
                    aria-label={t('files.delete', { name: file.filename })}
                    onClick={() => deletion.ask(file)}
                  >
                    <IconTrash size={18} stroke={1.7} aria-hidden />
                  </ActionIcon>
                )
              }
            >
              <NavLink
                component="button"
                type="button"
                p={4}
                miw={0}
                noWrap
                title={t('files.preview', { name: file.filename })}
                // It was sent before the others, and the page was reloaded: its address is not known yet.
                disabled={file.key === ''}
                onClick={() => setShown(file)}
                leftSection={
                  <Thumbnail
                    filename={file.filename}
                    contentType={file.contentType}
                    url={file.key && fileUrl(file.key)}
                  />
                }
                label={file.filename}
                description={
                  <>
                    {formatSize(file.size, currentLanguage())}
                    {note?.(file)}
                    <FileWarning filename={file.filename} contentType={file.contentType} short />
                  </>
                }
              />
            </Item>
          ))}
          {uploads.files.map((upload) => (
            <PendingFile
              key={upload.key}
              upload={upload}
              uploads={uploads}
              afterSave={afterSave}
              choice={pendingChoice?.(upload)}
            />
          ))}
        </Flex>
      )}
      {uploads.retryable && (
        <Button
          variant="default"
          size="xs"
          leftSection={<IconRefresh size={16} aria-hidden />}
          onClick={() => uploads.retry()}
        >
          {t('files.retry')}
        </Button>
      )}
      <FilePreview
        opened={shown !== null}
        file={shown && { ...shown, url: fileUrl(shown.key) }}
        onClose={() => setShown(null)}
      />
      <DeletionDialog {...deletion.dialog} />
    </>
  );
}

interface ItemProps {
  failed?: boolean;
  choice?: ReactNode;
  /** Buttons at the end. */
  action: ReactNode;
  children: ReactNode;
}

/** A file's row, with its buttons at the end and its choice below. */
function Item({ failed = false, choice, action, children }: ItemProps) {
  return (
    <Card
      component="li"
      padding={0}
      radius="sm"
      {...(failed ? { bd: '1px solid var(--mantine-color-error)' } : {})}
    >
      <Group gap={4} wrap="nowrap" pe={4}>
        {children}
        {action}
      </Group>
      {choice}
    </Card>
  );
}

interface ThumbnailProps {
  filename: string;
  contentType?: string;
  url: string;
}

function Thumbnail({ filename, contentType, url }: ThumbnailProps) {
  return (
    <Avatar
      size={44}
      radius="xs"
      alt=""
      src={url && previewKind(filename) === 'image' ? url : null}
      imageProps={{ loading: 'lazy' }}
    >
      <FileIcon filename={filename} contentType={contentType} />
    </Avatar>
  );
}

interface PendingFileProps {
  upload: QueuedFile;
  uploads: UploadQueue;
  afterSave: boolean;
  choice: ReactNode;
}

function PendingFile({ upload, uploads, afterSave, choice }: PendingFileProps) {
  const { t } = useTranslation('service');
  const { key, file, thumbnail, state, share, error } = upload;
  const [url, setUrl] = useState('');
  useEffect(() => {
    if (!thumbnail) return;
    const made = URL.createObjectURL(thumbnail);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [thumbnail]);

  const percent = formatPercent(share, currentLanguage());
  const notes = {
    preparing: t('files.preparing'),
    waiting: afterSave ? t('files.waitingForSave') : t('files.waiting'),
    // The upload has not started, or the server has asked to wait.
    sending: share > 0 ? t('files.sending', { percent }) : t('files.waiting'),
    failed: typeof error === 'string' ? error : errorText(error),
  };
  return (
    <Item
      failed={state === 'failed'}
      choice={choice}
      action={
        <>
          {state === 'failed' && (
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={t('files.save', { name: file.name })}
              title={t('files.save', { name: file.name })}
              onClick={() => saveFile(file)}
            >
              <IconDownload size={18} stroke={1.7} aria-hidden />
            </ActionIcon>
          )}
          <CloseButton
            size="lg"
            iconSize={18}
            aria-label={t('files.remove', { name: file.name })}
            onClick={() => uploads.remove(key)}
          />
        </>
      }
    >
      <Group wrap="nowrap" flex={1} miw={0} p={4}>
        <FileLine
          picture={<Thumbnail key={url} filename={file.name} url={url} />}
          filename={file.name}
          note={notes[state]}
          failed={state === 'failed'}
          warns={state !== 'preparing'}
          share={state === 'sending' ? share : undefined}
        />
      </Group>
    </Item>
  );
}
