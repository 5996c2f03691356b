import { type ImportSummary, isAtWork } from '@servicebook/shared/import';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { useUndo } from './import.queries.ts';

/** Whether an import has written something, and the time to take it back is not over. */
export const canUndo = (made: ImportSummary): boolean =>
  !isAtWork(made) && made.undoUntil !== null && Date.parse(made.undoUntil) > Date.now();

/** Asks before an import is taken back. Render `<UndoDialog {...question.dialog} />`. */
export function useUndoQuestion() {
  const [made, setMade] = useState<ImportSummary | null>(null);
  const [opened, setOpened] = useState(false);
  const ask = (next: ImportSummary) => {
    setMade(next);
    setOpened(true);
  };
  return { ask, dialog: { made, opened, onClose: () => setOpened(false) } };
}

interface UndoDialogProps {
  made: ImportSummary | null;
  opened: boolean;
  onClose: () => void;
}

export function UndoDialog({ made, opened, onClose }: UndoDialogProps) {
  const { t } = useTranslation('import');
  const undo = useUndo();
  if (!made) return null;
  const close = () => {
    undo.reset();
    onClose();
  };
  return (
    <ConfirmDialog
      opened={opened}
      danger
      title={t('screen.undo.title')}
      message={t('screen.undo.message', { name: made.filename })}
      confirmLabel={t('screen.undo.button')}
      loading={undo.isPending}
      error={undo.error}
      onConfirm={() => undo.mutate(made.id, { onSuccess: close })}
      onClose={close}
    />
  );
}
