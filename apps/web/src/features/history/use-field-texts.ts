import { languageNames } from '@servicebook/i18n';
import type { LogEntity } from '@servicebook/shared/log';
import { useTranslation } from 'react-i18next';
import { formatDay } from '../../components/day-text.ts';
import { countryName } from '../../lib/countries.ts';
import { currentLanguage } from '../../lib/i18n.ts';
import { useSession } from '../../lib/use-session.ts';
import { momentIn } from '../service/service-texts.ts';
import { type FieldKind, fieldKind, listOf } from './field-values.ts';

/** Recorded fields by other names than the screens give them. */
const labelKeys: Partial<Record<LogEntity, Record<string, string>>> = {
  branch: { latitude: 'history:fields.gpsLatitude', longitude: 'history:fields.gpsLongitude' },
  category: { serviceReviewOperations: 'category:actionsTab' },
  device: {
    status: 'device:statusLabel',
    categoryId: 'device:category',
    customerId: 'device:customer',
  },
  service: {
    types: 'service:conflict.fields.type',
    customerId: 'service:view.customer',
    state: 'service:conflict.fields.isToSign',
  },
  user: { isAdmin: 'employee:admin' },
};
/** Where an entity's other fields are named; whoever shows them has loaded these texts. */
const ownTexts: Partial<Record<LogEntity, string>> = {
  account: 'company',
  branch: 'place:book',
  category: 'category',
  device: 'device',
  customer: 'customer',
  service: 'service:conflict.fields',
  user: 'employee',
};

/** What recorded fields are called, and their values as people read them. */
export function useFieldTexts(entity: LogEntity) {
  const { t: typed, i18n } = useTranslation(['history', 'device', 'customer', 'service']);
  const { user } = useSession();
  // Which fields there are is the log's to say: keys are looked up, not known.
  const t = typed as unknown as (key: string, options?: object) => string;
  const say = (key: string): string | null => (i18n.exists(key) ? t(key) : null);

  const label = (field: string): string => {
    const texts = ownTexts[entity] ?? 'history:fields';
    const own = `${texts}${texts.includes(':') ? '.' : ':'}${field}`;
    return say(labelKeys[entity]?.[field] ?? own) ?? say(`history:fields.${field}`) ?? field;
  };

  const readers: Record<FieldKind, (value: string) => string | null> = {
    text: (value) => value,
    day: (value) => formatDay(value.slice(0, 10), currentLanguage()),
    moment: (value) => (Number.isNaN(Date.parse(value)) ? value : momentIn(value, user?.timezone || 'UTC')),
    months: (value) => (/^\d+$/.test(value) ? t('device:months', { count: Number(value) }) : value),
    degrees: (value) =>
      Number.isFinite(Number(value))
        ? new Intl.NumberFormat(currentLanguage(), { maximumFractionDigits: 6 }).format(Number(value))
        : value,
    switch: (value) => t(value === 'true' ? 'history:on' : 'history:off'),
    status: (value) => say(`device:status.${value}`),
    warranty: (value) => say(`device:warrantyKinds.${value}`),
    country: (value) => countryName(value, currentLanguage()),
    language: (value) => languageNames[value as keyof typeof languageNames] ?? null,
    serviceTypes: (value) =>
      listOf(value)
        .map((type) => say(`service:types.${type}`) ?? type)
        .join(', '),
    serviceActions: (value) =>
      listOf(value)
        .map((action) => action.split('\n')[0])
        .join(', '),
    payment: (value) => say(`service:payment.${value}`),
  };
  const text = (field: string, value: string): string =>
    value.trim() === '' ? '' : (readers[fieldKind(entity, field)](value) ?? value);
  return { label, text };
}
