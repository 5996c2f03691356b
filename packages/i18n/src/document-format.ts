/** The formats of documents in one language: on paper, and on the screen before signing. */
import {
  formatDuration,
  formatHours,
  formatLongDay,
  formatMeasured,
  formatNumber,
  formatSize,
} from './format.ts';
import type { Language } from './index.ts';
import { countryName } from './intl.ts';

export interface DocumentFormat {
  /** Fills the `{{placeholders}}` of a text. */
  fill: (text: string, values: Record<string, string | number>) => string;
  /** A day in full, from `2026-11-21`. */
  date: (day: string) => string;
  number: (value: number) => string;
  months: (count: number) => string;
  /** `3:30 h` */
  hours: (minutes: number) => string;
  /** `3.4 MB` */
  size: (bytes: number) => string;
  /** The name for a country code; other text is returned unchanged. */
  country: (code: string) => string;
  /** A measured value with its unit. */
  measured: (value: string, unit: string) => string;
}

/** The formats of documents in a language. */
export const documentFormat = (language: Language): DocumentFormat => ({
  fill: (text, values) => text.replace(/\{\{(\w+)\}\}/g, (_, place: string) => String(values[place] ?? '')),
  date: (day) => formatLongDay(day, language),
  number: (value) => formatNumber(value, language),
  months: (count) => formatDuration(count, 'month', language),
  hours: (minutes) => formatHours(minutes, language),
  size: (bytes) => formatSize(bytes, language),
  country: (code) => countryName(code, language),
  measured: (value, unit) => formatMeasured(value, unit, language),
});
