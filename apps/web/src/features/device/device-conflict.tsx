import { formatDay } from '@servicebook/i18n/format.ts';
import { countryName } from '@servicebook/i18n/intl.ts';
import type { DeviceUpdate } from '@servicebook/shared/device';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { ConflictNotice } from '../../components/conflict-notice.tsx';
import { currentLanguage } from '../../lib/i18n.ts';
import type { RecordForm } from '../../lib/use-record-form.ts';
import classes from './device-form.module.css';
import { useWarrantyTexts } from './warranty-text.ts';

type Values = z.input<typeof DeviceUpdate>;
type Field = Exclude<keyof Values, 'id' | 'revision'>;

/** Shown when somebody else has saved the machine. */
export function DeviceConflict({ conflict, theirs }: Pick<RecordForm<Values>, 'conflict' | 'theirs'>) {
  const { t } = useTranslation('device');
  const warrantyTexts = useWarrantyTexts();
  const textOf = (field: Field, values: Values): string => {
    switch (field) {
      case 'status':
        return t(`status.${values.status ?? 'OK'}`);
      case 'category':
        return (values.category as { name?: string }).name ?? '';
      case 'customer':
        return (values.customer as { shortName?: string }).shortName ?? '';
      case 'transferDate':
        return values.transferDate ? formatDay(values.transferDate, currentLanguage()) : '';
      case 'country':
        return values.country ? countryName(values.country, currentLanguage()) : '';
      case 'warranty':
        return warrantyTexts.shown(values.warranty ?? '');
      default:
        return String(values[field] ?? '');
    }
  };
  const describe = (name: keyof Values) => {
    const field = name as Field;
    return {
      label: t(field === 'status' ? 'statusLabel' : field),
      theirs: theirs ? textOf(field, theirs) : '',
    };
  };
  return <ConflictNotice className={classes.failure} conflict={conflict} describe={describe} />;
}
