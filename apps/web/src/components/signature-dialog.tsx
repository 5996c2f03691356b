import { ActionIcon, Button, Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconArrowLeft, IconX } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../lib/api-error.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { ErrorNotice } from './error-notice.tsx';
import classes from './signature-dialog.module.css';
import { SignaturePad } from './signature-pad.tsx';
import { type Signature, type SignatureStroke, toSignature } from './signature-path.ts';
import { type Signer, SignerFields } from './signer-fields.tsx';
import { usePosition } from './use-position.ts';

export interface Signing extends Signature, Signer {
  consentToLocation: boolean;
  /** Null without consent, or if the device does not know. */
  latitude: number | null;
  longitude: number | null;
  /** ISO 8601, UTC. */
  signedAt: string;
}

/** A signature that has not been sent yet. */
export interface DrawnSignature extends Signer {
  strokes: SignatureStroke[];
  consentToLocation: boolean;
}

interface SignatureDialogProps {
  opened: boolean;
  title?: string;
  /** A one-line summary of the signed content. */
  summary?: ReactNode;
  /** Identifies the text: a signature of one text is not valid for another. */
  textKey?: string;
  /** The text to read before signing. */
  text: ReactNode;
  /** Shown in place of a missing text, which cannot be signed. */
  noText?: ReactNode;
  /** The text is ready to be signed. */
  ready: boolean;
  /** A signature drawn earlier and not sent. */
  kept?: DrawnSignature | null;
  /** Suggested signers. */
  signers?: readonly Signer[];
  saving: boolean;
  /** The error of the save; the ink stays. */
  error?: unknown;
  /** Called with the signature after every change; null while there is none. */
  onDrawn: (drawn: DrawnSignature | null) => void;
  onSign: (signing: Signing) => void;
  /** Cancels a running save. */
  onStop: () => void;
  onClose: () => void;
}

/** A full-screen dialog for a signature: the text to read, the signer's name, and the signature field. */
export function SignatureDialog({ opened, textKey = '', onClose, onDrawn, ...rest }: SignatureDialogProps) {
  const [drawn, setDrawn] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const { t } = useTranslation(['signature', 'components']);

  const close = () => {
    setLeaving(false);
    onClose();
  };
  const askToClose = () => {
    if (rest.saving) rest.onStop();
    if (drawn) setLeaving(true);
    else close();
  };
  return (
    <>
      <Modal.Root
        opened={opened}
        onClose={askToClose}
        fullScreen
        // As in the theme for modals: a style sheet locks the page's scrolling.
        lockScroll={false}
        closeOnEscape={!leaving}
        transitionProps={{ duration: 0 }}
      >
        <Modal.Overlay />
        <Modal.Content className={classes.content ?? ''}>
          <SignatureForm
            key={textKey}
            {...rest}
            onDrawn={(next) => {
              setDrawn(next !== null);
              onDrawn(next);
            }}
            onClose={askToClose}
          />
        </Modal.Content>
      </Modal.Root>
      <ConfirmDialog
        opened={opened && leaving}
        title={t('leaveTitle')}
        message={t('leaveMessage')}
        confirmLabel={t('leave')}
        cancelLabel={t('stay')}
        onConfirm={close}
        onClose={() => setLeaving(false)}
      />
    </>
  );
}

/** With this much space, text and field are side by side; otherwise one follows the other. */
const wideScreen = '(min-width: 56.25em) and (min-height: 37.5em)';

function SignatureForm({
  title,
  summary,
  text,
  noText,
  ready,
  kept = null,
  signers = [],
  saving,
  error,
  onDrawn,
  onSign,
  onStop,
  onClose,
}: Omit<SignatureDialogProps, 'opened' | 'textKey'>) {
  const { t } = useTranslation(['signature', 'components']);
  const [signer, setSigner] = useState<Signer>({
    signerName: kept?.signerName ?? '',
    signerRole: kept?.signerRole ?? '',
  });
  const [consent, setConsent] = useState(kept?.consentToLocation ?? false);
  const [signature, setSignature] = useState(() => kept && toSignature(kept.strokes));
  const [attempted, setAttempted] = useState(false);
  /** The ink does not count as a signature. */
  const [tooShort, setTooShort] = useState(false);
  /** Number of such attempts; each one clears the field, so that stray dots do not remain. */
  const [failedAttempts, setFailedAttempts] = useState(0);
  // A signer with a kept signature has already read it.
  const [hasRead, setHasRead] = useState(kept !== null);
  const sideBySide = useMediaQuery(wideScreen, false, { getInitialValueInEffect: false });
  const { position, locate, forget } = usePosition();
  const nameId = useId();
  const titles = useRef<HTMLDivElement>(null);

  const takeConsent = (given: boolean) => {
    setConsent(given);
    if (given) locate();
    else forget();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: a kept consent is taken up once
  useEffect(() => {
    if (consent) locate();
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: told when the signature changes, not when the listener does
  useEffect(() => {
    onDrawn(signature && { strokes: signature.strokes, ...signer, consentToLocation: consent });
  }, [signature, signer, consent]);

  const showStep = (signing: boolean) => {
    setHasRead(signing);
    // The next page starts at its top, also for screen readers.
    titles.current?.focus();
  };
  const missing = {
    name: attempted && signer.signerName.trim() === '',
    ink: attempted && !signature,
  };
  /** It is unknown whether the request reached the server. */
  const unconfirmed = !saving && !missing.ink && error instanceof ApiError && error.unexpected;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // Must not submit a form around the dialog in the React tree.
    event.stopPropagation();
    if (saving || !ready) return;
    if (!signs) return showStep(true);
    setAttempted(true);
    if (tooShort) setFailedAttempts(failedAttempts + 1);
    const signerName = signer.signerName.trim();
    if (signerName === '') document.getElementById(nameId)?.focus();
    if (signerName === '' || !signature) return;
    const place = consent && position.status === 'found' ? position : null;
    onSign({
      ...signature,
      signerName,
      signerRole: signer.signerRole.trim(),
      consentToLocation: consent,
      latitude: place?.latitude ?? null,
      longitude: place?.longitude ?? null,
      signedAt: new Date().toISOString(),
    });
  };

  const signs = !!text && (sideBySide || hasRead);
  const reads = sideBySide || !signs;
  return (
    <form
      className={classes.form}
      data-page={!signs ? 'read' : sideBySide ? 'both' : 'sign'}
      onSubmit={submit}
      noValidate
    >
      <div className={classes.head}>
        <div ref={titles} className={classes.titles} tabIndex={-1} data-autofocus>
          <Modal.Title className={classes.title ?? ''}>{title ?? t('title')}</Modal.Title>
          <div className={classes.summary}>{signs ? summary : t('readFirst')}</div>
        </div>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={t('components:confirm.close')}
          onClick={onClose}
        >
          <IconX size={22} aria-hidden />
        </ActionIcon>
      </div>
      {reads && <div className={classes.text}>{text || noText}</div>}
      {/* Only hidden while the text is read again, so that nothing drawn or typed is lost. */}
      <div className={classes.fields} hidden={!signs}>
        <SignerFields
          nameId={nameId}
          signer={signer}
          onSigner={setSigner}
          suggestions={signers}
          nameMissing={missing.name}
          consent={consent}
          onConsent={takeConsent}
          position={position}
          disabled={saving}
        />
      </div>
      <div className={classes.stage} hidden={!signs}>
        <SignaturePad
          key={failedAttempts}
          kept={failedAttempts === 0 ? (kept?.strokes ?? []) : []}
          onChange={(next, hasInk) => {
            setSignature(next);
            setTooShort(next === null && hasInk);
          }}
          disabled={saving}
          invalid={missing.ink}
        />
      </div>
      <div className={classes.foot}>
        <ErrorNotice
          title={unconfirmed ? t('notConfirmed') : undefined}
          error={missing.ink ? t(tooShort ? 'tooShort' : 'required') : saving ? null : error}
        />
        <div className={classes.buttons}>
          {saving || (sideBySide && signs) ? (
            <Button variant="default" onClick={saving ? onStop : onClose}>
              {t('components:confirm.cancel')}
            </Button>
          ) : (
            signs && (
              <Button
                variant="default"
                className={classes.back ?? ''}
                aria-label={t('back')}
                onClick={() => showStep(false)}
              >
                <IconArrowLeft size={18} aria-hidden />
                <span>{t('back')}</span>
              </Button>
            )
          )}
          <Button type="submit" loading={saving} disabled={!ready} className={classes.sign ?? ''}>
            {signs ? t('sign') : t('toField')}
          </Button>
        </div>
      </div>
    </form>
  );
}
