import { Button, Modal } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './confirm-dialog.module.css';
import { ErrorNotice } from './error-notice.tsx';

interface ConfirmDialogProps {
  opened: boolean;
  title: string;
  message: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  /** For what cannot be undone: the button is red and the focus starts on cancel. */
  danger?: boolean;
  loading?: boolean;
  /** Something is still missing, said in the message. */
  confirmDisabled?: boolean;
  /** Why it did not work: words, or what the call threw. The dialog stays open and shows it. */
  error?: unknown;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before something is done. While it is being done the dialog cannot be left. */
export function ConfirmDialog({
  opened,
  title,
  message,
  confirmLabel,
  cancelLabel,
  danger = false,
  loading = false,
  confirmDisabled = false,
  error,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  const { t } = useTranslation('components');
  // The very Escape that opened it, from a dialog that asks before it closes, would close it again.
  const [settled, setSettled] = useState(false);
  useEffect(() => {
    setSettled(false);
    if (!opened) return;
    const timer = setTimeout(() => setSettled(true));
    return () => clearTimeout(timer);
  }, [opened]);
  return (
    <Modal
      opened={opened}
      onClose={() => !loading && onClose()}
      title={title}
      size="28rem"
      closeOnClickOutside={!loading}
      closeOnEscape={settled && !loading}
      closeButtonProps={{ 'aria-label': t('confirm.close'), disabled: loading }}
      classNames={{ title: classes.title ?? '' }}
    >
      <div className={classes.message}>{message}</div>
      <ErrorNotice error={error} className={classes.error} />
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose} disabled={loading} data-autofocus={danger || undefined}>
          {cancelLabel ?? t('confirm.cancel')}
        </Button>
        <Button
          {...(danger ? { color: 'red.9' } : {})}
          loading={loading}
          disabled={confirmDisabled}
          onClick={onConfirm}
          data-autofocus={!danger || undefined}
        >
          {confirmLabel}
        </Button>
      </div>
    </Modal>
  );
}
