import { ActionIcon, Button, CloseButton, UnstyledButton } from '@mantine/core';
import { formatPercent, formatSize } from '@servicebook/i18n/format.ts';
import { nameOrDash } from '@servicebook/i18n/names.ts';
import { mostAttachments } from '@servicebook/shared/protocol-length';
import type { FileDto } from '@servicebook/shared/service';
import { previewKind } from '@servicebook/shared/storage';
import { IconDownload, IconRefresh, IconTrash } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DeletionDialog, useDeletion } from '../../components/deletion.tsx';
import { FilePicker } from '../../components/file-drop.tsx';
import { FileIcon } from '../../components/file-icon.tsx';
import { FilePreview } from '../../components/file-preview.tsx';
import { FileWarning } from '../../components/file-warning.tsx';
import type { QueuedFile } from '../../components/use-upload-queue.ts';
import { errorText } from '../../lib/error-text.ts';
import { currentLanguage } from '../../lib/i18n.ts';
import { momentIn } from '../../lib/moment-text.ts';
import { saveFile } from '../../lib/save-file.ts';
import { useSession } from '../../lib/use-session.ts';
import classes from './attachments.module.css';
import { fileUrl, useDeleteServiceFile } from './service.queries.ts';
import { megabytes, type Uploads } from './use-uploads.ts';

interface AttachmentsProps {
  /** Attachments stored on the server. */
  files: readonly FileDto[];
  uploads: Uploads;
  /** On a signed protocol, new files are supplements. */
  signed?: boolean;
  /** The protocol is not stored yet: the files are sent with the first save. */
  afterSave?: boolean;
}

/** Photos and documents of a protocol: view, add by camera or file, remove. */
export function Attachments({ files, uploads, signed = false, afterSave = false }: AttachmentsProps) {
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
    const room = Math.max(0, mostAttachments - files.length - uploads.files.length);
    setTooMany(chosen.length > room);
    uploads.add(chosen.slice(0, room));
  };

  return (
    <div className={classes.root}>
      {(files.length > 0 || uploads.files.length > 0) && (
        <ul className={classes.list}>
          {files.map((file) => (
            <li key={file.id} className={classes.item}>
              <UnstyledButton
                className={classes.open ?? ''}
                title={t('files.preview', { name: file.filename })}
                onClick={() => setShown(file)}
              >
                <Thumbnail filename={file.filename} contentType={file.contentType} url={fileUrl(file.key)} />
                <span className={classes.text}>
                  <span className={classes.name}>{file.filename}</span>
                  <span className={classes.note}>{formatSize(file.size, currentLanguage())}</span>
                  {signed && file.signedVersion === null && (
                    <span className={classes.note}>
                      {t('files.supplement', {
                        date: momentIn(file.createdAt, user?.timezone || 'UTC'),
                        name: nameOrDash(file.user),
                      })}
                    </span>
                  )}
                  <FileWarning filename={file.filename} contentType={file.contentType} short />
                </span>
              </UnstyledButton>
              {file.signedVersion === null &&
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
            </li>
          ))}
          {uploads.files.map((upload) => (
            <PendingFile key={upload.key} upload={upload} uploads={uploads} afterSave={afterSave} />
          ))}
        </ul>
      )}
      {uploads.retryable && (
        <Button
          variant="default"
          size="xs"
          className={classes.retry ?? ''}
          leftSection={<IconRefresh size={16} aria-hidden />}
          onClick={() => uploads.retry()}
        >
          {t('files.retry')}
        </Button>
      )}
      {signed && !may('service.changeSigned') ? (
        <p className={classes.note}>{t('files.signedHint')}</p>
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
    </div>
  );
}

interface ThumbnailProps {
  filename: string;
  contentType?: string;
  url: string;
}

function Thumbnail({ filename, contentType, url }: ThumbnailProps) {
  const [failed, setFailed] = useState(false);
  if (previewKind(filename) === 'image' && url && !failed)
    return <img className={classes.thumb} src={url} alt="" loading="lazy" onError={() => setFailed(true)} />;
  return (
    <span className={classes.thumb}>
      <FileIcon filename={filename} contentType={contentType} />
    </span>
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
    <li className={classes.item} data-failed={state === 'failed' || undefined}>
      <div className={classes.open}>
        <Thumbnail key={url} filename={file.name} url={url} />
        <span className={classes.text}>
          <span className={classes.name}>{file.name}</span>
          <span className={classes.note} role={state === 'failed' ? 'alert' : undefined}>
            {notes[state]}
          </span>
          {state !== 'preparing' && <FileWarning filename={file.name} />}
          {state === 'sending' && (
            <progress className={classes.progress} value={share} max={1} aria-label={file.name} />
          )}
        </span>
      </div>
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
    </li>
  );
}
