/** Days as people write them in spreadsheets. The order of day and month is found from the whole column, or asked for. */
import { z } from 'zod';
import { foldText } from './fold-text.ts';
import type { Cell } from './import-fields.ts';

/** Which part of a numeric date comes first, second, third. */
export const dateOrders = ['DMY', 'MDY', 'YMD'] as const;
export const DateOrder = z.enum(dateOrders, 'INVALID');
export type DateOrder = (typeof dateOrders)[number];

/** Why a cell is not a day. `DAY_MISSING`: it names only a month, such as 03/2024. */
export type DateProblem = 'NOT_A_DATE' | 'AMBIGUOUS_DATE' | 'DAY_MISSING' | 'DATE_OUT_OF_RANGE';
export type DateReading = { value: string } | { problem: DateProblem };

/** Names of the months in six languages, standalone and beside a day; three letters of one are enough. */
const monthNames = [
  'january januar jänner styczeń stycznia gennaio enero январь января',
  'february februar feber luty lutego febbraio febrero февраль февраля',
  'march märz maerz mrz marzec marca marzo март марта',
  'april kwiecień kwietnia aprile abril апрель апреля',
  'may mai maj maja maggio mayo май мая',
  'june juni czerwiec czerwca giugno junio июнь июня',
  'july juli lipiec lipca luglio julio июль июля',
  'august sierpień sierpnia agosto август августа',
  'september wrzesień września settembre septiembre setiembre сентябрь сентября',
  'october oktober październik października ottobre octubre октябрь октября',
  'november listopad listopada novembre noviembre ноябрь ноября',
  'december dezember grudzień grudnia dicembre diciembre декабрь декабря',
].map((names) => foldText(names).split(' '));
const romanMonths = ['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x', 'xi', 'xii'];

function monthOf(word: string): number | null {
  const folded = foldText(word);
  const roman = romanMonths.indexOf(folded) + 1;
  if (roman > 0) return roman;
  if (folded.length < 3) return null;
  return monthNames.findIndex((names) => names.some((name) => name.startsWith(folded))) + 1 || null;
}

/** What is longer is no day. */
export const longestDate = 60;

/** A time of day after the day, "r." and "г." after the year: neither changes the day. */
const afterDay = /[T\s]+\d{1,2}:\d{2}(:\d{2}([.,]\d+)?)?\s*([ap]\.?m\.?)?\s*(Z|[+-]\d{2}:?\d{2})?$/i;
const afterYear = /(?<=\d)\s*(r\.?|roku|г\.?|года)$/i;

const numeric = /^(\d{1,4})\s?([-/.])\s?(\d{1,2})\s?\2\s?(\d{1,4})\.?$/;
const monthOnly = /^(?:\d{1,2}\s?[-/.]\s?\d{4}|\d{4}\s?[-/.]\s?\d{1,2})$/;
/** What may stand between the parts of a date in words, and the endings of a day's number. */
const betweenWords = /^[\s.,\-/]*$/;
const smallWords = new Set(['de', 'del', 'of', 'st', 'nd', 'rd', 'th']);
/** The days that a workbook's numbers can mean, 1950 to 2099: a smaller number is a year or a count. */
const firstSerial = 18_264;
const lastSerial = 73_050;
const dayMilliseconds = 86_400_000;
/** Day 0 of a workbook; from March 1900 its count is right. */
const serialStart = Date.UTC(1899, 11, 30);

/** The day of a workbook's day number, counted from 1900. */
export const dayOfSerial = (serial: number): string =>
  new Date(serialStart + Math.floor(serial) * dayMilliseconds).toISOString().slice(0, 10);

const fullYear = (text: string): number =>
  text.length > 2 ? Number(text) : Number(text) + (Number(text) < 50 ? 2000 : 1900);

/** @returns null if there is no such day */
function dayOf(year: number, month: number, day: number): string | null {
  const text = [
    String(year).padStart(4, '0'),
    String(month).padStart(2, '0'),
    String(day).padStart(2, '0'),
  ].join('-');
  return z.iso.date().safeParse(text).success ? text : null;
}

interface NumericDate {
  parts: [string, string, string];
  /** The orders that this writing allows at all. */
  orders: DateOrder[];
}

/**
 * The parts of a date in digits. A year of four digits says where the year is. With dots the day comes first everywhere;
 * with dashes and a year of two digits the year may come first.
 */
function partsOf(text: string): NumericDate | null {
  const [, first = '', sign, second = '', third = ''] = numeric.exec(text) ?? [];
  if (!first) return null;
  const parts: NumericDate['parts'] = [first, second, third];
  if (first.length === 4) return third.length <= 2 ? { parts, orders: ['YMD'] } : null;
  if (first.length > 2 || third.length === 3 || third.length === 1) return null;
  if (sign === '.') return { parts, orders: ['DMY'] };
  const isShort = third.length === 2 && sign === '-';
  return { parts, orders: isShort ? ['DMY', 'MDY', 'YMD'] : ['DMY', 'MDY'] };
}

function dayIn(order: DateOrder, [first, second, third]: NumericDate['parts']): string | null {
  if (order === 'YMD') return dayOf(fullYear(first), Number(second), Number(third));
  const [day, month] = order === 'DMY' ? [first, second] : [second, first];
  return dayOf(fullYear(third), Number(month), Number(day));
}

const cleaned = (text: string): string =>
  text
    .replace(/[\sºª]+/g, ' ')
    .trim()
    .replace(afterDay, '')
    .replace(afterYear, '')
    .trim();

/** The orders in which a date in digits is a day at all. */
const possibleOrders = ({ parts, orders }: NumericDate): DateOrder[] =>
  orders.filter((order) => dayIn(order, parts) !== null);

/**
 * The order of day and month in a column: that in which all its dates in digits are days. 25/03/2024 anywhere decides
 * it. `AMBIGUOUS` if several orders fit and would give different days: somebody must be asked. Null: nothing in the
 * column depends on it, or its cells contradict each other, so that only those that are clear alone can be read.
 */
export function dateOrderOf(cells: Iterable<Cell>): DateOrder | 'AMBIGUOUS' | null {
  let fitting: DateOrder[] = [...dateOrders];
  let isOpen = false;
  for (const cell of cells) {
    const date = typeof cell === 'string' && cell.length <= longestDate ? partsOf(cleaned(cell)) : null;
    // A writing that has only one order, such as 2024-03-05, says nothing about the others.
    if (!date || date.orders.length === 1) continue;
    const possible = possibleOrders(date);
    if (possible.length === 0) continue;
    fitting = fitting.filter((order) => possible.includes(order));
    isOpen ||= new Set(possible.map((order) => dayIn(order, date.parts))).size > 1;
  }
  if (fitting.length === 1) return fitting[0] ?? null;
  return isOpen && fitting.length > 1 ? 'AMBIGUOUS' : null;
}

const inOurTime = (day: string): DateReading =>
  day >= '1901' && day < '2200' ? { value: day } : { problem: 'DATE_OUT_OF_RANGE' };
const found = (day: string | null): DateReading => (day ? inOurTime(day) : { problem: 'NOT_A_DATE' });

/**
 * The day in a cell that is not empty.
 * @param order of the column, found or chosen; null: a date that depends on it is refused as ambiguous
 */
export function readDate(cell: NonNullable<Cell>, order: DateOrder | null): DateReading {
  if (typeof cell === 'object') return inOurTime(cell.date);
  if (typeof cell === 'number') return readNumberAsDate(cell);
  if (typeof cell === 'boolean' || cell.length > longestDate) return { problem: 'NOT_A_DATE' };
  const text = cleaned(cell);
  if (/^\d{5}([.,]\d+)?$/.test(text)) return readNumberAsDate(Number(text.replace(',', '.')));
  if (/^\d{8}$/.test(text)) return readNumberAsDate(Number(text));
  const date = partsOf(text);
  if (date) return readNumeric(date, order);
  if (monthOnly.test(text)) return { problem: 'DAY_MISSING' };
  return readInWords(text);
}

function readNumberAsDate(number: number): DateReading {
  if (number >= firstSerial && number < lastSerial + 1) return { value: dayOfSerial(number) };
  // 20240305
  const digits = Number.isInteger(number) ? String(number) : '';
  if (digits.length !== 8) return { problem: 'NOT_A_DATE' };
  return found(dayOf(Number(digits.slice(0, 4)), Number(digits.slice(4, 6)), Number(digits.slice(6))));
}

function readNumeric(date: NumericDate, order: DateOrder | null): DateReading {
  const only = date.orders.length === 1 ? date.orders[0] : undefined;
  const chosen = only ?? (order && date.orders.includes(order) ? order : null);
  if (chosen) return found(dayIn(chosen, date.parts));
  const days = new Set(possibleOrders(date).map((each) => dayIn(each, date.parts)));
  const [day = null] = days;
  return days.size > 1 ? { problem: 'AMBIGUOUS_DATE' } : found(day);
}

/** "5 maja 2019", "May 5, 2019", "5-Mar-19", "1º de mayo de 2024", "5 V 2019". */
function readInWords(text: string): DateReading {
  const unknown: DateReading = { problem: 'NOT_A_DATE' };
  if (!betweenWords.test(text.replace(/\p{L}+|\d+/gu, ''))) return unknown;
  const words = (text.match(/\p{L}+/gu) ?? []).filter((word) => !smallWords.has(word.toLowerCase()));
  const month = words.length === 1 ? monthOf(words[0] ?? '') : null;
  const [first = '', second, ...more] = text.match(/\d+/g) ?? [];
  if (!month || more.length > 0) return unknown;
  // "March 2024" lacks the day, "5 March" the year.
  if (second === undefined) return first.length === 4 ? { problem: 'DAY_MISSING' } : unknown;
  const [year, day] = first.length === 4 ? [first, second] : [second, first];
  if (day.length > 2 || (year.length !== 4 && year.length !== 2)) return unknown;
  return found(dayOf(fullYear(year), month, Number(day)));
}
