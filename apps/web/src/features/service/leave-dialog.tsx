import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { isCovered } from '../../components/covered.ts';
import { useUnsavedChanges } from '../../lib/unsaved-changes.ts';
import type { Loss } from './protocol-model.ts';
import type { NotKept } from './service-draft.ts';

/** Says what stays on the phone when the user leaves by a link. */
const linkKeeps = {
  typed: 'leave.keptMessage',
  sending: 'leave.keptMessage',
  signing: 'leave.signingMessage',
  files: 'leave.filesMessage',
} as const;

interface Leaving {
  /** Closes the popup, after a confirmation if something would be lost. */
  request: () => void;
  /** The same for Escape, unless a dialog on top handles it. */
  escape: () => void;
  question: ReactNode;
}

/** Asks for confirmation before a protocol is closed or left, and says what happens to unsent content. */
export function useLeaving(loss: Loss | null, notKept: NotKept | null, leave: () => void): Leaving {
  const { t } = useTranslation(['service', 'common']);
  const [confirming, setConfirming] = useState(false);
  const release = useUnsavedChanges(loss !== null, { kept: notKept ? null : t(linkKeeps[loss ?? 'typed']) });
  const texts = {
    typed: { title: t('common:unsaved.title'), message: t('common:unsaved.message') },
    sending: { title: t('leave.sendingTitle'), message: t('leave.sendingMessage') },
    signing: { title: t('leave.signingTitle'), message: t('leave.signingMessage') },
    files: { title: t('leave.filesTitle'), message: t('leave.filesMessage') },
  }[loss ?? 'typed'];
  // What was asked about is over: it was sent, or the signature screen was closed.
  if (confirming && !loss) setConfirming(false);
  const asked = useRef<Element | null>(null);
  const request = () => {
    asked.current = document.activeElement;
    if (loss) setConfirming(true);
    else leave();
  };
  useEffect(() => {
    if (confirming || !(asked.current instanceof HTMLElement)) return;
    // The question is gone at once, and would take the focus with it.
    asked.current.focus({ preventScroll: true });
    asked.current = null;
  }, [confirming]);
  return {
    request,
    escape: () => {
      if (!isCovered()) request();
    },
    // Mounted when it is asked, so that it is on top of every dialog that was opened before.
    question: confirming && (
      <ConfirmDialog
        {...texts}
        opened
        danger={loss === 'typed'}
        confirmLabel={t('common:unsaved.leave')}
        onConfirm={() => {
          setConfirming(false);
          // Closing may lead to another page, which must not ask again.
          release();
          leave();
        }}
        onClose={() => setConfirming(false)}
      />
    ),
  };
}
