import '@mantine/core/styles/Avatar.layer.css';
import '@mantine/core/styles/NavLink.layer.css';
import {
  ActionIcon,
  Avatar,
  Button,
  Card,
  CloseButton,
  Flex,
  Group,
  NavLink,
  Stack,
  Text,
} from '@mantine/core';
import { formatPercent, formatSize } from '@servicebook/i18n/format.ts';
import { nameOrDash } from '@servicebook/i18n/names.ts';
import { maxAttachments } from '@servicebook/shared/protocol-length';
import type { FileDto } from '@servicebook/shared/service';
import { previewKind } from '@servicebook/shared/storage';
import { IconDownload, IconRefresh, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DeletionDialog, useDeletion } from '../../components/deletion.tsx';
import { FilePicker } from '../../components/file-drop.tsx';
import { FileIcon } from '../../components/file-icon.tsx';
import { FileLine } from '../../components/file-line.tsx';
import { FilePreview } from '../../components/file-preview.tsx';
import { FileWarning } from '../../components/file-warning.tsx';
import type { QueuedFile } from '../../components/use-upload-queue.ts';
import { errorText } from '../../lib/error-text.ts';
import { currentLanguage } from '../../lib/i18n.ts';
import { momentIn } from '../../lib/moment-text.ts';
import { saveFile } from '../../lib/save-file.ts';
import { useSession } from '../../lib/use-session.ts';
import { fileUrl, useDeleteServiceFile } from './service.queries.ts';
import { megabytes, type Uploads } from './use-uploads.ts';

interface AttachmentsProps {
  /** Attachments stored on the server. */
  files: readonly FileDto[];
  uploads: Uploads;
  /** On a signed protocol, new files are supplements. */
  signed?: boolean;
  /** The protocol was withdrawn: its files stay as they are. */
  closed?: boolean;
  /** The protocol is not stored yet: the files are sent with the first save. */
  afterSave?: boolean;
}

/** Photos and documents of a protocol: view, add by camera or file, remove. */
export function Attachments(props: AttachmentsProps) {
  const { files, uploads, signed = false, closed = false, afterSave = false } = props;
  const { t } = useTranslation(['service', 'errors']);
  const { user, may } = useSession();
  const [shown, setShown] = useState<FileDto | null>(null);
  const deletion = useDeletion<FileDto>(useDeleteServiceFile(), {
    texts: ({ filename }) => ({
      title: t('files.deleteTitle'),
      message: t('files.deleteMessage', { name: filename }),
    }),
  });
  const [tooMany, setTooMany] = useState(false);
  /** Accepts files up to the limit. Other users may add some too, so the server also checks it. */
  const add = (chosen: File[]) => {
    const room = Math.max(0, maxAttachments - files.length - uploads.files.length);
    setTooMany(chosen.length > room);
    uploads.add(chosen.slice(0, room));
  };

  return (
    <Stack gap="sm">
      {(files.length > 0 || uploads.files.length > 0) && (
        <Flex component="ul" direction="column" gap={6}>
          {files.map((file) => (
            <Item key={file.id}>
              <NavLink
                component="button"
                type="button"
                p={4}
                miw={0}
                noWrap
                title={t('files.preview', { name: file.filename })}
                onClick={() => setShown(file)}
                leftSection={
                  <Thumbnail
                    filename={file.filename}
                    contentType={file.contentType}
                    url={fileUrl(file.key)}
                  />
                }
                label={file.filename}
                description={
                  <>
                    {formatSize(file.size, currentLanguage())}
                    {signed && file.signedVersion === null && (
                      <Text span inherit display="block">
                        {t('files.supplement', {
                          date: momentIn(file.createdAt, user?.timezone || 'UTC'),
                          name: nameOrDash(file.user),
                        })}
                      </Text>
                    )}
                    <FileWarning filename={file.filename} contentType={file.contentType} short />
                  </>
                }
              />
              {!closed &&
                file.signedVersion === null &&
                may(signed ? 'service.changeSigned' : 'file.delete', file.userId === user?.id) && (
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    size="lg"
                    aria-label={t('files.delete', { name: file.filename })}
                    onClick={() => deletion.ask(file)}
                  >
                    <IconTrash size={18} stroke={1.7} aria-hidden />
                  </ActionIcon>
                )}
            </Item>
          ))}
          {uploads.files.map((upload) => (
            <PendingFile key={upload.key} upload={upload} uploads={uploads} afterSave={afterSave} />
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
      {closed ? null : signed && !may('service.changeSigned') ? (
        <Text size="xs" c="dimmed">
          {t('files.signedHint')}
        </Text>
      ) : (
        <FilePicker
          multiple
          onFiles={add}
          error={tooMany && t('errors:TOO_MANY_ATTACHMENTS')}
          hint={[
            t('files.hint', { limit: megabytes }),
            ...(afterSave ? [t('files.afterSave')] : []),
            ...(signed ? [t('files.supplementHint')] : []),
          ].join(' ')}
        />
      )}
      <FilePreview
        opened={shown !== null}
        file={shown && { ...shown, url: fileUrl(shown.key) }}
        onClose={() => setShown(null)}
      />
      <DeletionDialog {...deletion.dialog} />
    </Stack>
  );
}

/** A file's row, with its buttons at the end. */
function Item({ failed = false, children }: { failed?: boolean; children: ReactNode }) {
  return (
    <Card
      component="li"
      padding={0}
      radius="sm"
      {...(failed ? { bd: '1px solid var(--mantine-color-error)' } : {})}
    >
      <Group gap={4} wrap="nowrap" pe={4}>
        {children}
      </Group>
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
      src={previewKind(filename) === 'image' ? url : null}
      imageProps={{ loading: 'lazy' }}
    >
      <FileIcon filename={filename} contentType={contentType} />
    </Avatar>
  );
}

interface PendingFileProps {
  upload: QueuedFile;
  uploads: Uploads;
  afterSave: boolean;
}

function PendingFile({ upload, uploads, afterSave }: PendingFileProps) {
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
    <Item failed={state === 'failed'}>
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
    </Item>
  );
}
