import { ActionIcon, Button, Checkbox, Modal, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { ErrorNotice } from './error-notice.tsx';
import classes from './signature-dialog.module.css';
import { SignaturePad } from './signature-pad.tsx';
import type { Signature } from './signature-path.ts';
import { type PositionState, usePosition } from './use-position.ts';

export interface Signing extends Signature {
  signerName: string;
  signerRole: string;
  consentToLocation: boolean;
  /** Null without consent, and where the device could not tell. */
  latitude: number | null;
  longitude: number | null;
  /** ISO 8601, UTC. */
  signedAt: string;
}

interface SignatureDialogProps {
  opened: boolean;
  title?: string;
  /** What is being signed, in a line. */
  summary?: ReactNode;
  defaultSignerName?: string;
  defaultSignerRole?: string;
  saving: boolean;
  /** What the saving threw; the ink stays. */
  error?: unknown;
  onSign: (signing: Signing) => void;
  onClose: () => void;
}

/** The whole screen for a signature: who signs, where, and a field to sign in. Leaving with ink in it asks first. */
export function SignatureDialog({ opened, saving, onClose, ...rest }: SignatureDialogProps) {
  const [signature, setSignature] = useState<Signature | null>(null);
  const [leaving, setLeaving] = useState(false);
  const { t } = useTranslation('components');

  const close = () => {
    setSignature(null);
    setLeaving(false);
    onClose();
  };
  const askToClose = () => {
    if (saving) return;
    if (signature) setLeaving(true);
    else close();
  };
  return (
    <>
      <Modal.Root
        opened={opened}
        onClose={askToClose}
        fullScreen
        // As the theme has it for whole modals: the page is held still by style sheet.
        lockScroll={false}
        closeOnEscape={!leaving}
        transitionProps={{ duration: 0 }}
      >
        <Modal.Overlay />
        <Modal.Content className={classes.content ?? ''}>
          <SignatureForm
            {...rest}
            saving={saving}
            signature={signature}
            onSignature={setSignature}
            onClose={askToClose}
          />
        </Modal.Content>
      </Modal.Root>
      <ConfirmDialog
        opened={opened && leaving}
        title={t('signature.leaveTitle')}
        message={t('signature.leaveMessage')}
        confirmLabel={t('signature.leave')}
        cancelLabel={t('signature.stay')}
        danger
        onConfirm={close}
        onClose={() => setLeaving(false)}
      />
    </>
  );
}

interface SignatureFormProps extends Omit<SignatureDialogProps, 'opened'> {
  signature: Signature | null;
  onSignature: (signature: Signature | null) => void;
}

function SignatureForm({
  title,
  summary,
  defaultSignerName = '',
  defaultSignerRole = '',
  saving,
  error,
  signature,
  onSignature,
  onSign,
  onClose,
}: SignatureFormProps) {
  const { t } = useTranslation('components');
  const [signerName, setSignerName] = useState(defaultSignerName);
  const [signerRole, setSignerRole] = useState(defaultSignerRole);
  const [consent, setConsent] = useState(false);
  const [tried, setTried] = useState(false);
  const { position, locate, forget } = usePosition();
  const nameId = useId();

  const nameMissing = tried && signerName.trim() === '';
  const inkMissing = tried && !signature;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // A form around the dialog's place in the tree is not meant.
    event.stopPropagation();
    if (saving) return;
    setTried(true);
    const name = signerName.trim();
    if (name === '') document.getElementById(nameId)?.focus();
    if (name === '' || !signature) return;
    const place = consent && position.status === 'found' ? position : null;
    onSign({
      ...signature,
      signerName: name,
      signerRole: signerRole.trim(),
      consentToLocation: consent,
      latitude: place?.latitude ?? null,
      longitude: place?.longitude ?? null,
      signedAt: new Date().toISOString(),
    });
  };

  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <div className={classes.head}>
        <div className={classes.titles} tabIndex={-1} data-autofocus>
          <Modal.Title className={classes.title ?? ''}>{title ?? t('signature.title')}</Modal.Title>
          {summary && <div className={classes.summary}>{summary}</div>}
        </div>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={t('confirm.close')}
          disabled={saving}
          onClick={onClose}
        >
          <IconX size={22} aria-hidden />
        </ActionIcon>
      </div>
      <div className={classes.fields}>
        <TextInput
          id={nameId}
          label={t('signature.signerName')}
          autoComplete="off"
          autoCapitalize="words"
          enterKeyHint="next"
          maxLength={100}
          required
          disabled={saving}
          value={signerName}
          error={nameMissing ? t('signature.nameRequired') : undefined}
          onChange={(event) => setSignerName(event.currentTarget.value)}
        />
        <TextInput
          label={t('signature.signerRole')}
          autoComplete="off"
          enterKeyHint="done"
          maxLength={100}
          disabled={saving}
          value={signerRole}
          onChange={(event) => setSignerRole(event.currentTarget.value)}
        />
        <div>
          <Checkbox
            classNames={{ body: classes.consent ?? '', label: classes.consentLabel ?? '' }}
            label={t('signature.consent')}
            checked={consent}
            disabled={saving}
            onChange={(event) => {
              setConsent(event.currentTarget.checked);
              if (event.currentTarget.checked) locate();
              else forget();
            }}
          />
          <p className={classes.position} role="status">
            <PositionText position={position} />
          </p>
        </div>
      </div>
      <div className={classes.stage}>
        <SignaturePad onChange={onSignature} disabled={saving} invalid={inkMissing} />
      </div>
      <div className={classes.foot}>
        <ErrorNotice error={inkMissing ? t('signature.required') : error} />
        <div className={classes.buttons}>
          <Button variant="default" disabled={saving} onClick={onClose}>
            {t('confirm.cancel')}
          </Button>
          <Button type="submit" loading={saving} className={classes.sign ?? ''}>
            {t('signature.sign')}
          </Button>
        </div>
      </div>
    </form>
  );
}

function PositionText({ position }: { position: PositionState }) {
  const { t } = useTranslation('components');
  switch (position.status) {
    case 'off':
      return null;
    case 'locating':
      return t('signature.locating');
    case 'found':
      return t('signature.located', { metres: position.metres });
    case 'refused':
      return t('signature.locationRefused');
    case 'failed':
      return t('signature.locationFailed');
  }
}
