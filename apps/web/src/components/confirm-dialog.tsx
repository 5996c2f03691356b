import { Button, Group, Modal, Text } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorNotice } from './error-notice.tsx';
import { useFirstOpening } from './use-first-opening.ts';

interface ConfirmDialogProps {
  opened: boolean;
  title: string;
  message: ReactNode;
  /** Without it, the dialog only informs. */
  confirmLabel?: string | undefined;
  cancelLabel?: string | undefined;
  /** For actions that cannot be undone: the button is red and the focus starts on cancel. */
  danger?: boolean;
  /** What is deleted can be restored, which the dialog says. */
  toBin?: boolean;
  loading?: boolean;
  /** Input is still missing; the message says which. */
  confirmDisabled?: boolean;
  /** The failure: a text, or the error of the call. The dialog stays open and shows it. */
  error?: unknown;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks for confirmation. The dialog cannot be closed while the action runs. */
export function ConfirmDialog({
  opened,
  title,
  message,
  confirmLabel,
  cancelLabel,
  danger = false,
  toBin = false,
  loading = false,
  confirmDisabled = false,
  error,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  const { t } = useTranslation('components');
  const { mounted, open } = useFirstOpening(opened);
  // If Escape opened this dialog, the same key press would close it again.
  const [isReady, setIsReady] = useState(false);
  useEffect(() => {
    setIsReady(false);
    if (!opened) return;
    const timer = setTimeout(() => setIsReady(true));
    return () => clearTimeout(timer);
  }, [opened]);
  // Not `loading` alone: a second click may come before React has rendered the first one's state.
  const confirmed = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asks again when the action has ended or becomes another, or the dialog reopens
  useEffect(() => {
    confirmed.current = false;
  }, [opened, loading, error, confirmLabel]);
  const confirm = () => {
    // A closing dialog is still visible for a moment.
    if (!opened || confirmed.current) return;
    confirmed.current = true;
    onConfirm();
  };
  if (!mounted) return null;
  return (
    <Modal
      opened={open}
      onClose={() => !loading && onClose()}
      title={title}
      size="28rem"
      closeOnClickOutside={!loading}
      closeOnEscape={isReady && !loading}
      closeButtonProps={{ 'aria-label': t('confirm.close'), disabled: loading }}
    >
      {message}
      {toBin && confirmLabel && (
        <Text size="sm" c="dimmed" mt="sm">
          {t('deletion.toBin')}
        </Text>
      )}
      <ErrorNotice error={error} mt="md" />
      <Group justify="flex-end" gap="sm" mt="lg" mod="actions">
        <Button variant="default" onClick={onClose} disabled={loading} data-autofocus={danger || undefined}>
          {cancelLabel ?? t(confirmLabel ? 'confirm.cancel' : 'confirm.close')}
        </Button>
        {confirmLabel && (
          <Button
            {...(danger ? { color: 'red.9' } : {})}
            loading={loading}
            disabled={confirmDisabled}
            onClick={confirm}
            data-autofocus={!danger || undefined}
          >
            {confirmLabel}
          </Button>
        )}
      </Group>
    </Modal>
  );
}
