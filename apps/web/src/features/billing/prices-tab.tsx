import { Box, Button, Card, Group, Stack, Text } from '@mantine/core';
import { formatDay } from '@servicebook/i18n/format.ts';
import { type PriceList, priceKinds } from '@servicebook/shared/billing';
import { id } from '@servicebook/shared/primitives';
import { IconPlus, IconReceipt } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { DeletionDialog, useDeletion } from '../../components/deletion.tsx';
import { EditDeleteButtons } from '../../components/edit-delete-buttons.tsx';
import { SectionCard, SectionCards } from '../../components/section-card.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../components/states.tsx';
import { currentLanguage } from '../../lib/i18n.ts';
import { amountText } from '../../lib/money-text.ts';
import { useAddress } from '../../lib/use-address.ts';
import { companyQuery } from '../company/company.queries.ts';
import { customerQuery } from '../customer/customer.queries.ts';
import { pricesQuery, useDeletePrices } from './billing.queries.ts';
import { PricesDialog } from './prices-dialog.tsx';

/** The customer from whose screen it was opened. */
const PricesAddress = z.object({ customer: id.nullish() });

type Edited = PriceList | 'company' | 'customer' | null;

/** The prices of the company and of single customers. */
export function PricesTab() {
  const { t } = useTranslation('billing');
  const { data, error, refetch } = useQuery(pricesQuery);
  const { data: company, error: companyError, refetch: refetchCompany } = useQuery(companyQuery);
  const { values, change } = useAddress(PricesAddress);
  const { data: only } = useQuery({
    ...customerQuery(values.customer ?? 0),
    enabled: Boolean(values.customer),
  });
  const [edited, setEdited] = useState<Edited>(null);
  const deletion = useDeletion<PriceList>(useDeletePrices(), {
    bin: 'priceList',
    texts: () => ({ title: t('prices.deleteTitle'), message: t('prices.deleteMessage') }),
  });
  if (!data || !company) {
    const retry = () => Promise.all([refetch(), refetchCompany()]);
    const failure = error ?? companyError;
    return failure ? <ErrorState error={failure} onRetry={retry} /> : <LoadingState />;
  }
  const add = (owner: 'company' | 'customer') => (
    <Button
      variant={owner === 'company' ? 'filled' : 'default'}
      leftSection={<IconPlus size={18} aria-hidden />}
      onClick={() => setEdited(owner)}
    >
      {t(owner === 'company' ? 'prices.add' : 'prices.addCustomer')}
    </Button>
  );
  const lists = (shown: PriceList[], label: string) => (
    <Card component="ul" padding={0} mod="rows" aria-label={label}>
      {shown.map((list) => (
        <Prices
          key={list.id}
          list={list}
          onEdit={() => setEdited(list)}
          onDelete={() => deletion.ask(list)}
        />
      ))}
    </Card>
  );
  const companyLists = data.filter(({ customer }) => !customer);
  const customers = data.filter(({ customer }) => (only ? customer?.id === only.id : customer));
  const ofCompany = (
    <SectionCard title={t('prices.company')} hint={t('prices.hint')}>
      {companyLists.length === 0 ? (
        <EmptyState
          title={t('prices.emptyTitle')}
          hint={t('prices.emptyHint')}
          icon={<IconReceipt size={32} stroke={1.5} />}
          action={add('company')}
        />
      ) : (
        <Stack>
          {lists(companyLists, t('prices.company'))}
          <Group mod="actions">{add('company')}</Group>
        </Stack>
      )}
    </SectionCard>
  );
  const customersTitle = only ? t('prices.ofCustomer', { name: only.shortName }) : t('prices.customers');
  const ofCustomers = (
    <SectionCard title={customersTitle} hint={t('prices.customersHint')}>
      <Stack>
        {customers.length > 0 && lists(customers, customersTitle)}
        {only && customers.length === 0 && <Text>{t('prices.noneOfCustomer')}</Text>}
        <Group mod="actions">
          {add('customer')}
          {only && (
            <Button variant="subtle" onClick={() => change({ customer: null })}>
              {t('prices.allCustomers')}
            </Button>
          )}
        </Group>
      </Stack>
    </SectionCard>
  );
  return (
    <>
      {/* Opened for one customer, its prices come first. */}
      <SectionCards>
        {only ? ofCustomers : ofCompany}
        {only ? ofCompany : ofCustomers}
      </SectionCards>
      {edited && (
        <PricesDialog
          edited={edited}
          lists={data}
          country={company.country}
          owner={only}
          onClose={() => setEdited(null)}
        />
      )}
      <DeletionDialog {...deletion.dialog} />
    </>
  );
}

interface PricesProps {
  list: PriceList;
  onEdit: () => void;
  onDelete: () => void;
}

function Prices({ list, onEdit, onDelete }: PricesProps) {
  const { t } = useTranslation('billing');
  const day = formatDay(list.validFrom, currentLanguage());
  const from = t('prices.from', { day });
  return (
    <Group renderRoot={(props) => <li {...props} />} px="md" py="xs" gap="sm" wrap="nowrap" align="start">
      <Box flex={1} miw={0}>
        <Text fw={600}>{list.customer ? `${list.customer.shortName}, ${from}` : from}</Text>
        <Group component="ul" gap="0 1.25rem" fz="sm">
          {priceKinds.map((kind) => {
            const price = list[kind];
            return (
              price !== null && (
                <Text key={kind} component="li" inherit>
                  {t(`fields.${kind}`)}: <strong>{amountText(price, list.currency)}</strong>
                </Text>
              )
            );
          })}
        </Group>
      </Box>
      <EditDeleteButtons
        edit={{ label: t('prices.editFrom', { day }), onClick: onEdit }}
        remove={{ label: t('prices.removeFrom', { day }), onClick: onDelete }}
      />
    </Group>
  );
}
