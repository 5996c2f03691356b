import type { Billing } from '@servicebook/shared/billing';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../lib/error-text.ts';
import { showToast } from '../../lib/toast.ts';
import { useMarkNotInvoiced } from './billing.queries.ts';

/** Takes the mark from protocols that did not change since they were read. */
export function useUndoInvoiced() {
  const { t } = useTranslation('billing');
  const { mutateAsync } = useMarkNotInvoiced();
  // Not `mutate`: the toast outlives the dialog, whose callbacks would not run any more.
  return (marked: readonly Billing[]) =>
    mutateAsync({
      body: { services: marked.map(({ service: { id }, revision }) => ({ id, revision })) },
    }).then(
      () => showToast({ message: t('mark.undone') }),
      (error) => showToast({ tone: 'error', message: errorText(error) }),
    );
}
