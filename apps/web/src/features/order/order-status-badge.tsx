import type { OrderStatus } from '@servicebook/shared/order';
import { useTranslation } from 'react-i18next';
import { StatusBadge } from '../../components/status-badge.tsx';

const colours = {
  success: { background: '#267a37', text: '#ffffff' },
  warning: { background: '#ffd43b', text: '#212529' },
};

/** The status of an order: paid is a success, everything else a warning. */
export function OrderStatusBadge({ status }: { status: OrderStatus }) {
  const { t } = useTranslation('order');
  return (
    <StatusBadge label={t(`status.${status}`)} {...colours[status === 'SUCCESS' ? 'success' : 'warning']} />
  );
}
