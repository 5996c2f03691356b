import { Stack, Text } from '@mantine/core';
import { nameOrDash } from '@servicebook/i18n/names.ts';
import { maxAttachments, maxPrinted } from '@servicebook/shared/protocol-length';
import type { FileDto } from '@servicebook/shared/service';
import { isPrintable } from '@servicebook/shared/storage';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { FilePicker } from '../../components/file-drop.tsx';
import { momentIn } from '../../lib/moment-text.ts';
import { useLittleRoom } from '../../lib/use-little-room.ts';
import { useSession } from '../../lib/use-session.ts';
import { FileList } from './file-list.tsx';
import { PrintChoice, StoredPrintChoice } from './print-choice.tsx';
import { useDeleteServiceFile } from './service.queries.ts';
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

/** Photos and documents of a protocol: view, add by camera or file, put on the document, remove. */
export function Attachments(props: AttachmentsProps) {
  const { files, uploads, signed = false, closed = false, afterSave = false } = props;
  const { t } = useTranslation(['service', 'errors']);
  const { user, may } = useSession();
  const [tooMany, setTooMany] = useState(false);
  /** Accepts files up to the limit. Other users may add some too, so the server also checks it. */
  const add = (chosen: File[]) => {
    const room = Math.max(0, maxAttachments - files.length - uploads.files.length);
    setTooMany(chosen.length > room);
    uploads.add(chosen.slice(0, room));
  };
  const printed =
    files.filter(({ print }) => print).length + uploads.files.filter(({ marked }) => marked).length;
  const littleRoom = useLittleRoom();
  const [full, setFull] = useState(false);
  /** The server checks it too. */
  const hasRoom = (print: boolean) => {
    const isFull = print && printed >= maxPrinted;
    setFull(isFull);
    return !isFull;
  };

  return (
    <Stack gap="sm">
      <FileList
        files={files}
        uploads={uploads}
        afterSave={afterSave}
        deletion={useDeleteServiceFile()}
        mayDelete={(file) =>
          !closed &&
          file.signedVersion === null &&
          may(signed ? 'service.changeSigned' : 'file.delete', file.userId === user?.id)
        }
        note={(file) => (
          <>
            {signed && file.print && (
              <Text span inherit display="block">
                {t('files.print')}
              </Text>
            )}
            {signed && file.signedVersion === null && (
              <Text span inherit display="block" style={{ whiteSpace: 'normal' }}>
                {t('files.supplement', {
                  date: momentIn(file.createdAt, user?.timezone || 'UTC'),
                  name: nameOrDash(file.user),
                })}
              </Text>
            )}
          </>
        )}
        choice={(file) =>
          !signed && isPrintable(file.contentType) && <StoredPrintChoice file={file} hasRoom={hasRoom} />
        }
        pendingChoice={({ key, file, state, marked }) =>
          !signed &&
          isPrintable(file.type) && (
            <PrintChoice
              filename={file.name}
              print={marked}
              // It is on its way with the mark it had.
              disabled={state === 'sending'}
              onChange={(print) => hasRoom(print) && uploads.mark(key, print)}
            />
          )
        }
      />
      {full && <ErrorNotice error={t('errors:TOO_MANY_PHOTOS')} />}
      {closed ? null : signed && !may('service.changeSigned') ? (
        <Text size="xs" c="dimmed">
          {t('files.signedHint')}
        </Text>
      ) : (
        <FilePicker
          multiple
          onFiles={add}
          error={tooMany ? t('errors:TOO_MANY_ATTACHMENTS') : littleRoom && t('files.littleRoom')}
          hint={[
            t('files.hint', { limit: megabytes }),
            t(signed ? 'files.supplementHint' : afterSave ? 'files.afterSave' : 'files.atOnce'),
          ].join(' ')}
        />
      )}
    </Stack>
  );
}
