import { Modal } from '@mantine/core';
import type { Device } from '@servicebook/shared/device';
import { useQuery } from '@tanstack/react-query';
import {
  memo,
  type ReactNode,
  type RefObject,
  startTransition,
  useEffect,
  useReducer,
  useRef,
  useState,
} from 'react';
import { ErrorState, LoadingState } from '../../components/states.tsx';
import { useNarrowScreen } from '../../components/use-narrow-screen.ts';
import { linkTo } from '../../lib/paths.ts';
import type { ServiceTarget } from '../../lib/use-open-service.ts';
import { DialogHeader } from './dialog-header.tsx';
import { databaseAnswers } from './draft-database.ts';
import { DraftOffer } from './draft-offer.tsx';
import { useLeaving } from './leave-dialog.tsx';
import { discardsOnLeaving, holdsFiles, idOf, lossOf, nextProtocol, opening } from './protocol-model.ts';
import { serviceQuery, serviceVisitQuery } from './service.queries.ts';
import classes from './service-dialog.module.css';
import { type DraftOwner, draftKey, type NotKept } from './service-draft.ts';
import { ServiceEditor } from './service-editor.tsx';
import { dropSignature, signatureKey } from './signature-keeping.ts';
import { SignedProtocol } from './signed-protocol.tsx';
import { useDraftLock } from './use-draft-lock.ts';
import { useKeptDraft } from './use-kept-draft.ts';
import { type ServiceAddress, usePageBehind } from './use-service-address.ts';
import { useUploads } from './use-uploads.ts';
import { EndedElsewhere, WrittenElsewhere } from './written-elsewhere.tsx';

interface ServiceDialogProps {
  device: Device;
  owner: DraftOwner;
  /** The id of the opened protocol, or of a new one once it is stored. */
  target: ServiceTarget;
  /** Opens the stored draft without asking. */
  resume: boolean;
  address: ServiceAddress;
  /** What is to be said above a stored protocol. */
  noticeOf?: ((id: number) => ReactNode) | undefined;
}

/** The popup for one protocol: a form while it is not signed, then a document. Full-screen on a phone. */
export const ServiceDialog = memo(function ServiceDialog(props: ServiceDialogProps) {
  const { device, owner, target, resume, address } = props;
  // A stored protocol has a revision, which keeps two tabs apart.
  const { state, turn, take, begin } = useDraftLock(target === 'new' ? draftKey(owner, null) : null);
  const isWritten = state === 'here';
  const onEscape = useRef<(() => void) | null>(null);
  usePageBehind(!isWritten && state !== 'asking');
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when back was pressed
  useEffect(() => {
    if (!isWritten && address.left) address.close();
  }, [isWritten, address.left]);
  return (
    <Popup onClose={() => (onEscape.current ?? address.close)()}>
      {isWritten ? (
        <WrittenHere key={turn} {...props} resume={resume || turn > 0} onEscape={onEscape} />
      ) : (
        <>
          <DialogHeader device={device} protocol={null} isNew onClose={address.close} />
          <div className={classes.body}>
            {(state === 'asking' || state === 'storing') && <LoadingState />}
            {state === 'elsewhere' && <WrittenElsewhere onTake={take} />}
            {state === 'freed' && (
              <EndedElsewhere draftKey={draftKey(owner, null)} onBegin={begin} onClose={address.close} />
            )}
          </div>
        </>
      )}
    </Popup>
  );
});

function Popup({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  const narrow = useNarrowScreen();
  return (
    <Modal.Root
      opened
      onClose={onClose}
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
        {children}
      </Modal.Content>
    </Modal.Root>
  );
}

interface WrittenHereProps extends ServiceDialogProps {
  /** What Escape does meanwhile. */
  onEscape: RefObject<(() => void) | null>;
}

function WrittenHere({ device, owner, target, resume, address, noticeOf, onEscape }: WrittenHereProps) {
  const [work, dispatch] = useReducer(nextProtocol, opening);
  const id = idOf(work) ?? (target === 'new' ? null : target);
  const [openedNew] = useState(target === 'new');
  const query = useQuery({ ...serviceQuery(id ?? 0), enabled: id !== null, refetchOnMount: 'always' });
  const protocol = id === null ? null : (query.data ?? null);
  // After signing, the form has already stored its remaining files.
  const { draft, forget } = useKeptDraft(draftKey(owner, id), work.phase === 'signed' ? 'signed' : 'written');
  // A draft is continued on its own visit, whatever the address says.
  const visitOfNew = draft ? draft.values.visitId : address.visit;
  const visitId = protocol?.visitId ?? (openedNew ? visitOfNew : null) ?? null;
  const planned = useQuery({ ...serviceVisitQuery(visitId ?? 0), enabled: visitId !== null });
  // Without a connection, the protocol is written without its plan.
  const waitsForPlan = openedNew && visitId !== null && planned.isLoading;
  const [draftChosen, setDraftChosen] = useState(resume);
  const [notKept, setNotKept] = useState<NotKept | null>(() =>
    databaseAnswers() ? null : { text: true, files: [], full: false },
  );
  const uploads = useUploads({
    id,
    owner,
    state: protocol?.state,
    held: holdsFiles(work),
    discarded: work.phase === 'discarded',
  });

  const loss = lossOf(work, { unsent: uploads.unsent.length, staying: uploads.staying.length, notKept });
  const { close } = address;
  const leaving = useLeaving(loss, notKept, () => {
    if (discardsOnLeaving(work, loss)) dispatch({ type: 'discarded' });
    else close();
  });
  useEffect(() => {
    onEscape.current = leaving.escape;
    return () => {
      onEscape.current = null;
    };
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the draft is dropped
  useEffect(() => {
    if (work.phase === 'discarded') close();
  }, [work.phase]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when back was pressed
  useEffect(() => {
    if (!address.left) return;
    if (loss) address.stay();
    leaving.request();
  }, [address.left]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when a new protocol has got its id
  useEffect(() => {
    if (target === 'new' && id !== null) address.rename(id);
  }, [id]);
  // Attachments are sent after the protocol; the popup waits for them, and stays open if one fails. It closes after the
  // address was updated, because closing goes one step back.
  const done = work.phase === 'saved' && work.done;
  const allSent = uploads.files.length === 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: closes once
  useEffect(() => {
    if (!done) return;
    // The page behind it may be of a machine that is no longer on it.
    const [other] = protocol?.devices.some((machine) => machine.id === device.id)
      ? []
      : (protocol?.devices ?? []);
    if (allSent && other && !address.fromVisit)
      address.closeOn(linkTo.machineEdit({ id: other.id, activeTab: 'service' }));
    else if (allSent) close();
    else if (!uploads.busy) dispatch({ type: 'stays' });
  }, [done, allSent, uploads.busy]);

  // A signature stored on this device was sent, or came too late.
  const { accountId, userId } = owner;
  const signedId = protocol?.state === 'SIGNED' ? protocol.id : null;
  useEffect(() => {
    if (signedId !== null) void dropSignature(signatureKey({ accountId, userId }, signedId));
  }, [signedId, accountId, userId]);

  // A signature without a network may be refused while its protocol is still shown.
  const state = protocol?.state;
  const wasSigned = useRef(false);
  useEffect(() => {
    if (wasSigned.current && state === 'NEW') dispatch({ type: 'reopened' });
    wasSigned.current = state === 'SIGNED';
  }, [state]);

  // Refetched when opened, except a protocol that was just saved here.
  const isLoaded =
    draft !== undefined && !waitsForPlan && (openedNew || (query.isFetchedAfterMount && protocol !== null));
  const isWritten = work.phase === 'opening' && (work.changes || protocol?.state !== 'SIGNED');
  // Attachments of a stored protocol need no decision: they are sent.
  const offeredDraft =
    isLoaded && isWritten && !draftChosen && draft && (draft.dirty || !draft.base) ? draft : null;
  const isOpening = work.phase === 'opening' && isLoaded && !offeredDraft;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as soon as all of it is known
  useEffect(() => {
    // The form is large: it is drawn in short steps.
    if (isOpening) startTransition(() => dispatch({ type: 'opened', stored: protocol, kept: draft }));
  }, [isOpening]);

  const isComing = work.phase === 'opening' || (work.phase === 'signed' && !protocol);
  const failure = query.isFetching ? null : query.error;
  usePageBehind(!isComing || offeredDraft !== null || failure !== null);

  const header = (
    <DialogHeader device={device} protocol={protocol} isNew={openedNew} onClose={leaving.request} />
  );
  const show = () => {
    if (offeredDraft)
      return (
        <>
          {header}
          <div className={classes.body}>
            <DraftOffer draft={offeredDraft} onResume={() => setDraftChosen(true)} onDiscarded={forget} />
          </div>
        </>
      );
    if (isComing || draft === undefined)
      return (
        <>
          {header}
          <div className={classes.body}>
            {failure ? (
              <ErrorState error={failure} onRetry={failure.unexpected ? () => query.refetch() : undefined} />
            ) : (
              <LoadingState />
            )}
          </div>
        </>
      );
    const notice = protocol && noticeOf?.(protocol.id);
    const common = { notice, draft, owner, uploads, dispatch, notKept, onKept: setNotKept };
    if (work.phase === 'signed' && protocol)
      return (
        <>
          {header}
          <SignedProtocol
            {...common}
            protocol={protocol}
            visit={planned.data ?? null}
            justSigned={work.here}
            onClose={close}
          />
        </>
      );
    return (
      <ServiceEditor
        {...common}
        device={device}
        protocol={protocol}
        visit={planned.data ?? null}
        work={work}
        onRequestClose={leaving.request}
      />
    );
  };
  return (
    <>
      {show()}
      {leaving.question}
    </>
  );
}
