import { Button } from '@mantine/core';
import type { Device } from '@servicebook/shared/device';
import type { ServiceProtocol } from '@servicebook/shared/service';
import { IconFileTypePdf, IconSignature } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, type RefObject, Suspense, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { FilePreview, type PreviewedFile } from '../../components/file-preview.tsx';
import { useNarrowScreen } from '../../components/use-narrow-screen.ts';
import { showToast } from '../../lib/toast.ts';
import { useUnsavedChanges } from '../../lib/unsaved-changes.ts';
import { useSession } from '../../lib/use-session.ts';
import type { Closing, LeftBehind } from './closing.ts';
import { DeleteButton } from './delete-button.tsx';
import { FilesFirstDialog } from './files-first-dialog.tsx';
import { LimitDialog } from './limit-dialog.tsx';
import { NotKeptNotice } from './not-kept-notice.tsx';
import { pdfFile } from './pdf-actions.ts';
import { fetchService } from './service.queries.ts';
import classes from './service-dialog.module.css';
import type { ServiceDraft } from './service-draft.ts';
import { ServiceForm } from './service-form.tsx';
import { readSignature, signatureKey } from './signature-keeping.ts';
import { type SaveAim, useServiceForm } from './use-service-form.ts';
import type { Uploads } from './use-uploads.ts';

const SigningDialog = lazy(async () => ({
  default: (await import('./signing-dialog.tsx')).SigningDialog,
}));

/** The data that stays on the phone when the user leaves by a link. */
const linkKeeps = {
  typed: 'leave.keptMessage',
  sending: 'leave.keptMessage',
  signing: 'leave.signingMessage',
  files: 'leave.filesMessage',
} as const;

interface ServiceEditorProps {
  device: Device;
  protocol: ServiceProtocol | null;
  draft: ServiceDraft | null;
  uploads: Uploads;
  closing: RefObject<Closing>;
  onSaved: (saved: ServiceProtocol) => void;
  /** Called when it is signed, here or by somebody else. */
  onSigned: (here: boolean) => void;
  onRequestClose: () => void;
  onClose: () => void;
}

/** Writes a protocol, saves it and has it signed on the screen. */
export function ServiceEditor(props: ServiceEditorProps) {
  const { device, protocol, draft, uploads, closing, onSaved, onSigned, onRequestClose, onClose } = props;
  const { t } = useTranslation(['service', 'common']);
  const queryClient = useQueryClient();
  const narrow = useNarrowScreen();
  const formId = useId();
  const body = useRef<HTMLDivElement>(null);
  const running = useRef(false);
  const [toSign, setToSign] = useState<ServiceProtocol | null>(null);
  /** How it is signed once its attachments are sent; null: it is not about to be signed. */
  const [filesFirst, setFilesFirst] = useState<'screen' | 'paper' | null>(null);
  /** Signed without unsent attachments, which wait. */
  const [without, setWithout] = useState(false);
  const [confirming, setConfirming] = useState<SaveAim | null>(null);
  const [preview, setPreview] = useState<PreviewedFile | null>(null);
  const [inner, setInner] = useState(false);
  const [closesWhenSent, setClosesWhenSent] = useState(false);

  const state = useServiceForm({
    device,
    protocol,
    draft,
    uploads,
    onSaved: (saved, aim) => {
      onSaved(saved);
      if (aim === 'sign') return setFilesFirst('screen');
      if (aim === 'filesFirst') {
        form.setValue('isToSign', true, { shouldDirty: true });
        return setFilesFirst('paper');
      }
      if (saved.state === 'SIGNED') return onSigned(true);
      showToast({ tone: 'success', message: t('common:saved') });
      setClosesWhenSent(true);
    },
  });
  const { base, dirty, failure, form, saving } = state;
  const live = base && protocol?.id === base.id ? { ...base, fileDtos: protocol.fileDtos } : base;

  // A signature was drawn and not signed with: the tab, the battery or the session ended.
  const { user } = useSession();
  const waitsForSignature = protocol?.state === 'NEW' && !draft?.dirty ? protocol : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the protocol is opened
  useEffect(() => {
    if (!waitsForSignature) return;
    void readSignature(signatureKey(user, waitsForSignature.id)).then(
      (kept) => kept && setFilesFirst('screen'),
    );
  }, []);

  // Attachments are part of the signed content: signing waits for them, unless the user continues without.
  const { hold } = uploads;
  // biome-ignore lint/correctness/useExhaustiveDependencies: held and let go once, whatever the function is by then
  useEffect(() => {
    if (!without) return;
    hold(true);
    return () => hold(false);
  }, [without]);
  const filesArrived = uploads.unsent.length === 0;
  const goesOn = filesFirst !== null && base !== null && (filesArrived || without);
  // biome-ignore lint/correctness/useExhaustiveDependencies: goes on once, when nothing is waited for any more
  useEffect(() => {
    if (!goesOn) return;
    setFilesFirst(null);
    if (filesFirst === 'screen') setToSign(base);
    else void saveFor('save');
  }, [goesOn]);

  // Attachments follow the protocol; the popup waits for them, and stays when one fails.
  const sent = uploads.files.length === 0;
  useEffect(() => {
    if (!closesWhenSent) return;
    if (sent) onClose();
    else if (!uploads.busy) setClosesWhenSent(false);
  }, [closesWhenSent, sent, uploads.busy, onClose]);

  // The popup opened before its content was here: the cursor comes with the form.
  useEffect(() => body.current?.querySelector('input')?.focus({ preventScroll: true }), []);

  const { notKept } = state;
  const unsent: LeftBehind | null = uploads.unsent.length === 0 ? null : notKept || !base ? 'typed' : 'files';
  const behind = dirty ? 'typed' : toSign ? 'signing' : unsent;
  const leaves = saving && !notKept?.text ? 'sending' : behind;
  useUnsavedChanges(leaves !== null, {
    // A link leaves the draft as it is.
    kept: notKept ? null : t(linkKeeps[leaves ?? 'typed']),
  });
  const covered = toSign !== null || filesFirst !== null || confirming !== null || preview !== null || inner;
  useEffect(() => {
    closing.current = { leaves, giveUp: leaves === 'typed' ? state.giveUp : () => {}, covered };
  });

  const isToSign = form.watch('isToSign');
  const wasSigned = base?.state === 'SIGNED';
  const asksFirst = isToSign || wasSigned;

  const showFirstError = () =>
    requestAnimationFrame(() =>
      body.current?.querySelector('[aria-invalid="true"]')?.scrollIntoView({ block: 'center' }),
    );

  /** One at a time, however often it is clicked. */
  const once = async (work: () => Promise<void>) => {
    if (running.current) return;
    running.current = true;
    try {
      await work();
    } finally {
      running.current = false;
    }
  };
  const saveFor = (aim: SaveAim) =>
    once(async () => {
      await state.submitFor(aim);
      showFirstError();
    });
  const trySave = (aim: SaveAim) => {
    setWithout(false);
    // Nothing new to store: straight to the signature.
    if (aim === 'sign' && base && !dirty && !wasSigned) setFilesFirst('screen');
    else if (asksFirst) void form.handleSubmit(() => setConfirming(aim), showFirstError)();
    else void saveFor(aim);
  };

  const signOnPaper = () => {
    if (filesArrived) void saveFor('save');
    else if (base) setFilesFirst('paper');
    else void saveFor('filesFirst');
  };

  const leaveSignature = (sent: boolean) => {
    setToSign(null);
    setWithout(false);
    // It may have been signed all the same, or by somebody else; what they changed otherwise, the next save will tell.
    if (sent && base)
      void fetchService(queryClient, base.id).then(
        (newer) => newer.state === 'SIGNED' && onSigned(false),
        () => {},
      );
  };

  const waiting = closesWhenSent && !sent;
  const rare = base && (
    <div className={classes.extra}>
      <DeleteButton
        protocol={base}
        onDialog={setInner}
        onDeleted={() => {
          state.giveUp();
          onClose();
        }}
      />
      <Button
        variant="subtle"
        leftSection={<IconFileTypePdf size={18} stroke={1.7} aria-hidden />}
        onClick={() => setPreview(pdfFile(base))}
      >
        {t(wasSigned ? 'pdf.show' : 'pdf.showDraft')}
      </Button>
    </div>
  );
  const said = failure && failure.code !== 'SIGNED_PROTOCOL_LIMIT';
  return (
    <>
      <div ref={body} className={classes.body}>
        <ServiceForm
          state={{ ...state, base: live }}
          device={device}
          uploads={uploads}
          id={formId}
          onPreview={setPreview}
          onDialog={setInner}
        />
        {narrow && rare}
      </div>
      <div className={classes.footer}>
        {said && <ErrorNotice className={classes.notice} error={failure} />}
        <NotKeptNotice notKept={notKept} className={classes.notice} />
        {!narrow && rare}
        <p className={classes.note} role="status">
          {waiting ? t('files.finishing') : dirty && !saving ? t('form.unsaved') : ''}
        </p>
        {!narrow && (
          <Button variant="default" onClick={onRequestClose}>
            {t('common:cancel')}
          </Button>
        )}
        {state.locked ? (
          <Button className={classes.main ?? ''} onClick={() => onSigned(false)}>
            {t('conflict.showSigned')}
          </Button>
        ) : (
          <>
            <Button
              variant={isToSign ? 'filled' : 'default'}
              className={classes.main ?? ''}
              loading={saving || waiting}
              onClick={() => trySave('save')}
            >
              {t('common:save')}
            </Button>
            {!isToSign && (
              <Button
                className={classes.main ?? ''}
                loading={saving || waiting}
                leftSection={<IconSignature size={20} stroke={1.7} aria-hidden />}
                onClick={() => trySave('sign')}
              >
                {t('form.saveAndSign')}
              </Button>
            )}
          </>
        )}
      </div>

      <ConfirmDialog
        opened={confirming !== null}
        title={t(isToSign ? 'sign.confirmTitle' : 'sign.reopenTitle')}
        message={
          wasSigned
            ? t(isToSign ? 'sign.newVersionMessage' : 'sign.reopenMessage', {
                current: base.version,
                next: base.version + 1,
              })
            : t('sign.confirmMessage')
        }
        confirmLabel={t(isToSign ? 'sign.confirm' : 'sign.reopen')}
        onConfirm={() => {
          setConfirming(null);
          if (isToSign) signOnPaper();
          else if (confirming) void saveFor(confirming);
        }}
        onClose={() => setConfirming(null)}
      />
      <FilesFirstDialog
        opened={filesFirst !== null && !goesOn}
        uploads={uploads}
        onWithout={() => setWithout(true)}
        onClose={() => setFilesFirst(null)}
      />
      <LimitDialog refusals={[failure]} />
      <FilePreview opened={preview !== null} file={preview} onClose={() => setPreview(null)} />
      {toSign && (
        <Suspense>
          <SigningDialog
            protocol={toSign}
            onSigned={() => {
              setToSign(null);
              onSigned(true);
            }}
            onClose={leaveSignature}
          />
        </Suspense>
      )}
    </>
  );
}
