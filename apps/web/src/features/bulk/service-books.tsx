import { IconBook2 } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OtherAction } from '../../components/bulk-actions.tsx';
import { errorText } from '../../lib/error-text.ts';
import { i18n } from '../../lib/i18n.ts';
import { showToast } from '../../lib/toast.ts';

// Loaded on demand, because few need so many books.
const ServiceBooksDialog = lazy(async () => {
  const [{ ServiceBooksDialog: loaded }] = await Promise.all([
    import('../export/service-books-dialog.tsx'),
    i18n.loadNamespaces('export'),
  ]);
  return { default: loaded };
});

/**
 * The service books of the chosen machines: a few as one PDF, to print; more as an archive that is made in the background.
 * Its texts: `bulk`.
 */
export function useServiceBooks(ids: ReadonlySet<number>): { action: OtherAction; dialog: ReactNode } {
  const { t } = useTranslation('bulk');
  const [many, setMany] = useState<number[] | null>(null);
  const { mutate } = useMutation({
    async mutationFn() {
      const { maxServiceBooks, saveServiceBooks } = await import('./service-books-call.ts');
      if (ids.size > maxServiceBooks) return setMany([...ids]);
      showToast({ message: t('machine.books.started') });
      await saveServiceBooks([...ids]);
    },
    onError: (error) => showToast({ tone: 'error', message: errorText(error) }),
  });
  return {
    action: {
      key: 'books',
      label: t('machine.books.label'),
      icon: IconBook2,
      onClick: () => mutate(),
    },
    dialog: many && (
      <Suspense>
        <ServiceBooksDialog ids={many} onClose={() => setMany(null)} />
      </Suspense>
    ),
  };
}
