import type { ServiceState } from '@servicebook/shared/service';
import { useTranslation } from 'react-i18next';
import { StatusBadge } from '../../components/status-badge.tsx';

const colours: Record<ServiceState, { background: string; text: string }> = {
  NEW: { background: '#ffe8a3', text: '#5c3c00' },
  SIGNED: { background: '#237032', text: '#ffffff' },
};

/** Whether the protocol is signed, as text and colour. */
export function StateBadge({ state }: { state: ServiceState }) {
  const { t } = useTranslation('service');
  return <StatusBadge label={t(`states.${state}`)} {...colours[state]} />;
}
