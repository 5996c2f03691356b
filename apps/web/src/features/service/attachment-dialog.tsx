import { Button, Group, Modal } from '@mantine/core';
import type { ServiceProtocol } from '@servicebook/shared/service';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadingState } from '../../components/states.tsx';
import { useNumberInText } from '../../lib/protocol-number.ts';
import { Attachments } from './attachments.tsx';
import { useLeaving } from './leave-dialog.tsx';
import { NotKeptNotice } from './not-kept-notice.tsx';
import { lossOfFiles } from './protocol-model.ts';
import { serviceQuery } from './service.queries.ts';
import { type DraftOwner, draftKey, type NotKept, type ServiceDraft } from './service-draft.ts';
import { useFileKeeping } from './use-file-keeping.ts';
import { useKeptDraft } from './use-kept-draft.ts';
import { type Uploads, useUploads } from './use-uploads.ts';

interface AttachmentDialogProps {
  /** Null: closed. */
  protocol: ServiceProtocol | null;
  owner: DraftOwner;
  onClose: () => void;
}

/** Adds attachments to a protocol directly from its row. */
export function AttachmentDialog({ protocol, ...rest }: AttachmentDialogProps) {
  return protocol && <Content key={protocol.id} protocol={protocol} {...rest} />;
}

function Content({ protocol, owner, onClose }: AttachmentDialogProps & { protocol: ServiceProtocol }) {
  const { t } = useTranslation(['service', 'common']);
  const numberOf = useNumberInText();
  const { data = protocol } = useQuery(serviceQuery(protocol.id));
  const uploads = useUploads({ id: protocol.id, owner, state: data.state });
  const { draft } = useKeptDraft(draftKey(owner, protocol.id));
  const [notKept, setNotKept] = useState<NotKept | null>(null);
  const leaving = useLeaving(
    lossOfFiles({ unsent: uploads.unsent.length, staying: uploads.staying.length, notKept }),
    notKept,
    onClose,
  );
  return (
    <>
      <Modal
        opened
        onClose={leaving.escape}
        closeOnClickOutside={false}
        size="36rem"
        title={t('files.addTo', { number: numberOf(protocol) })}
        closeButtonProps={{ 'aria-label': t('common:close') }}
      >
        {draft === undefined ? (
          <LoadingState />
        ) : (
          <KeptAttachments
            protocol={data}
            owner={owner}
            draft={draft}
            uploads={uploads}
            onKept={setNotKept}
          />
        )}
        <NotKeptNotice notKept={notKept} />
        <Group justify="flex-end" mt="md">
          <Button onClick={leaving.request}>{t('files.done')}</Button>
        </Group>
      </Modal>
      {leaving.question}
    </>
  );
}

interface KeptAttachmentsProps {
  protocol: ServiceProtocol;
  owner: DraftOwner;
  draft: ServiceDraft | null;
  uploads: Uploads;
  onKept: (notKept: NotKept | null) => void;
}

/** Files not sent when the dialog closes stay on the phone. */
function KeptAttachments({ protocol, owner, draft, uploads, onKept }: KeptAttachmentsProps) {
  useFileKeeping({ protocol, owner, draft, uploads, onKept });
  return <Attachments signed={protocol.state === 'SIGNED'} files={protocol.fileDtos} uploads={uploads} />;
}
