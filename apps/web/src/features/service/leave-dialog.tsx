import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import type { LeftBehind } from './closing.ts';

interface LeaveDialogProps {
  opened: boolean;
  leaves: LeftBehind | null;
  onLeave: () => void;
  onStay: () => void;
}

/** Asks before a protocol is closed, and tells what becomes of what is not sent. */
export function LeaveDialog({ opened, leaves, onLeave, onStay }: LeaveDialogProps) {
  const { t } = useTranslation(['service', 'common']);
  const texts = {
    typed: { title: t('common:unsaved.title'), message: t('common:unsaved.message') },
    sending: { title: t('leave.sendingTitle'), message: t('leave.sendingMessage') },
    signing: { title: t('leave.signingTitle'), message: t('leave.signingMessage') },
    files: { title: t('leave.filesTitle'), message: t('leave.filesMessage') },
  }[leaves ?? 'typed'];
  return (
    <ConfirmDialog
      {...texts}
      opened={opened}
      danger={leaves === 'typed'}
      confirmLabel={t('common:unsaved.leave')}
      onConfirm={onLeave}
      onClose={onStay}
    />
  );
}
