import { Modal, Stack } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { ErrorNotice } from './error-notice.tsx';
import { FormActions } from './form-actions.tsx';
import { useNarrowScreen } from './use-narrow-screen.ts';

interface FormDialogProps {
  title: string;
  saveLabel: string;
  /** Where "cancel" could also mean what the dialog does. */
  cancelLabel?: string;
  /** It cannot be undone: the button is red. */
  danger?: boolean;
  saving: boolean;
  /** There is unsaved input: closing asks for confirmation. */
  dirty: boolean;
  /** The failure of the whole save; errors of single fields are shown there. */
  failure: unknown;
  onSubmit: (event: FormEvent) => void;
  onClose: () => void;
  /** Long ones keep their buttons in sight on a wide screen as well. */
  inSight?: boolean;
  /** Without a connection, what it saves waits on this device. */
  waits?: boolean;
  /** An additional button, such as delete. */
  extra?: ReactNode;
  children: ReactNode;
}

/** A short form in a dialog, full-screen on a phone. Input is never lost without a confirmation. */
export function FormDialog(props: FormDialogProps) {
  const { title, saving, dirty, failure, onSubmit, onClose, children, ...actions } = props;
  const { t } = useTranslation();
  const narrow = useNarrowScreen();
  const [confirming, setConfirming] = useState(false);
  const leave = () => {
    if (saving) return;
    if (dirty) setConfirming(true);
    else onClose();
  };
  return (
    <>
      <Modal
        opened
        onClose={leave}
        title={title}
        size="36rem"
        fullScreen={narrow}
        closeOnEscape={!confirming}
        closeButtonProps={{ 'aria-label': t('close'), disabled: saving }}
      >
        <form onSubmit={onSubmit} noValidate>
          <Stack>
            {children}
            <ErrorNotice error={failure} />
            <FormActions {...actions} saving={saving} onCancel={leave} dirty={false} />
          </Stack>
        </form>
      </Modal>
      <ConfirmDialog
        opened={confirming}
        danger
        title={t('unsaved.title')}
        message={t('unsaved.message')}
        confirmLabel={t('unsaved.leave')}
        onConfirm={onClose}
        onClose={() => setConfirming(false)}
      />
    </>
  );
}
