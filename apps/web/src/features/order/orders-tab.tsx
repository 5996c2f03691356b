import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../components/states.tsx';

export function OrdersTab() {
  const { t } = useTranslation('my-account');
  return <EmptyState title={t('ordersEmpty')} />;
}
