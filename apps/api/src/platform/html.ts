/** Writes HTML in which every value is escaped. */
import { escapeXml } from './xml.ts';

/** A piece of HTML. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Value = Html | string | number | null | undefined | false | readonly Value[];

/**
 * A template of HTML. Its values are text, which is escaped, also within quotation marks; pieces of HTML; and lists of
 * both. Null and false are nothing.
 */
export const html = (parts: TemplateStringsArray, ...values: readonly Value[]): Html =>
  new Html(parts.map((part, place) => part + (place < values.length ? written(values[place]) : '')).join(''));

/** Text that is HTML already: of ours, never a user's. */
export const rawHtml = (text: string): Html => new Html(text);

function written(value: Value): string {
  if (value instanceof Html) return value.text;
  if (value === null || value === undefined || value === false) return '';
  if (typeof value === 'object') return value.map(written).join('');
  return escapeXml(String(value));
}
