import { Button, Group } from '@mantine/core';
import { formatDay } from '@servicebook/i18n/format.ts';
import { countryName } from '@servicebook/i18n/intl.ts';
import type { DeviceFilter, DeviceStatus } from '@servicebook/shared/device';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../../lib/i18n.ts';
import { allCategoriesQuery } from '../category/category.queries.ts';
import { useDeviceFields } from './device-fields.tsx';
import { type ActiveFilter, activeFilters, type FilterName } from './device-filter.ts';
import { StatusDot } from './status-dot.tsx';
import { useWarrantyTexts } from './warranty-text.ts';

interface Props {
  filter: DeviceFilter;
  /** The names of the active filters. */
  set: readonly FilterName[];
  onChange: (part: Partial<DeviceFilter>) => void;
  onClear: () => void;
}

/** The active filters; a click removes one. */
export function DeviceFilterChips({ filter, set, onChange, onClear }: Props) {
  const { t } = useTranslation('device');
  const textOf = useFilterText(filter);
  const active = activeFilters(filter, set);
  if (active.length === 0) return null;
  return (
    <Group gap="xs" mb="sm">
      <Group component="ul" gap="xs" aria-label={t('filter.active')}>
        {active.map((one) => {
          const text = textOf(one);
          return (
            <li key={`${one.name} ${one.value}`}>
              <Button
                variant="light"
                size="xs"
                fw={400}
                maw="min(20rem, 80vw)"
                leftSection={one.name === 'statuses' && <StatusDot status={one.value as DeviceStatus} />}
                rightSection={<IconX size={14} aria-hidden />}
                aria-label={t('filter.remove', { filter: text })}
                onClick={() => onChange(one.without)}
              >
                {text}
              </Button>
            </li>
          );
        })}
      </Group>
      <Button variant="subtle" size="xs" onClick={onClear}>
        {t('filter.clear')}
      </Button>
    </Group>
  );
}

/** What an active filter says. */
export function useFilterText(filter: DeviceFilter) {
  const { t } = useTranslation('device');
  const { data: categories } = useQuery({ ...allCategoriesQuery, enabled: filter.categories.length > 0 });
  const warrantyTexts = useWarrantyTexts();
  const fields = useDeviceFields();
  return ({ name, value }: ActiveFilter): string => {
    const text = String(value);
    switch (name) {
      case 'statuses':
        return t(`status.${value as DeviceStatus}`);
      case 'categories':
        return categories?.find(({ id }) => id === value)?.name ?? text;
      case 'countries':
        return countryName(text, currentLanguage());
      case 'dateFrom':
      case 'dateTo':
        return `${t(`filter.${name}`)} ${formatDay(text, currentLanguage())}`;
      case 'builtFrom':
      case 'builtTo':
        return `${t(`filter.${name}`)} ${text}`;
      case 'needsAttention':
      case 'archived':
        return t(`filter.${name}`);
      case 'warranty':
        return `${t('warranty')}: ${warrantyTexts.shown(text)}`;
      default: {
        const field = fields.find(({ key, filter }) => (filter?.name ?? key) === name);
        return `${field?.label}: ${text}`;
      }
    }
  };
}
