import { Button } from '@mantine/core';
import { IconReceipt, IconReceiptOff } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';

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
export function MarkInvoiced({ ids, shown, onDone }: Props) {
  const { t } = useTranslation('billing');
  const [opened, setOpened] = useState<keyof typeof dialogs | null>(null);
  const Dialog = opened && dialogs[opened];
  const button = (dialog: keyof typeof dialogs, label: string, Icon: typeof IconReceipt) => (
    <Button
      variant="default"
      leftSection={<Icon size={18} stroke={1.7} aria-hidden />}
      onClick={() => setOpened(dialog)}
    >
      {label}
    </Button>
  );
  return (
    <>
      {shown !== 'INVOICED' && button('mark', t('mark.button'), IconReceipt)}
      {shown !== 'OPEN' && button('undo', t('panel.undo'), IconReceiptOff)}
      {Dialog && (
        <Suspense>
          <Dialog ids={[...ids]} onClose={() => setOpened(null)} onDone={onDone} />
        </Suspense>
      )}
    </>
  );
}
