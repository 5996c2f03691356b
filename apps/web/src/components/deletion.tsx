import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showToast } from '../lib/toast.ts';

// Nobody deletes on most visits.
const ConfirmDialog = lazy(async () => ({ default: (await import('./confirm-dialog.tsx')).ConfirmDialog }));

interface Question {
  title: string;
  message: ReactNode;
  /** The button; by default "Delete". */
  confirm?: string | undefined;
  /** Replaces the text of the server's refusal. */
  error?: ReactNode | undefined;
}

interface DeletionOptions<Target> {
  /** What to ask about the target. */
  texts: (target: Target) => Question;
  /** Runs after the deletion, for example to leave the screen of what is gone. */
  onDone?: (target: Target) => void;
  /** The toast after the deletion; by default "Deleted", null for none. */
  done?: string | null | undefined;
}

/** What a deletion needs of its mutation, which takes the id. */
export interface DeleteMutation {
  mutate: (id: number, options: { onSuccess: () => void }) => void;
  reset: () => void;
  isPending: boolean;
  error: unknown;
}

export interface Deletion<Target> {
  /** Opens the question. */
  ask: (target: Target) => void;
  /** The props of the dialog. */
  dialog: DeletionDialogProps;
}

interface DeletionDialogProps {
  opened: boolean;
  /** Null before the first question. A closing dialog still shows the last one. */
  question: Question | null;
  loading: boolean;
  error: unknown;
  onConfirm: () => void;
  onClose: () => void;
}

/**
 * Deletes something after a question. A refusal stays in the dialog; success closes it and shows a toast.
 * Render `<DeletionDialog {...deletion.dialog} />` and call `deletion.ask(target)` on click.
 */
export function useDeletion<Target extends { id: number }>(
  { mutate, reset, error, isPending }: DeleteMutation,
  { texts, onDone, done }: DeletionOptions<Target>,
): Deletion<Target> {
  const { t } = useTranslation();
  const [target, setTarget] = useState<Target | null>(null);
  const [asking, setAsking] = useState(false);
  const close = () => {
    setAsking(false);
    reset();
  };
  const confirm = () => {
    if (!target) return;
    mutate(target.id, {
      onSuccess: () => {
        close();
        if (done !== null) showToast({ tone: 'success', message: done ?? t('deleted') });
        onDone?.(target);
      },
    });
  };
  return {
    ask: (next) => {
      setTarget(next);
      setAsking(true);
    },
    dialog: {
      opened: asking,
      question: target && texts(target),
      loading: isPending,
      error,
      onConfirm: confirm,
      onClose: close,
    },
  };
}

/** The question of a deletion. */
export function DeletionDialog({ question, error, ...dialog }: DeletionDialogProps) {
  const { t } = useTranslation();
  if (!question) return null;
  return (
    <Suspense>
      <ConfirmDialog
        {...dialog}
        danger
        title={question.title}
        message={question.message}
        confirmLabel={question.confirm ?? t('delete')}
        error={question.error ?? error}
      />
    </Suspense>
  );
}
