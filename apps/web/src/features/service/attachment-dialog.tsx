import { Button, Modal } from '@mantine/core';
import { documentNumber, type ServiceProtocol } from '@servicebook/shared/service';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { useUnsavedChanges } from '../../lib/unsaved-changes.ts';
import { Attachments } from './attachments.tsx';
import { serviceQuery } from './service.queries.ts';
import classes from './service-dialog.module.css';
import { useUploads } from './use-uploads.ts';

interface AttachmentDialogProps {
  /** Null: closed. */
  protocol: ServiceProtocol | null;
  onClose: () => void;
}

/** Adds attachments to a protocol straight from its row. */
export function AttachmentDialog({ protocol, onClose }: AttachmentDialogProps) {
  return protocol && <Content key={protocol.id} protocol={protocol} onClose={onClose} />;
}

function Content({ protocol, onClose }: { protocol: ServiceProtocol; onClose: () => void }) {
  const { t } = useTranslation(['service', 'common']);
  const { data = protocol } = useQuery(serviceQuery(protocol.id));
  const uploads = useUploads(protocol.id);
  const [inner, setInner] = useState(false);
  const [asking, setAsking] = useState(false);
  const unsent = uploads.uploads.length > 0;
  useUnsavedChanges(unsent);
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
        <Attachments files={data.fileDtos} uploads={uploads} onDialog={setInner} />
        <div className={classes.done}>
          <Button onClick={requestClose}>{t('files.done')}</Button>
        </div>
      </Modal>
      <ConfirmDialog
        opened={asking}
        danger
        title={t('files.leaveTitle')}
        message={t('files.leaveMessage')}
        confirmLabel={t('common:unsaved.leave')}
        onConfirm={onClose}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
