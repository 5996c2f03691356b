import { Stack, Text } from '@mantine/core';
import { addDays } from '@servicebook/shared/calendar';
import { IconLogout } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Page } from '../../../components/page.tsx';
import { HeaderAction, PageHeader } from '../../../components/page-header.tsx';
import { SectionCards } from '../../../components/section-card.tsx';
import { closureQuery } from '../../../features/closure/closure.queries.ts';
import { dayWords } from '../../../features/closure/day-words.ts';
import { ReopenSection } from '../../../features/closure/reopen-section.tsx';
import { DataExportSection } from '../../../features/export/data-export-section.tsx';
import { DeleteAccountSection } from '../../../features/my-account/delete-account-section.tsx';
import { paths } from '../../../lib/paths.ts';
import { useSession } from '../../../lib/use-session.ts';

/** All that admins see of a closed account: download everything, reopen it, or erase it now. */
export function ClosedPage() {
  const { t } = useTranslation(['closure', 'common']);
  const { user } = useSession();
  const { data: closure } = useQuery(closureQuery);
  const last = closure?.retrievalUntil;
  return (
    <Page>
      <PageHeader
        title={t('closed.title')}
        actions={
          // The bar of a phone has no menu.
          <HeaderAction
            label={t('common:menu.signOut')}
            icon={<IconLogout size={20} aria-hidden />}
            to={paths.logout}
            variant="default"
          />
        }
      />
      <Stack gap="lg">
        <Text>
          {t('closed.lead', { company: user?.account.companyName || user?.email })}{' '}
          {last && t('closed.until', { last: dayWords(last), date: dayWords(addDays(last, 1)) })}
        </Text>
        <SectionCards>
          <DataExportSection />
          <ReopenSection />
          <DeleteAccountSection />
        </SectionCards>
      </Stack>
    </Page>
  );
}
