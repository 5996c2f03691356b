import { Modal } from '@mantine/core';
import type { Device } from '@servicebook/shared/device';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ErrorState, LoadingState } from '../../components/states.tsx';
import { useNarrowScreen } from '../../components/use-narrow-screen.ts';
import { useSession } from '../../lib/use-session.ts';
import { type Closing, nothingToLose } from './closing.ts';
import { DialogHeader } from './dialog-header.tsx';
import { DraftOffer } from './draft-offer.tsx';
import { LeaveDialog } from './leave-dialog.tsx';
import { serviceQuery } from './service.queries.ts';
import classes from './service-dialog.module.css';
import { type DraftOwner, draftKey, readDraft, type ServiceDraft } from './service-draft.ts';
import { ServiceEditor } from './service-editor.tsx';
import { dropSignature, signatureKey } from './signature-keeping.ts';
import { SignedProtocol } from './signed-protocol.tsx';
import type { Target } from './use-service-address.ts';
import { useUploads } from './use-uploads.ts';

interface ServiceDialogProps {
  device: Device;
  /** Null: closed. */
  target: Target | null;
  /** Takes up the kept draft without asking. */
  resume: boolean;
  /** The question before leaving is to be asked: the browser's back button was pressed. */
  asking: boolean;
  onAsking: (asking: boolean) => void;
  /** Read when the dialog is about to close. */
  closing: React.RefObject<Closing>;
  onNumbered: (id: number) => void;
  onClose: () => void;
}

/** The popup for one protocol: a form while it is open, a document once it is signed. The whole screen on a phone. */
export function ServiceDialog({ target, asking, onAsking, closing, onClose, ...rest }: ServiceDialogProps) {
  const narrow = useNarrowScreen();
  const close = () => {
    onAsking(false);
    closing.current = nothingToLose;
    onClose();
  };
  const requestClose = () => {
    if (closing.current.leaves) onAsking(true);
    else close();
  };
  return (
    <>
      <Modal.Root
        opened={target !== null}
        onClose={() => {
          if (!closing.current.covered && !asking) requestClose();
        }}
        closeOnClickOutside={false}
        fullScreen={narrow}
        size="72rem"
        centered
        radius="md"
        lockScroll={false}
        transitionProps={{ duration: narrow ? 0 : 120 }}
      >
        <Modal.Overlay />
        <Modal.Content classNames={{ content: classes.content ?? '' }} data-form-actions>
          {target !== null && (
            <DialogContent
              {...rest}
              target={target}
              closing={closing}
              onRequestClose={requestClose}
              onClose={close}
            />
          )}
        </Modal.Content>
      </Modal.Root>
      <LeaveDialog
        opened={asking && target !== null}
        leaves={closing.current.leaves}
        onLeave={() => {
          closing.current.giveUp();
          close();
        }}
        onStay={() => onAsking(false)}
      />
    </>
  );
}

interface DialogContentProps
  extends Pick<ServiceDialogProps, 'device' | 'resume' | 'closing' | 'onNumbered'> {
  target: Target;
  onRequestClose: () => void;
  onClose: () => void;
}

function DialogContent({
  device,
  target,
  resume,
  closing,
  onNumbered,
  onRequestClose,
  onClose,
}: DialogContentProps) {
  const { user } = useSession();
  const [id, setId] = useState(target === 'new' ? null : target);
  const openedAs = useRef(id);
  const query = useQuery({ ...serviceQuery(id ?? 0), enabled: id !== null, refetchOnMount: 'always' });
  const protocol = id === null ? null : (query.data ?? null);
  const uploads = useUploads(id);
  /** Null until what is opened is known; from then on only what the user does changes it. */
  const [mode, setMode] = useState<'edit' | 'read' | null>(id === null ? 'edit' : null);
  const [justSigned, setJustSigned] = useState(false);

  const [draft, setDraft] = useState<ServiceDraft | null | 'reading'>('reading');
  const [decided, setDecided] = useState(resume);
  const owner: DraftOwner = {
    accountId: user?.account.id ?? 0,
    userId: user?.id ?? 0,
    deviceId: device.id,
  };
  const reading = draft === 'reading' ? draftKey(owner, id) : null;
  useEffect(() => {
    if (!reading) return;
    let current = true;
    readDraft(reading).then((found) => current && setDraft(found));
    return () => {
      current = false;
    };
  }, [reading]);

  // A signature kept here has arrived, or came too late.
  const signedId = protocol?.state === 'SIGNED' ? protocol.id : null;
  useEffect(() => {
    if (signedId !== null) void dropSignature(signatureKey(user, signedId));
  }, [signedId, user]);

  // An opened protocol is refetched; one that was just saved here is known.
  const awaited = openedAs.current !== null && (!query.isFetchedAfterMount || !protocol);
  const common = { uploads, closing, onClose };
  const show = () => {
    if (awaited || draft === 'reading')
      return (
        <div className={classes.body}>
          {query.error && !query.isFetching ? (
            <ErrorState error={query.error} onRetry={() => query.refetch()} />
          ) : (
            <LoadingState />
          )}
        </div>
      );
    if (protocol && (mode ?? (protocol.state === 'SIGNED' ? 'read' : 'edit')) === 'read')
      return (
        <SignedProtocol
          {...common}
          draft={draft}
          owner={owner}
          protocol={protocol}
          justSigned={justSigned}
          onChange={() => setMode('edit')}
        />
      );
    // Attachments of a stored protocol need no decision: they are sent.
    if (draft && (draft.dirty || !draft.base) && !decided)
      return (
        <div className={classes.body}>
          <DraftOffer draft={draft} onResume={() => setDecided(true)} onDiscarded={() => setDraft(null)} />
        </div>
      );
    return (
      <ServiceEditor
        {...common}
        device={device}
        protocol={protocol}
        onRequestClose={onRequestClose}
        draft={draft}
        onSaved={(saved) => {
          setMode('edit');
          if (id !== null) return;
          setId(saved.id);
          onNumbered(saved.id);
        }}
        onSigned={(here) => {
          setJustSigned(here);
          setMode('read');
          // The form has kept what is left of it.
          setDraft('reading');
        }}
      />
    );
  };
  return (
    <>
      <DialogHeader device={device} protocol={protocol} onClose={onRequestClose} />
      {show()}
    </>
  );
}
