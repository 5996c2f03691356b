import {
  IconAdjustments,
  IconBuildingStore,
  IconCoins,
  IconMapPins,
  IconReceipt,
  IconUserCircle,
  type TablerIcon,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { LazyTabs, lazyPanel as panel } from '../../../components/lazy-tabs.tsx';
import { Page } from '../../../components/page.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import type { AccountTab } from '../../../lib/paths.ts';
import { type Session, useSession } from '../../../lib/use-session.ts';

interface AccountTabEntry {
  key: AccountTab;
  Icon: TablerIcon;
  Panel: ComponentType;
  /** Whether the user sees the tab. */
  isFor?: (session: Session) => boolean;
}

const userTab: AccountTabEntry = {
  key: 'user',
  Icon: IconUserCircle,
  Panel: panel(async () => (await import('./user-tab.tsx')).UserTab, ['export']),
};

const furtherTabs: AccountTabEntry[] = [
  {
    key: 'management',
    Icon: IconAdjustments,
    Panel: panel(async () => (await import('./management-tab.tsx')).ManagementTab, ['closure', 'export']),
  },
  {
    key: 'orders',
    Icon: IconReceipt,
    Panel: panel(async () => (await import('../../../features/order/orders-tab.tsx')).OrdersTab, ['order']),
    isFor: ({ may }) => may('order.manage'),
  },
  {
    key: 'branches',
    Icon: IconMapPins,
    Panel: panel(
      async () => (await import('../../../features/branch/branches-tab.tsx')).BranchesTab,
      ['branch', 'place'],
    ),
    // Closed while the user's access has expired.
    isFor: ({ may, user }) => may('account.manage') && !user?.expired,
  },
  {
    key: 'prices',
    Icon: IconCoins,
    Panel: panel(
      async () => (await import('../../../features/billing/prices-tab.tsx')).PricesTab,
      ['billing'],
    ),
    isFor: ({ may, user }) => may('billing.manage') && !user?.expired,
  },
  {
    key: 'company',
    Icon: IconBuildingStore,
    Panel: panel(
      async () => (await import('../../../features/company/company-tab.tsx')).CompanyTab,
      ['company'],
    ),
  },
];

/** The data of the current user and their company. The address contains the open tab. */
export function MyAccountPage() {
  const { t } = useTranslation('my-account');
  const session = useSession();
  const toTab = ({ key, Icon, Panel }: AccountTabEntry) => ({
    key,
    label: t(`tabs.${key}`),
    Icon,
    content: <Panel />,
  });
  return (
    <Page>
      <PageHeader title={t('title')} />
      <LazyTabs
        param="tab"
        label={t('title')}
        tabs={[toTab(userTab), ...furtherTabs.filter(({ isFor }) => isFor?.(session) ?? true).map(toTab)]}
      />
    </Page>
  );
}
