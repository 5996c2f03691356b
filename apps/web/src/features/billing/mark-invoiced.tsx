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
  onDone: () => void;
}

/** Marks the chosen protocols of a list as invoiced, or takes the mark away. Its texts: `billing`. */
export function useMarkInvoiced({ ids, shown, onDone }: Props): {
  actions: OtherAction[];
  dialog: ReactNode;
} {
  const { t } = useTranslation('billing');
  const { may } = useSession();
  const [opened, setOpened] = useState<keyof typeof dialogs | null>(null);
  const Dialog = opened && dialogs[opened];
  const open = (dialog: keyof typeof dialogs) => () => setOpened(dialog);
  const mark = { key: 'mark', label: t('mark.button'), icon: IconReceipt, onClick: open('mark') };
  const undo = { key: 'undo', label: t('panel.undo'), icon: IconReceiptOff, onClick: open('undo') };
  return {
    actions: may('billing.manage')
      ? [...(shown === 'INVOICED' ? [] : [mark]), ...(shown === 'OPEN' ? [] : [undo])].map((action) => ({
          ...action,
          isPrimary: true,
        }))
      : [],
    dialog: Dialog && (
      <Suspense>
        <Dialog ids={[...ids]} onClose={() => setOpened(null)} onDone={onDone} />
      </Suspense>
    ),
  };
}
