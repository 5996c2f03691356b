import { Button, Text } from '@mantine/core';
import type { ServiceProtocol } from '@servicebook/shared/service';
import type { Visit } from '@servicebook/shared/visit';
import { IconFileTypePdf, IconPencil, IconShare } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FilePreview, type PreviewedFile } from '../../components/file-preview.tsx';
import { useNarrowScreen } from '../../components/use-narrow-screen.ts';
import { useSession } from '../../lib/use-session.ts';
import { DeleteButton } from './delete-button.tsx';
import { NotKeptNotice } from './not-kept-notice.tsx';
import { useOutOfReach } from './out-of-reach.ts';
import { canShareFiles, pdfFile, protocolPdfQuery, useSharePdf } from './pdf-actions.ts';
import type { ProtocolEvent } from './protocol-model.ts';
import classes from './service-dialog.module.css';
import type { DraftOwner, NotKept, ServiceDraft } from './service-draft.ts';
import { ServiceView } from './service-view.tsx';
import { useFileKeeping } from './use-file-keeping.ts';
import type { Uploads } from './use-uploads.ts';
import { WithdrawButton } from './withdraw-button.tsx';

interface SignedProtocolProps {
  notice: ReactNode;
  protocol: ServiceProtocol;
  /** The visit on which it was written. */
  visit: Visit | null;
  uploads: Uploads;
  justSigned: boolean;
  /** Stored on an earlier visit; its files may still have to be sent. */
  draft: ServiceDraft | null;
  owner: DraftOwner;
  dispatch: (event: ProtocolEvent) => void;
  notKept: NotKept | null;
  onKept: (notKept: NotKept | null) => void;
  onClose: () => void;
}

/** A signed protocol: locked, with its document to view, share and download. An admin may reopen it. */
export function SignedProtocol(props: SignedProtocolProps) {
  const { protocol, visit, uploads, justSigned, draft, owner, dispatch, notKept, onKept } = props;
  const { notice, onClose } = props;
  const { t } = useTranslation('service');
  const { user, may } = useSession();
  const [preview, setPreview] = useState<PreviewedFile | null>(null);
  // The bottom bar contains the daily actions; the others follow the text.
  const narrow = useNarrowScreen();
  const shares = canShareFiles();
  const { share, sharing } = useSharePdf();
  const outOfReach = useOutOfReach()(protocol);
  // Downloaded in advance, because sharing must follow the tap at once.
  useQuery({ ...protocolPdfQuery(protocol), enabled: shares && !outOfReach });

  useFileKeeping({ protocol, owner, draft, uploads, onKept });

  const secondaryActions = !protocol.withdrawn && (
    <div className={classes.extra}>
      <DeleteButton protocol={protocol} onDeleted={onClose} />
      <WithdrawButton protocol={protocol} />
      {may('service.changeSigned') && (
        <Button
          variant="subtle"
          leftSection={<IconPencil size={18} stroke={1.7} aria-hidden />}
          onClick={() => dispatch({ type: 'changing' })}
        >
          {t('view.change')}
        </Button>
      )}
    </div>
  );
  return (
    <>
      <div className={classes.body}>
        {notice}
        <ServiceView
          protocol={protocol}
          timezone={user?.timezone || 'UTC'}
          uploads={uploads}
          justSigned={justSigned}
          visit={visit}
          onPreview={setPreview}
        />
        {narrow && secondaryActions}
      </div>
      <div className={classes.footer}>
        <NotKeptNotice notKept={notKept} className={classes.notice} />
        {!narrow && secondaryActions}
        {outOfReach && (
          <Text size="xs" c="dimmed">
            {t(outOfReach)}
          </Text>
        )}
        {shares && (
          <Button
            variant="default"
            className={classes.main ?? ''}
            loading={sharing === protocol.id}
            disabled={outOfReach !== null}
            leftSection={<IconShare size={20} stroke={1.7} aria-hidden />}
            onClick={() => share(protocol)}
          >
            {t('pdf.share')}
          </Button>
        )}
        <Button
          className={classes.main ?? ''}
          // Focuses the next step, after signing and on opening.
          autoFocus
          disabled={outOfReach !== null}
          leftSection={<IconFileTypePdf size={20} stroke={1.7} aria-hidden />}
          onClick={() => setPreview(pdfFile(protocol))}
        >
          {t('pdf.show')}
        </Button>
      </div>
      <FilePreview opened={preview !== null} file={preview} onClose={() => setPreview(null)} />
    </>
  );
}
