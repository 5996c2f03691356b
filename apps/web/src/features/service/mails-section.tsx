import { Text } from '@mantine/core';
import type { ServiceProtocol } from '@servicebook/shared/service';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPanel } from '../../components/lazy-tabs.tsx';
import { LoadingState } from '../../components/states.tsx';
import { useOutOfReach } from './out-of-reach.ts';
import { ProtocolSection } from './protocol-section.tsx';

const ProtocolMails = lazyPanel(
  async () => (await import('../protocol-mail/protocol-mails.tsx')).ProtocolMails,
  ['protocol-mail', 'errors'],
);

/** What of a signed protocol has reached the customer. */
export function MailsSection(props: { protocol: ServiceProtocol; timezone: string }) {
  const { t } = useTranslation('service');
  const outOfReach = useOutOfReach()(props.protocol);
  return (
    <ProtocolSection title={t('view.mails')}>
      {outOfReach ? (
        <Text size="sm" c="dimmed">
          {t('view.mailsLater')}
        </Text>
      ) : (
        <Suspense fallback={<LoadingState />}>
          <ProtocolMails {...props} />
        </Suspense>
      )}
    </ProtocolSection>
  );
}
