import { maxServiceBooks, serviceBookContract } from '@servicebook/shared/service-book';
import { IconBook2 } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { OtherAction } from '../../components/bulk-actions.tsx';
import { apiOf } from '../../lib/api-client.ts';
import { errorText } from '../../lib/error-text.ts';
import { saveFile } from '../../lib/save-file.ts';
import { showToast } from '../../lib/toast.ts';

const bookApi = apiOf(serviceBookContract);

/** The service books of the chosen machines as one PDF, to print. Its texts: `bulk`. */
export function useServiceBooks(ids: ReadonlySet<number>): OtherAction {
  const { t } = useTranslation('bulk');
  const { mutate } = useMutation({
    mutationFn: () => bookApi.serviceBooks({ body: { ids: [...ids] } }),
    onMutate: () => showToast({ message: t('machine.books.started') }),
    onSuccess: saveFile,
    onError: (error) => showToast({ tone: 'error', message: errorText(error) }),
  });
  return {
    key: 'books',
    label: t('machine.books.label'),
    icon: IconBook2,
    onClick() {
      if (ids.size <= maxServiceBooks) mutate();
      else showToast({ tone: 'error', message: t('machine.books.tooMany', { max: maxServiceBooks }) });
    },
  };
}
