import { Button, Modal } from '@mantine/core';
import type { Device } from '@servicebook/shared/device';
import { documentNumber, type ServiceProtocol } from '@servicebook/shared/service';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadingState } from '../../components/states.tsx';
import { useUnsavedChanges } from '../../lib/unsaved-changes.ts';
import { useSession } from '../../lib/use-session.ts';
import { Attachments } from './attachments.tsx';
import { LeaveDialog } from './leave-dialog.tsx';
import { NotKeptNotice } from './not-kept-notice.tsx';
import { serviceQuery } from './service.queries.ts';
import classes from './service-dialog.module.css';
import { type DraftOwner, draftKey, readDraft, type ServiceDraft } from './service-draft.ts';
import { useFileKeeping } from './use-file-keeping.ts';
import { type Uploads, useUploads } from './use-uploads.ts';

interface AttachmentDialogProps {
  /** Null: closed. */
  protocol: ServiceProtocol | null;
  /** The machine the protocol was opened from. */
  device: Device;
  onClose: () => void;
}

/** Adds attachments to a protocol straight from its row. */
export function AttachmentDialog({ protocol, ...rest }: AttachmentDialogProps) {
  return protocol && <Content key={protocol.id} protocol={protocol} {...rest} />;
}

function Content({ protocol, device, onClose }: AttachmentDialogProps & { protocol: ServiceProtocol }) {
  const { t } = useTranslation(['service', 'common']);
  const { data = protocol } = useQuery(serviceQuery(protocol.id));
  const uploads = useUploads(protocol.id);
  const [inner, setInner] = useState(false);
  const [asking, setAsking] = useState(false);
  const { user } = useSession();
  const owner = { accountId: user?.account.id ?? 0, userId: user?.id ?? 0, deviceId: device.id };
  const key = draftKey(owner, protocol.id);
  const [draft, setDraft] = useState<ServiceDraft | null | 'reading'>('reading');
  useEffect(() => {
    readDraft(key).then(setDraft);
  }, [key]);
  const [lost, setLost] = useState(false);
  const unsent = uploads.unsent.length > 0;
  const requestClose = () => (unsent ? setAsking(true) : onClose());
  return (
    <>
      <Modal
        opened
        onClose={requestClose}
        closeOnEscape={!inner && !asking}
        closeOnClickOutside={false}
        size="36rem"
        title={t('files.addTo', { number: documentNumber(protocol) })}
        closeButtonProps={{ 'aria-label': t('common:close') }}
      >
        {draft === 'reading' ? (
          <LoadingState />
        ) : (
          <KeptAttachments
            protocol={data}
            owner={owner}
            draft={draft}
            uploads={uploads}
            onDialog={setInner}
            onRefused={setLost}
          />
        )}
        <div className={classes.done}>
          <Button onClick={requestClose}>{t('files.done')}</Button>
        </div>
      </Modal>
      <LeaveDialog
        opened={asking}
        leaves={lost ? 'typed' : 'files'}
        onLeave={onClose}
        onStay={() => setAsking(false)}
      />
    </>
  );
}

interface KeptAttachmentsProps {
  protocol: ServiceProtocol;
  owner: DraftOwner;
  draft: ServiceDraft | null;
  uploads: Uploads;
  onDialog: (open: boolean) => void;
  /** Whether the phone refuses to keep what is not sent. */
  onRefused: (refused: boolean) => void;
}

/** Files not sent when the dialog closes stay on the phone. */
function KeptAttachments({ protocol, owner, draft, uploads, onDialog, onRefused }: KeptAttachmentsProps) {
  const { t } = useTranslation('service');
  const { notKept } = useFileKeeping({ protocol, owner, draft, uploads });
  useEffect(() => onRefused(notKept !== null), [notKept, onRefused]);
  useUnsavedChanges(uploads.unsent.length > 0, { kept: notKept ? null : t('leave.filesMessage') });
  return (
    <>
      <Attachments
        signed={protocol.state === 'SIGNED'}
        files={protocol.fileDtos}
        uploads={uploads}
        onDialog={onDialog}
      />
      <NotKeptNotice notKept={notKept} />
    </>
  );
}
