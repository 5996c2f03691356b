import { NativeSelect, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { DateField } from '../../components/date-field.tsx';
import { SearchSelect } from '../../components/search-select.tsx';
import { categoryQuery, loadCategoryOptions } from '../category/category.queries.ts';
import { customerQuery, loadCustomerOptions } from '../customer/customer.queries.ts';
import { PlaceSearch } from '../place/place-search.tsx';
import { radii, type SideFilter, untilOf } from './planning-address.ts';

interface Props {
  values: SideFilter;
  today: string;
  onChange: (part: Partial<SideFilter>) => void;
}

/** Customer, category, last day and area of the side list. */
export function SideFilters({ values, today, onChange }: Props) {
  const { t } = useTranslation('planning');
  const { tab, customerId, categoryId, kilometres } = values;
  const customer = useQuery({ ...customerQuery(customerId ?? 0), enabled: customerId !== null }).data;
  const category = useQuery({ ...categoryQuery(categoryId ?? 0), enabled: categoryId !== null }).data;
  return (
    <Stack gap="xs" px="sm" pb="sm">
      <SearchSelect
        label={t('customer')}
        clearable
        value={customerId === null ? null : { id: customerId, label: customer?.shortName ?? '…' }}
        onChange={(option) => onChange({ customerId: option?.id ?? null })}
        loadOptions={loadCustomerOptions}
      />
      <SearchSelect
        label={t('category')}
        clearable
        value={categoryId === null ? null : { id: categoryId, label: category?.name ?? '…' }}
        onChange={(option) => onChange({ categoryId: option?.id ?? null })}
        loadOptions={loadCategoryOptions}
      />
      {tab === 'due' && (
        <DateField
          label={t('until')}
          value={untilOf(values, today)}
          onChange={(until) => onChange({ until })}
        />
      )}
      <PlaceSearch
        onChoose={({ label, latitude, longitude }) =>
          onChange({ latitude, longitude, place: label.split(',')[0] ?? label })
        }
      />
      {values.latitude !== null && (
        <NativeSelect
          label={t('radius')}
          value={String(kilometres)}
          onChange={(event) => onChange({ kilometres: Number(event.currentTarget.value) })}
          data={radii.map((value) => ({ value: String(value), label: t('km', { km: value }) }))}
        />
      )}
    </Stack>
  );
}
