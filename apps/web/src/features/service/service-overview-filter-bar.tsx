import { Button, NativeSelect, SimpleGrid } from '@mantine/core';
import { comparing } from '@servicebook/i18n/format.ts';
import { nameOrEmail } from '@servicebook/i18n/names.ts';
import { type PaymentType, paymentTypes, type ServiceType, serviceTypes } from '@servicebook/shared/service';
import { type FilterState, filterStates } from '@servicebook/shared/service-overview';
import { IconChevronDown, IconFilter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DayRangeFields } from '../../components/day-range.tsx';
import { SearchSelect } from '../../components/search-select.tsx';
import { useNarrowScreen } from '../../components/use-narrow-screen.ts';
import { employeesQuery } from '../../lib/employees.ts';
import { currentLanguage } from '../../lib/i18n.ts';
import { useSession } from '../../lib/use-session.ts';
import { customerQuery, loadCustomerOptions } from '../customer/customer.queries.ts';
import type { OverviewFilter } from './service-overview-filter.ts';

interface FilterBarProps {
  filter: OverviewFilter;
  /** The number of active filters. */
  count: number;
  onChange: (part: Partial<OverviewFilter>) => void;
}

/** Filters for type, technician, customer and days; collapsed on a phone, where the list matters more. */
export function ServiceOverviewFilterBar({ filter, count, onChange }: FilterBarProps) {
  const { t } = useTranslation(['service-overview', 'service', 'billing']);
  const { may } = useSession();
  const narrow = useNarrowScreen();
  const [expanded, setExpanded] = useState(false);
  const id = useId();
  const { customerId } = filter;
  const { data: customer } = useQuery({ ...customerQuery(customerId ?? 0), enabled: customerId !== null });
  const users = useTechnicians(filter.userId);
  return (
    <>
      {narrow && (
        <Button
          variant="default"
          fullWidth
          mb="sm"
          aria-expanded={expanded}
          aria-controls={id}
          leftSection={<IconFilter size={18} aria-hidden />}
          rightSection={<IconChevronDown size={16} aria-hidden />}
          onClick={() => setExpanded(!expanded)}
        >
          {count > 0 ? `${t('filter.toggle')} (${count})` : t('filter.toggle')}
        </Button>
      )}
      <SimpleGrid
        id={id}
        mod="filters"
        display={narrow && !expanded ? 'none' : undefined}
        cols={{ base: 2, xs: 3, md: 4 }}
        verticalSpacing="xs"
        mb="md"
      >
        <NativeSelect
          label={t('filter.type')}
          value={filter.type ?? ''}
          data={[
            { value: '', label: t('filter.allTypes') },
            ...serviceTypes.map((type) => ({ value: type, label: t(`service:types.${type}`) })),
          ]}
          onChange={(event) => onChange({ type: (event.currentTarget.value || null) as ServiceType | null })}
        />
        <NativeSelect
          label={t('filter.state')}
          value={filter.state ?? ''}
          data={[
            { value: '', label: t('filter.allStates') },
            ...filterStates.map((state) => ({ value: state, label: t(`service:states.${state}`) })),
          ]}
          onChange={(event) => onChange({ state: (event.currentTarget.value || null) as FilterState | null })}
        />
        <NativeSelect
          label={t('billing:filter.payment')}
          value={filter.payment ?? ''}
          data={[
            { value: '', label: t('billing:filter.allPayments') },
            ...paymentTypes.map((payment) => ({ value: payment, label: t(`service:payment.${payment}`) })),
          ]}
          onChange={(event) =>
            onChange({ payment: (event.currentTarget.value || null) as PaymentType | null })
          }
        />
        {may('billing.manage') && (
          <NativeSelect
            label={t('billing:filter.invoicing')}
            value={filter.invoicing ?? ''}
            data={[
              { value: '', label: t('billing:filter.all') },
              { value: 'OPEN', label: t('billing:filter.OPEN') },
              { value: 'INVOICED', label: t('billing:filter.INVOICED') },
            ]}
            onChange={(event) =>
              onChange({ invoicing: (event.currentTarget.value || null) as OverviewFilter['invoicing'] })
            }
          />
        )}
        <NativeSelect
          label={t('filter.user')}
          value={String(filter.userId ?? '')}
          data={[{ value: '', label: t('filter.allUsers') }, ...users]}
          onChange={(event) => onChange({ userId: Number(event.currentTarget.value) || null })}
        />
        <SearchSelect
          label={t('filter.customer')}
          placeholder={t('filter.allCustomers')}
          clearable
          value={
            customerId === null ? null : { id: customerId, label: customer?.shortName ?? `${customerId}` }
          }
          onChange={(chosen) => onChange({ customerId: chosen?.id ?? null })}
          loadOptions={loadCustomerOptions}
        />
        <DayRangeFields
          range={filter}
          labels={{ dateFrom: t('filter.dateFrom'), dateTo: t('filter.dateTo') }}
          onChange={onChange}
        />
      </SimpleGrid>
    </>
  );
}

/** All current employees, and the employee in the address. */
function useTechnicians(chosen: number | null) {
  const { data: employees = [] } = useQuery(employeesQuery);
  const compare = comparing(currentLanguage());
  const options = employees
    .map((employee) => ({ value: String(employee.id), label: nameOrEmail(employee) }))
    .sort((one, other) => compare(one.label, other.label));
  const isMissing = chosen !== null && !options.some(({ value }) => value === String(chosen));
  return isMissing ? [...options, { value: String(chosen), label: String(chosen) }] : options;
}
