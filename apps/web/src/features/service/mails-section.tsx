import type { ServiceProtocol } from '@servicebook/shared/service';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPanel } from '../../components/lazy-tabs.tsx';
import { LoadingState } from '../../components/states.tsx';
import { ProtocolSection } from './protocol-section.tsx';

const ProtocolMails = lazyPanel(
  async () => (await import('../protocol-mail/protocol-mails.tsx')).ProtocolMails,
  ['protocol-mail', 'errors'],
);

/** What of a signed protocol has reached the customer. */
export function MailsSection(props: { protocol: ServiceProtocol; timezone: string }) {
  const { t } = useTranslation('service');
  return (
    <ProtocolSection title={t('view.mails')}>
      <Suspense fallback={<LoadingState />}>
        <ProtocolMails {...props} />
      </Suspense>
    </ProtocolSection>
  );
}
