import type { ServiceProtocol } from '@servicebook/shared/service';
import type { FilterState } from '@servicebook/shared/service-overview';
import { useTranslation } from 'react-i18next';
import { StatusBadge } from '../../components/status-badge.tsx';

const colours: Record<FilterState, { background: string; text: string }> = {
  NEW: { background: '#ffe8a3', text: '#5c3c00' },
  SIGNED: { background: '#237032', text: '#ffffff' },
  WITHDRAWN: { background: '#a61e1e', text: '#ffffff' },
};

/** Whether the protocol is signed or withdrawn, as text and colour. */
export function StateBadge({ of }: { of: Pick<ServiceProtocol, 'state' | 'withdrawn'> }) {
  const { t } = useTranslation('service');
  const state = of.withdrawn ? 'WITHDRAWN' : of.state;
  return <StatusBadge label={t(`states.${state}`)} {...colours[state]} />;
}
