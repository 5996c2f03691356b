import type { BinKind } from '@servicebook/shared/bin';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showToast } from '../lib/toast.ts';
import { offerUndo } from '../lib/undo-deletion.ts';
import { isUnsentId } from '../lib/unsent.ts';

// Loaded on demand, because most visits delete nothing.
const ConfirmDialog = lazy(async () => ({ default: (await import('./confirm-dialog.tsx')).ConfirmDialog }));

interface Question {
  title: string;
  message: ReactNode;
  /** Other records depend on it, as the message says: nothing is offered. */
  impossible?: boolean;
  /** The button's text; by default "Delete". */
  confirm?: string | undefined;
  /** Replaces the server's message if the deletion is refused. */
  error?: ReactNode | undefined;
}

interface DeletionOptions<Target> {
  /** The confirmation's text for the target. */
  texts: (target: Target) => Question;
  /** Runs after the deletion, for example to leave the screen of the deleted record. */
  onDone?: (target: Target) => void;
  /** The toast after the deletion; by default "Deleted", null for none. */
  done?: string | null | undefined;
  /** The kind of what goes to the bin: the toast then offers to undo it. */
  bin?: BinKind;
  /** How the toast calls what was deleted. */
  nameOf?: (target: Target) => string;
}

/** The part of a mutation that a deletion uses. It takes the id. */
export interface DeleteMutation {
  mutate: (id: number, options: { onSuccess: () => void }) => void;
  reset: () => void;
  isPending: boolean;
  error: unknown;
}

export interface Deletion<Target> {
  /** Opens the confirmation. */
  ask: (target: Target) => void;
  /** The props of the dialog. */
  dialog: DeletionDialogProps;
}

interface DeletionDialogProps {
  opened: boolean;
  /** Null before the first confirmation. A closing dialog still shows the last target. */
  question: Question | null;
  toBin: boolean;
  loading: boolean;
  error: unknown;
  onConfirm: () => void;
  onClose: () => void;
}

/**
 * Deletes a record after a confirmation. A refusal is shown in the dialog; success closes it and shows a toast. Render
 * `<DeletionDialog {...deletion.dialog} />` and call `deletion.ask(target)` on click.
 */
export function useDeletion<Target extends { id: number }>(
  { mutate, reset, error, isPending }: DeleteMutation,
  { texts, onDone, done, bin, nameOf }: DeletionOptions<Target>,
): Deletion<Target> {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [target, setTarget] = useState<Target | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  // Of what was never sent, nothing is left.
  const inBin = bin !== undefined && !(target && isUnsentId(target.id));
  const close = () => {
    setIsOpen(false);
    reset();
  };
  const confirm = () => {
    if (!target) return;
    mutate(target.id, {
      onSuccess: () => {
        close();
        if (bin && inBin) void offerUndo(client, { kind: bin, id: target.id, name: nameOf?.(target) });
        else if (done !== null) showToast({ tone: 'success', message: done ?? t('deleted') });
        onDone?.(target);
      },
    });
  };
  return {
    ask: (next) => {
      setTarget(next);
      setIsOpen(true);
    },
    dialog: {
      opened: isOpen,
      question: target && texts(target),
      toBin: inBin,
      loading: isPending,
      error,
      onConfirm: confirm,
      onClose: close,
    },
  };
}

/** The confirmation of a deletion. */
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
        confirmLabel={question.impossible ? undefined : (question.confirm ?? t('delete'))}
        error={question.error ?? error}
      />
    </Suspense>
  );
}
