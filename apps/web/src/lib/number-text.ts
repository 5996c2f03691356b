import { decimalMark } from '@servicebook/i18n/format.ts';
import { currentLanguage } from './i18n.ts';

/** A number in a field, with the decimal mark of the language and no other marks. When read, both marks are accepted. */
export const numberText = (value: number): string =>
  String(value).replace('.', decimalMark(currentLanguage()));
