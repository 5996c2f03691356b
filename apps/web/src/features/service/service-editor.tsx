import { Button, Text } from '@mantine/core';
import type { Device } from '@servicebook/shared/device';
import type { ServiceProtocol } from '@servicebook/shared/service';
import type { Visit } from '@servicebook/shared/visit';
import { IconFileTypePdf, IconSignature } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { FilePreview, type PreviewedFile } from '../../components/file-preview.tsx';
import { useNarrowScreen } from '../../components/use-narrow-screen.ts';
import { showSaved } from '../../lib/saved-toast.ts';
import { DeleteButton } from './delete-button.tsx';
import { DialogHeader } from './dialog-header.tsx';
import { FilesFirstDialog } from './files-first-dialog.tsx';
import { LimitDialog } from './limit-dialog.tsx';
import { NotKeptNotice } from './not-kept-notice.tsx';
import { useOutOfReach } from './out-of-reach.ts';
import { pdfFile } from './pdf-actions.ts';
import { PlannedWork } from './planned-work.tsx';
import type { Aim, Protocol, ProtocolEvent } from './protocol-model.ts';
import { fetchService } from './service.queries.ts';
import classes from './service-dialog.module.css';
import type { DraftOwner, NotKept, ServiceDraft } from './service-draft.ts';
import { ServiceForm } from './service-form.tsx';
import { SignRequestButton } from './sign-request-button.tsx';
import { readSignature, signatureKey } from './signature-keeping.ts';
import { useServiceForm } from './use-service-form.ts';
import type { Uploads } from './use-uploads.ts';

const SigningDialog = lazy(async () => ({
  default: (await import('./signing-dialog.tsx')).SigningDialog,
}));

interface ServiceEditorProps {
  notice: ReactNode;
  device: Device;
  protocol: ServiceProtocol | null;
  /** The visit on which it is written. */
  visit: Visit | null;
  draft: ServiceDraft | null;
  owner: DraftOwner;
  uploads: Uploads;
  work: Protocol;
  dispatch: (event: ProtocolEvent) => void;
  notKept: NotKept | null;
  onKept: (notKept: NotKept | null) => void;
  onRequestClose: () => void;
}

/** Edits a protocol, saves it and starts signing on the screen. */
export function ServiceEditor(props: ServiceEditorProps) {
  const { device, protocol, visit, draft, owner, uploads, work, dispatch, notKept, onKept } = props;
  const { notice, onRequestClose } = props;
  const { t } = useTranslation(['service', 'common']);
  const queryClient = useQueryClient();
  const narrow = useNarrowScreen();
  const formId = useId();
  const body = useRef<HTMLDivElement>(null);
  const [confirming, setConfirming] = useState<Aim | null>(null);
  const [preview, setPreview] = useState<PreviewedFile | null>(null);

  const state = useServiceForm({ device, protocol, visit, draft, owner, uploads, work, dispatch, onKept });
  const { base, dirty, failure, form, saving } = state;
  const live = base && protocol ? { ...base, fileDtos: protocol.fileDtos } : base;

  // A signature was drawn but not sent: the tab, the battery or the session ended.
  const waitsForSignature = work.phase === 'saved' ? work.base : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the protocol is opened
  useEffect(() => {
    if (!waitsForSignature) return;
    void readSignature(signatureKey(owner, waitsForSignature.id)).then(
      (kept) => kept && dispatch({ type: 'signing', how: 'screen' }),
    );
  }, []);

  // Attachments are part of the signed content: signing waits for them, unless the user continues without.
  const filesArrived = uploads.unsent.length === 0;
  const goesOn = work.phase === 'filesFirst' && (filesArrived || work.withoutFiles);
  // biome-ignore lint/correctness/useExhaustiveDependencies: goes on once, when nothing is waited for any more
  useEffect(() => {
    if (!goesOn || work.phase !== 'filesFirst') return;
    if (work.signing === 'screen') dispatch({ type: 'filesSettled' });
    // Without a save, because of new input, editing continues.
    else void saveFor('done').then(() => dispatch({ type: 'cancelled' }));
  }, [goesOn]);

  const done = work.phase === 'saved' && work.done;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is saved
  useEffect(() => {
    if (done) showSaved(base);
  }, [done]);

  // The popup opened before its content had loaded, so the form sets the focus.
  useEffect(() => body.current?.querySelector('input')?.focus({ preventScroll: true }), []);

  const isToSign = form.watch('isToSign');
  const wasSigned = base?.state === 'SIGNED';
  const needsConfirmation = isToSign || wasSigned;

  const showFirstError = () =>
    requestAnimationFrame(() =>
      body.current?.querySelector('[aria-invalid="true"]')?.scrollIntoView({ block: 'center' }),
    );
  const saveFor = async (aim: Aim) => {
    await state.submitFor(aim);
    showFirstError();
  };
  const trySave = (aim: Aim) => {
    if (state.unchosen.current) return showFirstError();
    // Nothing new to store: signing starts at once.
    if (aim === 'screen' && work.phase === 'saved') {
      if (!state.marksMissing(showFirstError)) dispatch({ type: 'signing', how: 'screen' });
    } else if (needsConfirmation) void form.handleSubmit(() => setConfirming(aim), showFirstError)();
    else void saveFor(aim);
  };

  const signOnPaper = () => {
    if (filesArrived) void saveFor('done');
    else if (base) dispatch({ type: 'signing', how: 'paper' });
    else void saveFor('paper');
  };

  const leaveSignature = (sent: boolean) => {
    dispatch({ type: 'cancelled' });
    // It may have been signed anyway, here or by another user; the next save detects other changes.
    if (sent && base)
      void fetchService(queryClient, base.id).then(
        (newer) => newer.state === 'SIGNED' && dispatch({ type: 'signed', here: false }),
        () => {},
      );
  };

  const waiting = done && uploads.files.length > 0;
  const outOfReachOf = useOutOfReach();
  // One that was made on this phone has another id once the server knows it.
  const newest = protocol ?? base;
  const outOfReach = newest && outOfReachOf(newest);
  const secondaryActions = newest && (
    <div className={classes.extra}>
      <DeleteButton protocol={newest} onDeleted={() => dispatch({ type: 'discarded' })} />
      <Button
        variant="subtle"
        disabled={outOfReach !== null}
        leftSection={<IconFileTypePdf size={18} stroke={1.7} aria-hidden />}
        onClick={() => setPreview(pdfFile(newest))}
      >
        {t(wasSigned ? 'pdf.show' : 'pdf.showDraft')}
      </Button>
      {!wasSigned && (
        <SignRequestButton
          protocol={newest}
          dirty={dirty || saving}
          outOfReach={outOfReach !== null}
          // Who did the work, and when, was confirmed, and may be another than the form has.
          onSent={() => void fetchService(queryClient, newest.id).then(state.follow, () => {})}
        />
      )}
      {outOfReach && (
        <Text size="xs" c="dimmed">
          {t(outOfReach)}
        </Text>
      )}
    </div>
  );
  const visibleFailure = failure && failure.code !== 'SIGNED_PROTOCOL_LIMIT';
  return (
    <>
      <DialogHeader
        device={device}
        protocol={protocol}
        isNew={protocol === null}
        chosen={form.watch('devices')}
        onClose={onRequestClose}
      />
      <div ref={body} className={classes.body}>
        {notice}
        {visit && <PlannedWork visit={visit} />}
        <ServiceForm
          state={{ ...state, base: live }}
          device={device}
          uploads={uploads}
          id={formId}
          onPreview={setPreview}
        />
        {narrow && secondaryActions}
      </div>
      <div className={classes.footer}>
        {visibleFailure && <ErrorNotice className={classes.notice} error={failure} />}
        {/* A save that failed for want of room has said it. */}
        {failure?.code !== 'PHONE_FULL' && <NotKeptNotice notKept={notKept} className={classes.notice} />}
        {!narrow && secondaryActions}
        <div className={classes.buttons}>
          <p className={classes.note} data-always={waiting} role="status">
            {waiting ? t('files.finishing') : dirty && !saving ? t('form.unsaved') : ''}
          </p>
          {!narrow && (
            <Button variant="default" onClick={onRequestClose}>
              {t('common:cancel')}
            </Button>
          )}
          {state.locked ? (
            <Button className={classes.main ?? ''} onClick={() => dispatch({ type: 'signed', here: false })}>
              {t('conflict.showSigned')}
            </Button>
          ) : (
            <>
              <Button
                variant={isToSign ? 'filled' : 'default'}
                className={classes.main ?? ''}
                loading={saving || waiting}
                onClick={() => trySave('done')}
              >
                {t('common:save')}
              </Button>
              {!isToSign && (
                <Button
                  className={classes.main ?? ''}
                  loading={saving || waiting}
                  leftSection={<IconSignature size={20} stroke={1.7} aria-hidden />}
                  onClick={() => trySave('screen')}
                >
                  {t('form.saveAndSign')}
                </Button>
              )}
            </>
          )}
        </div>
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
        confirmLabel={t(
          isToSign ? 'sign.confirm' : confirming === 'screen' ? 'form.saveAndSign' : 'sign.reopen',
        )}
        onConfirm={() => {
          setConfirming(null);
          if (isToSign) signOnPaper();
          else if (confirming) void saveFor(confirming);
        }}
        onClose={() => setConfirming(null)}
      />
      <FilesFirstDialog
        opened={work.phase === 'filesFirst' && !goesOn}
        protocol={work.phase === 'filesFirst' && work.signing === 'screen' ? work.base : null}
        uploads={uploads}
        onWithout={() => dispatch({ type: 'withoutFiles' })}
        onClose={() => dispatch({ type: 'cancelled' })}
      />
      <LimitDialog refusals={[failure]} />
      <FilePreview opened={preview !== null} file={preview} onClose={() => setPreview(null)} />
      {work.phase === 'signing' && (
        <Suspense>
          <SigningDialog
            protocol={work.base}
            owner={owner}
            onSigned={() => dispatch({ type: 'signed', here: true })}
            onClose={leaveSignature}
          />
        </Suspense>
      )}
    </>
  );
}
