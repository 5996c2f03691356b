import type { ServiceProtocol } from '@servicebook/shared/service';
import { useTranslation } from 'react-i18next';
import { StatusBadge } from '../../components/status-badge.tsx';
import { dayIn } from '../../lib/moment-text.ts';
import { useWaits } from '../../lib/unsent.ts';
import { useSession } from '../../lib/use-session.ts';

const colours: Record<'NEW' | 'SENT' | 'SIGNED' | 'WITHDRAWN', { background: string; text: string }> = {
  NEW: { background: '#ffe8a3', text: '#5c3c00' },
  SENT: { background: '#d0ebff', text: '#0b4a7a' },
  SIGNED: { background: '#237032', text: '#ffffff' },
  WITHDRAWN: { background: '#a61e1e', text: '#ffffff' },
};

interface StateBadgeProps {
  of: Pick<ServiceProtocol, 'state' | 'withdrawn'> & Partial<Pick<ServiceProtocol, 'id' | 'signRequest'>>;
}

/** Whether the protocol is signed or withdrawn, or waits for a signature at a distance, as text and colour. */
export function StateBadge({ of }: StateBadgeProps) {
  const { t } = useTranslation('service');
  const { user } = useSession();
  const waits = useWaits(user)(of.id ?? 0);
  const { signRequest } = of;
  if (signRequest) {
    const expired = new Date(signRequest.expiresAt) <= new Date();
    const step = signRequest.changed ? 'changed' : expired ? 'expired' : 'waiting';
    const moment = expired ? signRequest.expiresAt : signRequest.createdAt;
    const label = t(`sent.${step}`, { date: dayIn(moment, user?.timezone || 'UTC') });
    return <StatusBadge label={label} {...colours[step === 'waiting' ? 'SENT' : 'NEW']} />;
  }
  const state = of.withdrawn ? 'WITHDRAWN' : of.state;
  const label = t(`states.${state}`);
  return <StatusBadge label={waits ? t('notSent', { state: label }) : label} {...colours[state]} />;
}
