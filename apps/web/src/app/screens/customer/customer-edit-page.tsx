import { Card } from '@mantine/core';
import type { Customer } from '@servicebook/shared/customer';
import {
  IconCalendarEvent,
  IconEngine,
  IconHistory,
  IconId,
  IconTool,
  IconUsers,
  IconWorld,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { z } from 'zod';
import { DeleteButton } from '../../../components/delete-button.tsx';
import { DeletionDialog, useDeletion } from '../../../components/deletion.tsx';
import { LazyTabs, lazyPanel } from '../../../components/lazy-tabs.tsx';
import { Page } from '../../../components/page.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { ErrorState, LoadingState } from '../../../components/states.tsx';
import {
  customerCountsQuery,
  customerQuery,
  useDeleteCustomer,
} from '../../../features/customer/customer.queries.ts';
import { CustomerForm } from '../../../features/customer/customer-form.tsx';
import { RecordAddress } from '../../../lib/address.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { lastSeen } from '../../../lib/last-seen.ts';
import { paths } from '../../../lib/paths.ts';
import { showToast } from '../../../lib/toast.ts';
import { forgetUnsavedChanges } from '../../../lib/unsaved-changes.ts';
import { useAddress } from '../../../lib/use-address.ts';
import { useLinkedText } from '../../../lib/use-linked-text.ts';
import { useSession } from '../../../lib/use-session.ts';
import { CustomerSummary } from './customer-summary.tsx';

const DevicesOf = lazy(async () => ({
  default: (await import('../../../features/device/devices-of.tsx')).DevicesOf,
}));
const ContactsTab = lazy(async () => ({
  default: (await import('../../../features/customer/contacts-tab.tsx')).ContactsTab,
}));
const ProtocolsOfCustomer = lazyPanel(
  async () => (await import('../../../features/service/protocols-of-customer.tsx')).ProtocolsOfCustomer,
  ['service', 'service-overview'],
);
const ChangeList = lazy(async () => ({
  default: (await import('../../../features/history/change-list.tsx')).ChangeList,
}));

/** The title until the customer has loaded. */
const CustomerAddress = RecordAddress.extend({ shortName: z.string().default('') });

export function CustomerEditPage() {
  const { t } = useTranslation('customer');
  const { id, shortName } = useAddress(CustomerAddress).values;
  const { data, error, refetch } = useQuery({ ...customerQuery(id ?? 0), enabled: id !== null });
  if (data) return <CustomerScreen key={data.id} customer={data} />;
  const failure = id === null ? new ApiError({ status: 404, code: 'NOT_FOUND' }) : error;
  return (
    <Page>
      {/* The address identifies the page until the customer has loaded. */}
      <PageHeader title={(!failure && shortName) || t('editTitle')} backTo={paths.customerList} />
      {failure ? (
        <ErrorState error={failure} onRetry={failure.unexpected ? () => refetch() : undefined} />
      ) : (
        <LoadingState />
      )}
    </Page>
  );
}

const TakeAlongButton = lazyPanel(
  async () => (await import('../stored-data/take-along-button.tsx')).TakeAlongButton,
  ['offline'],
);

const VisitsOfCustomer = lazyPanel(
  async () => (await import('../../../features/visit/visits-of-customer.tsx')).VisitsOfCustomer,
  ['visit', 'service'],
);

const CustomerPageTab = lazyPanel(
  async () => (await import('../../../features/customer-page/customer-page-tab.tsx')).CustomerPageTab,
  ['customer'],
);

function CustomerScreen({ customer }: { customer: Customer }) {
  const { t } = useTranslation(['customer', 'common']);
  const navigate = useNavigate();
  const { may, user } = useSession();
  const { data: counts } = useQuery(customerCountsQuery(customer.id));
  return (
    <Page>
      <PageHeader title={customer.shortName} backTo={paths.customerList} />
      <CustomerSummary customer={customer} />
      <Suspense>
        <TakeAlongButton kind="customers" id={customer.id} />
      </Suspense>
      <LazyTabs
        param="activeTab"
        label={t('tabs')}
        tabs={[
          {
            key: 'details',
            label: t('detailsTab'),
            Icon: IconId,
            content: (
              <Card>
                <CustomerForm
                  customer={customer}
                  onSaved={() => showToast({ tone: 'success', message: t('common:saved') })}
                  onCancel={() => navigate(lastSeen(paths.customerList))}
                  extra={may('customer.delete') && <DeleteCustomer customer={customer} />}
                />
              </Card>
            ),
          },
          {
            key: 'devices',
            label: t('devicesTab'),
            Icon: IconEngine,
            count: counts?.machines,
            content: (
              <DevicesOf
                of={{ customerId: customer.id }}
                label={t('devicesTab')}
                searchPlaceholder={t('devicesSearch')}
                empty={{ title: t('devicesEmptyTitle'), hint: t('devicesEmptyHint') }}
              />
            ),
          },
          {
            key: 'contacts',
            label: t('contactsTab'),
            Icon: IconUsers,
            count: counts?.contacts,
            content: <ContactsTab customerId={customer.id} />,
          },
          {
            key: 'protocols',
            label: t('protocolsTab'),
            Icon: IconTool,
            count: counts?.protocols,
            content: (
              <ProtocolsOfCustomer
                customerId={customer.id}
                label={t('protocolsTab')}
                empty={{ title: t('protocolsEmptyTitle'), hint: t('protocolsEmptyHint') }}
              />
            ),
          },
          {
            key: 'visits',
            label: t('visitsTab'),
            Icon: IconCalendarEvent,
            count: counts?.visits,
            content: <VisitsOfCustomer customer={customer} />,
          },
          // Closed while the user's access has expired.
          ...(may('customerPage.manage') && !user?.expired
            ? [
                {
                  key: 'page' as const,
                  label: t('pageTab'),
                  Icon: IconWorld,
                  content: <CustomerPageTab customerId={customer.id} />,
                },
              ]
            : []),
          {
            key: 'changes',
            label: t('changesTab'),
            Icon: IconHistory,
            count: counts?.changes,
            content: <ChangeList entity="customer" id={customer.id} />,
          },
        ]}
      />
    </Page>
  );
}

/** The delete button and its confirmation. */
function DeleteCustomer({ customer }: { customer: Customer }) {
  const { t } = useTranslation(['customer', 'errors']);
  const navigate = useNavigate();
  const { data: counts } = useQuery(customerCountsQuery(customer.id));
  const linked = useLinkedText()(
    counts && {
      machines: counts.machines,
      archivedMachines: counts.archivedMachines,
      protocols: counts.protocols,
      visits: counts.visits,
    },
  );
  const deletion = useDeletion<Customer>(useDeleteCustomer(), {
    bin: 'customer',
    nameOf: ({ shortName }) => shortName,
    texts: ({ shortName: name }) => ({
      title: t('deleteTitle'),
      impossible: linked !== '',
      message: linked
        ? `${t('deleteLinked', { name, list: linked })} ${t('errors:CUSTOMER_IN_USE')}`
        : t('deleteMessage', { name }),
    }),
    onDone: () => {
      forgetUnsavedChanges();
      navigate(lastSeen(paths.customerList));
    },
  });
  return (
    <>
      <DeleteButton onClick={() => deletion.ask(customer)} />
      <DeletionDialog {...deletion.dialog} />
    </>
  );
}
