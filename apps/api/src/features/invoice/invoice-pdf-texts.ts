/** The invoice's words, and the protocol's dates, in the language of the buyer. */
import de from '@servicebook/i18n/de/invoice-pdf.json' with { type: 'json' };
import en from '@servicebook/i18n/en/invoice-pdf.json' with { type: 'json' };
import es from '@servicebook/i18n/es/invoice-pdf.json' with { type: 'json' };
import { formatAmount, formatDuration, formatMoney, formatPercent } from '@servicebook/i18n/format.ts';
import it from '@servicebook/i18n/it/invoice-pdf.json' with { type: 'json' };
import pl from '@servicebook/i18n/pl/invoice-pdf.json' with { type: 'json' };
import ru from '@servicebook/i18n/ru/invoice-pdf.json' with { type: 'json' };
import { toDecimal } from '@servicebook/shared/money';
import type { Period } from '@servicebook/shared/plan';
import type { Language } from '@servicebook/shared/primitives';
import { type Wording, wordingFor } from '../service/service-pdf-texts.ts';

const texts: Record<Language, typeof en> = { pl, en, de, it, es, ru };

export interface InvoiceWording extends Wording {
  invoice: typeof en;
  /** Minor units as an amount without its currency. */
  amount: (minor: number) => string;
  /** With the currency's code. */
  money: (minor: number, currency: string) => string;
  percent: (rate: number) => string;
  /** `2 years` */
  quantity: (count: number, period: Period) => string;
  /** The unit of one period. */
  unit: (period: Period) => string;
}

const wordings = new Map<Language, InvoiceWording>();

export function invoiceWording(language: Language): InvoiceWording {
  let wording = wordings.get(language);
  if (!wording) {
    wording = createWording(language);
    wordings.set(language, wording);
  }
  return wording;
}

function createWording(language: Language): InvoiceWording {
  const invoice = texts[language];
  return {
    ...wordingFor(language),
    invoice,
    amount: (minor) => formatAmount(toDecimal(minor), language),
    money: (minor, currency) => formatMoney(toDecimal(minor), currency, language),
    percent: (rate) => formatPercent(rate / 100, language),
    quantity: (count, period) => formatDuration(count, period, language),
    unit: (period) => invoice.unit[period],
  };
}
