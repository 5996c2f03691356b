import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPanel } from '../../components/lazy-tabs.tsx';
import { LoadingState } from '../../components/states.tsx';
import { useSession } from '../../lib/use-session.ts';
import { ProtocolSection } from './protocol-section.tsx';

const BillingPanel = lazyPanel(
  async () => (await import('../billing/billing-panel.tsx')).BillingPanel,
  ['billing'],
);

/** What a stored protocol costs, for those who invoice it. */
export function InvoicingSection({ serviceId }: { serviceId: number }) {
  const { t } = useTranslation('service');
  const { may } = useSession();
  if (!may('billing.manage')) return null;
  return (
    <ProtocolSection title={t('view.invoicing')}>
      <Suspense fallback={<LoadingState />}>
        <BillingPanel serviceId={serviceId} />
      </Suspense>
    </ProtocolSection>
  );
}
