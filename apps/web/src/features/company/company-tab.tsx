import { Box, Paper } from '@mantine/core';
import { languageNames } from '@servicebook/i18n';
import { countryName } from '@servicebook/i18n/intl.ts';
import type { Account } from '@servicebook/shared/company';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { FactList } from '../../components/fact-list.tsx';
import { lazyPanel } from '../../components/lazy-tabs.tsx';
import { SectionCard, SectionCards } from '../../components/section-card.tsx';
import { ErrorState, LoadingState } from '../../components/states.tsx';
import { currentLanguage } from '../../lib/i18n.ts';
import { useSession } from '../../lib/use-session.ts';
import { companyQuery } from './company.queries.ts';
import { CompanyForm } from './company-form.tsx';
import { StorageSection } from './storage-section.tsx';

const MailSettingsSection = lazyPanel(
  async () => (await import('../protocol-mail/mail-settings-section.tsx')).MailSettingsSection,
  ['protocol-mail'],
);

/** The company: admins edit it, everybody else sees it read-only. */
export function CompanyTab() {
  const { t } = useTranslation('company');
  const { may, user } = useSession();
  const { data: company, error, refetch } = useQuery(companyQuery);
  const mayChange = may('account.manage');
  return (
    <SectionCards>
      <SectionCard title={t('title')} hint={t(mayChange ? 'hint' : 'readOnly')}>
        {company ? (
          mayChange ? (
            <CompanyForm company={company} />
          ) : (
            <CompanyFacts company={company} />
          )
        ) : error ? (
          <ErrorState error={error} onRetry={() => refetch()} />
        ) : (
          <LoadingState />
        )}
      </SectionCard>
      {mayChange && !user?.expired && (
        <Suspense fallback={<LoadingState />}>
          <MailSettingsSection />
        </Suspense>
      )}
      <StorageSection />
    </SectionCards>
  );
}

function CompanyFacts({ company }: { company: Account }) {
  const { t } = useTranslation('company');
  const { companyName, nip, street, postalCode, city, country, phone, language, logo } = company;
  return (
    <>
      {logo && (
        // Paper is white in the dark as well.
        <Paper withBorder w="fit-content" p="sm" mb="lg" bg="white">
          <Box component="img" src={logo} alt={t('logoAlt')} display="block" maw="12.5rem" mah="4.5rem" />
        </Paper>
      )}
      <FactList
        facts={[
          [t('companyName'), companyName],
          [t('nip'), nip],
          [t('street'), street],
          [t('postalCode'), postalCode],
          [t('city'), city],
          [t('country'), country && countryName(country, currentLanguage())],
          [t('phone'), phone],
          [t('language'), languageNames[language]],
        ]}
      />
    </>
  );
}
