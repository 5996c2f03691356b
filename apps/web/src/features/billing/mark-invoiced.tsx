import { IconReceipt, IconReceiptOff } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OtherAction } from '../../components/bulk-actions.tsx';
import { useSession } from '../../lib/use-session.ts';

const dialogs = {
  mark: lazy(async () => ({ default: (await import('./invoiced-dialog.tsx')).InvoicedDialog })),
  undo: lazy(async () => ({ default: (await import('./undo-invoiced-dialog.tsx')).UndoInvoicedDialog })),
};

interface Props {
  ids: ReadonlySet<number>;
  /** Which protocols the list shows; null: all. */
  shown: 'OPEN' | 'INVOICED' | null;
  /** None of the chosen ones was ever signed, as far as is known, so none can be invoiced. */
  isUnsigned: boolean;
  onDone: () => void;
}

/** Marks the chosen protocols of a list as invoiced, or takes the mark away. Its texts: `billing`. */
export function useMarkInvoiced({ ids, shown, isUnsigned, onDone }: Props): {
  mark: OtherAction[];
  undo: OtherAction[];
  dialog: ReactNode;
} {
  const { t } = useTranslation('billing');
  const { may } = useSession();
  const [opened, setOpened] = useState<keyof typeof dialogs | null>(null);
  const Dialog = opened && dialogs[opened];
  const open = (dialog: keyof typeof dialogs) => () => setOpened(dialog);
  const isOffered = may('billing.manage') && !isUnsigned;
  const offer = (action: Omit<OtherAction, 'isPrimary'>, isShown: boolean) =>
    isOffered && isShown ? [{ ...action, isPrimary: true }] : [];
  return {
    mark: offer(
      { key: 'mark', label: t('mark.button'), icon: IconReceipt, onClick: open('mark') },
      shown !== 'INVOICED',
    ),
    undo: offer(
      { key: 'undo', label: t('panel.undo'), icon: IconReceiptOff, onClick: open('undo') },
      shown !== 'OPEN',
    ),
    dialog: Dialog && (
      <Suspense>
        <Dialog ids={[...ids]} onClose={() => setOpened(null)} onDone={onDone} />
      </Suspense>
    ),
  };
}
