/** The service book's words: its own, the machine form's field names, and the protocol's dates and numbers. */
import deDevice from '@servicebook/i18n/de/device.json' with { type: 'json' };
import de from '@servicebook/i18n/de/service-book-pdf.json' with { type: 'json' };
import enDevice from '@servicebook/i18n/en/device.json' with { type: 'json' };
import en from '@servicebook/i18n/en/service-book-pdf.json' with { type: 'json' };
import esDevice from '@servicebook/i18n/es/device.json' with { type: 'json' };
import es from '@servicebook/i18n/es/service-book-pdf.json' with { type: 'json' };
import {
  formatDay,
  formatDaysFromToday,
  formatDegrees,
  formatDuration,
  formatTime,
} from '@servicebook/i18n/format.ts';
import itDevice from '@servicebook/i18n/it/device.json' with { type: 'json' };
import it from '@servicebook/i18n/it/service-book-pdf.json' with { type: 'json' };
import plDevice from '@servicebook/i18n/pl/device.json' with { type: 'json' };
import pl from '@servicebook/i18n/pl/service-book-pdf.json' with { type: 'json' };
import ruDevice from '@servicebook/i18n/ru/device.json' with { type: 'json' };
import ru from '@servicebook/i18n/ru/service-book-pdf.json' with { type: 'json' };
import type { DeviceStatus } from '@servicebook/shared/device';
import type { Language } from '@servicebook/shared/primitives';
import { warrantyKindOf } from '@servicebook/shared/warranty';
import { type Wording, wordingFor } from '../service/service-pdf-texts.ts';

/** The part of the machine form's texts that a service book needs. */
type DeviceTexts = Pick<
  typeof enDevice,
  | 'statusLabel'
  | 'status'
  | 'name'
  | 'category'
  | 'customer'
  | 'ownNumber'
  | 'manufacturer'
  | 'model'
  | 'serialNumber'
  | 'yearBuilt'
  | 'sourcePower'
  | 'transferDate'
  | 'warranty'
  | 'warrantyLength'
  | 'warrantyKinds'
  | 'streetAddress'
  | 'zipCode'
  | 'city'
  | 'country'
  | 'place'
>;

const bookTexts: Record<Language, typeof en> = { pl, en, de, it, es, ru };
const deviceTexts: Record<Language, DeviceTexts> = {
  pl: plDevice,
  en: enDevice,
  de: deDevice,
  it: itDevice,
  es: esDevice,
  ru: ruDevice,
};

export interface BookWording extends Wording {
  book: typeof en;
  device: DeviceTexts;
  /** `2026-11-21`, short enough for a column. */
  shortDate: (day: string) => string;
  /** The local time of a moment in a timezone. */
  time: (instant: string, timezone: string) => string;
  days: (count: number) => string;
  /** `in 12 days` */
  inDays: (count: number) => string;
  /** The label of a machine's field; a field without one keeps its stored name. */
  field: (field: string) => string;
  /** A field's stored value as people read it. */
  fieldValue: (field: string, value: string) => string;
  /** The name of a warranty kind; free text stays as it is. */
  warranty: (text: string) => string;
}

const wordings = new Map<Language, BookWording>();

export function bookWordingFor(language: Language): BookWording {
  let wording = wordings.get(language);
  if (!wording) {
    wording = createWording(language);
    wordings.set(language, wording);
  }
  return wording;
}

function createWording(language: Language): BookWording {
  const common = wordingFor(language);
  const book = bookTexts[language];
  const device = deviceTexts[language];
  const warranty = (text: string) => {
    const kind = warrantyKindOf(text);
    return kind ? device.warrantyKinds[kind] : text;
  };
  const shortDate = (day: string) => formatDay(day, language);
  const labels: Record<string, string> = {
    name: device.name,
    status: device.statusLabel,
    category: device.category,
    customer: device.customer,
    ownNumber: device.ownNumber,
    manufacturer: device.manufacturer,
    model: device.model,
    serialNumber: device.serialNumber,
    yearBuilt: device.yearBuilt,
    sourcePower: device.sourcePower,
    transferDate: device.transferDate,
    warranty: device.warranty,
    warrantyLength: device.warrantyLength,
    streetAddress: device.streetAddress,
    zipCode: device.zipCode,
    city: device.city,
    country: device.country,
    inspectionPeriodInMonths: book.interval,
    ...book.field,
  };
  const values: Record<string, (value: string) => string> = {
    status: (value) => device.status[value as DeviceStatus] ?? value,
    transferDate: (value) => dayText(value),
    statedInspectionDate: (value) => dayText(value),
    warranty,
    country: common.country,
    isPeriodicInspectionEnabled: (value) => (value === 'true' ? book.on : book.off),
    inspectionPeriodInMonths: (value) => (/^\d+$/.test(value) ? common.months(Number(value)) : value),
    gpsLatitude: (value) => degrees(value),
    gpsLongitude: (value) => degrees(value),
  };
  const dayText = (value: string) => (/^\d{4}-\d\d-\d\d/.test(value) ? shortDate(value.slice(0, 10)) : value);
  const degrees = (value: string) =>
    Number.isFinite(Number(value)) ? formatDegrees(Number(value), language) : value;
  return {
    ...common,
    book,
    device,
    shortDate,
    time: (instant, timezone) => formatTime(instant, timezone, language),
    days: (count) => formatDuration(count, 'day', language),
    inDays: (count) => formatDaysFromToday(count, language),
    field: (field) => (Object.hasOwn(labels, field) ? (labels[field] as string) : field),
    fieldValue: (field, value) => {
      if (value.trim() === '') return book.empty;
      return Object.hasOwn(values, field) ? (values[field]?.(value) ?? value) : value;
    },
    warranty,
  };
}
