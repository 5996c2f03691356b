import { formatDay } from '@servicebook/i18n/format.ts';
import { countryName } from '@servicebook/i18n/intl.ts';
import { type Device, DeviceSearch, statusColours } from '@servicebook/shared/device';
import { sortKeysOf } from '@servicebook/shared/primitives';
import { useTranslation } from 'react-i18next';
import { columnsOf, type EntityField, onChoice } from '../../components/entity-fields.ts';
import { StatusBadge } from '../../components/status-badge.tsx';
import { currentLanguage } from '../../lib/i18n.ts';
import { dayIn } from '../../lib/moment-text.ts';
import { useSession } from '../../lib/use-session.ts';
import { useWarrantyTexts } from './warranty-text.ts';

/** The fields of a machine, in the order of the list's columns. */
export function useDeviceFields() {
  const { t } = useTranslation('device');
  const warrantyTexts = useWarrantyTexts();
  const { user } = useSession();
  const day = (text: string | null) => (text ? formatDay(text, currentLanguage()) : '');
  return [
    { key: 'id', label: t('id'), column: onChoice },
    {
      key: 'status',
      label: t('statusLabel'),
      text: ({ status }) => t(`status.${status}`),
      column: {
        render: ({ status }) => <StatusBadge label={t(`status.${status}`)} {...statusColours[status]} />,
        card: 'badge',
      },
    },
    { key: 'name', label: t('name'), column: { hideable: false, card: 'title' } },
    {
      key: 'ownNumber',
      label: t('ownNumber'),
      column: onChoice,
      filter: { name: 'ownNumber', max: 50 },
      input: { part: 'own', kind: 'text' },
    },
    { key: 'category', label: t('category'), text: ({ category }) => category.name, column: { card: false } },
    {
      key: 'customer',
      label: t('customer'),
      text: ({ customer }) => customer.shortName,
      column: { card: 'subtitle' },
      filter: { name: 'customer', max: 200 },
    },
    { key: 'city', label: t('city'), filter: { name: 'city', max: 100 } },
    {
      key: 'manufacturer',
      label: t('manufacturer'),
      column: onChoice,
      filter: { name: 'manufacturer', max: 100 },
      input: { part: 'nameplate', kind: 'text' },
    },
    {
      key: 'model',
      label: t('model'),
      column: onChoice,
      filter: { name: 'model', max: 100 },
      input: { part: 'nameplate', kind: 'text' },
    },
    {
      key: 'serialNumber',
      label: t('serialNumber'),
      filter: { name: 'serialNumber', max: 100 },
      input: { part: 'nameplate', kind: 'text' },
    },
    {
      key: 'yearBuilt',
      label: t('yearBuilt'),
      column: { ...onChoice, align: 'right' },
      input: { part: 'nameplate', kind: 'number' },
    },
    {
      key: 'sourcePower',
      label: t('sourcePower'),
      column: onChoice,
      filter: { name: 'sourcePower', max: 100 },
      input: { part: 'nameplate', kind: 'text' },
    },
    {
      key: 'transferDate',
      label: t('transferDate'),
      text: ({ transferDate }) => day(transferDate),
      column: { card: false },
    },
    {
      key: 'lastService',
      label: t('lastService'),
      text: ({ lastService }) => day(lastService),
      column: onChoice,
    },
    {
      key: 'nextInspection',
      label: t('nextInspection'),
      text: ({ nextInspection }) => day(nextInspection),
      column: onChoice,
    },
    {
      key: 'inspectionPeriodInMonths',
      label: t('inspectionInterval'),
      column: { ...onChoice, align: 'right' },
    },
    {
      key: 'warrantyUntil',
      label: t('warrantyUntil'),
      text: ({ warrantyUntil }) => day(warrantyUntil),
      column: onChoice,
    },
    {
      key: 'archived',
      label: t('archivedOn'),
      text: ({ archived }) => {
        if (!archived) return '';
        const on = dayIn(archived.at, user?.timezone || 'UTC');
        return `${on}, ${t(`archive.reasons.${archived.reason}`)}`;
      },
      column: onChoice,
    },
    {
      key: 'warranty',
      label: t('warranty'),
      text: ({ warranty }) => warrantyTexts.shown(warranty),
      column: onChoice,
      filter: { name: 'warranty', max: 100 },
    },
    { key: 'warrantyLength', label: t('warrantyLength'), column: { ...onChoice, align: 'right' } },
    {
      key: 'streetAddress',
      label: t('streetAddress'),
      column: onChoice,
      filter: { name: 'street', max: 255 },
    },
    { key: 'zipCode', label: t('zipCode'), column: onChoice, filter: { name: 'zipCode', max: 20 } },
    {
      key: 'country',
      label: t('country'),
      text: ({ country }) => (country ? countryName(country, currentLanguage()) : ''),
      column: onChoice,
    },
  ] satisfies EntityField<Device>[] as EntityField<Device>[];
}

/** Every column of a list of machines. */
export const useDeviceColumns = () => columnsOf(useDeviceFields(), sortKeysOf(DeviceSearch));
