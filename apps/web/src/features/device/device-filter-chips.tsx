import { Button, UnstyledButton } from '@mantine/core';
import { formatDay } from '@servicebook/i18n/format.ts';
import { countryName } from '@servicebook/i18n/intl.ts';
import { statusColours } from '@servicebook/shared/device';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../../lib/i18n.ts';
import { allCategoriesQuery } from '../category/category.queries.ts';
import { type ActiveFilter, activeFilters, type DeviceFilter, noFilter } from './device-filter.ts';
import classes from './device-filter-chips.module.css';
import { useWarrantyTexts } from './warranty-text.ts';

interface Props {
  filter: DeviceFilter;
  onChange: (filter: DeviceFilter) => void;
}

/** The active filters, each removed by a click. */
export function DeviceFilterChips({ filter, onChange }: Props) {
  const { t } = useTranslation('device');
  const { data: categories } = useQuery({ ...allCategoriesQuery, enabled: filter.categories.length > 0 });
  const textOf = useFilterText((id) => categories?.find((category) => category.id === id)?.name ?? `${id}`);
  const active = activeFilters(filter);
  if (active.length === 0) return null;
  return (
    <div className={classes.root}>
      <ul className={classes.chips} aria-label={t('filter.active')}>
        {active.map((one) => {
          const text = textOf(one);
          return (
            <li key={`${one.kind} ${one.value}`}>
              <UnstyledButton
                className={classes.chip ?? ''}
                aria-label={t('filter.remove', { filter: text })}
                onClick={() => onChange(one.without)}
              >
                {one.kind === 'statuses' && (
                  <span
                    className={classes.dot}
                    style={{ backgroundColor: statusColours[one.value].background }}
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
      <Button
        variant="subtle"
        size="compact-sm"
        className={classes.clear ?? ''}
        onClick={() => onChange(noFilter)}
      >
        {t('filter.clear')}
      </Button>
    </div>
  );
}

function useFilterText(categoryName: (id: number) => string) {
  const { t } = useTranslation('device');
  const warrantyTexts = useWarrantyTexts();
  const labels = {
    id: t('id'),
    customer: t('customer'),
    manufacturer: t('manufacturer'),
    model: t('model'),
    serialNumber: t('serialNumber'),
    builtFrom: t('filter.builtFrom'),
    builtTo: t('filter.builtTo'),
    sourcePower: t('sourcePower'),
    warranty: t('warranty'),
    street: t('filter.street'),
    zipCode: t('zipCode'),
    city: t('city'),
  };
  return (filter: ActiveFilter): string => {
    switch (filter.kind) {
      case 'statuses':
        return t(`status.${filter.value}`);
      case 'categories':
        return categoryName(filter.value);
      case 'countries':
        return countryName(filter.value, currentLanguage());
      case 'dateFrom':
      case 'dateTo':
        return `${t(`filter.${filter.kind}`)} ${formatDay(filter.value, currentLanguage())}`;
      case 'warranty':
        return `${labels.warranty}: ${warrantyTexts.shown(filter.value)}`;
      default:
        return `${labels[filter.kind]}: ${filter.value}`;
    }
  };
}
