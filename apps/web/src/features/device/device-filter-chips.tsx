import { Button, UnstyledButton } from '@mantine/core';
import { formatDay } from '@servicebook/i18n/format.ts';
import { countryName } from '@servicebook/i18n/intl.ts';
import { type DeviceFilter, type DeviceStatus, statusColours } from '@servicebook/shared/device';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../../lib/i18n.ts';
import { allCategoriesQuery } from '../category/category.queries.ts';
import { useDeviceFields } from './device-fields.tsx';
import { type ActiveFilter, activeFilters, type FilterName } from './device-filter.ts';
import classes from './device-filter-chips.module.css';
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
  const { data: categories } = useQuery({ ...allCategoriesQuery, enabled: filter.categories.length > 0 });
  const textOf = useFilterText(
    (id) => categories?.find((category) => category.id === id)?.name ?? String(id),
  );
  const active = activeFilters(filter, set);
  if (active.length === 0) return null;
  return (
    <div className={classes.root}>
      <ul className={classes.chips} aria-label={t('filter.active')}>
        {active.map((one) => {
          const text = textOf(one);
          return (
            <li key={`${one.name} ${one.value}`}>
              <UnstyledButton
                className={classes.chip ?? ''}
                aria-label={t('filter.remove', { filter: text })}
                onClick={() => onChange(one.without)}
              >
                {one.name === 'statuses' && (
                  <span
                    className={classes.dot}
                    style={{ backgroundColor: statusColours[one.value as DeviceStatus].background }}
                    aria-hidden
                  />
                )}
                <span className={classes.text}>{text}</span>
                <IconX size={14} aria-hidden />
              </UnstyledButton>
            </li>
          );
        })}
      </ul>
      <Button variant="subtle" size="compact-sm" className={classes.clear ?? ''} onClick={onClear}>
        {t('filter.clear')}
      </Button>
    </div>
  );
}

function useFilterText(categoryName: (id: unknown) => string) {
  const { t } = useTranslation('device');
  const warrantyTexts = useWarrantyTexts();
  const fields = useDeviceFields();
  return ({ name, value }: ActiveFilter): string => {
    const text = String(value);
    switch (name) {
      case 'statuses':
        return t(`status.${value as DeviceStatus}`);
      case 'categories':
        return categoryName(value);
      case 'countries':
        return countryName(text, currentLanguage());
      case 'dateFrom':
      case 'dateTo':
        return `${t(`filter.${name}`)} ${formatDay(text, currentLanguage())}`;
      case 'builtFrom':
      case 'builtTo':
        return `${t(`filter.${name}`)} ${text}`;
      case 'needsAttention':
        return t('filter.needsAttention');
      case 'warranty':
        return `${t('warranty')}: ${warrantyTexts.shown(text)}`;
      default: {
        const field = fields.find(({ key, filter }) => (filter?.name ?? key) === name);
        return `${field?.label}: ${text}`;
      }
    }
  };
}
