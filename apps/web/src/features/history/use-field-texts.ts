import { languageNames } from '@servicebook/i18n';
import { formatDay, formatNumber } from '@servicebook/i18n/format.ts';
import { countryName } from '@servicebook/i18n/intl.ts';
import type { LogEntity } from '@servicebook/shared/log';
import { fieldTexts } from '@servicebook/shared/recorded-field';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../../lib/i18n.ts';
import { momentIn } from '../../lib/moment-text.ts';
import { useSession } from '../../lib/use-session.ts';

/** Labels and readable values of recorded fields. The caller must have loaded the texts. */
export function useFieldTexts(entity: LogEntity) {
  const { t: translate, i18n } = useTranslation(['history', 'device', 'customer', 'service', 'notification']);
  const { user } = useSession();
  // The log decides which fields occur, so keys are looked up at run time.
  const t = translate as unknown as (key: string, values?: object) => string;
  const language = currentLanguage();
  return fieldTexts(entity, {
    say: (key, values) => (i18n.exists(key, values) ? t(key, values) : null),
    languageNames,
    day: (date) => formatDay(date, language),
    moment: (instant) => momentIn(instant, user?.timezone || 'UTC'),
    degrees: (value) => formatNumber(value, language, { maximumFractionDigits: 6 }),
    country: (code) => countryName(code, language),
  });
}
