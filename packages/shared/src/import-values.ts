/** A cell of a spreadsheet as the value of a field, or the reason why it is none. Nothing is guessed. */
import type { DeviceStatus } from './device.ts';
import { foldText } from './fold-text.ts';
import { longestAddress, splitAddress, type WholeAddress } from './import-address.ts';
import { type DateOrder, longestDate, readDate } from './import-dates.ts';
import { type Cell, type ImportField, type ImportKind, type KindOf, kindOf } from './import-fields.ts';
import { type CountryCode, countryCodes, type Language, languages } from './primitives.ts';
import { type ServiceType, serviceTypes } from './service-kinds.ts';
import type { TodoStatus } from './todo.ts';

/** Why a cell is not a value of its field. The list is closed. */
export const cellProblems = [
  'NOT_A_DATE',
  /** 03/04/2026, and nobody has said what comes first. */
  'AMBIGUOUS_DATE',
  /** 03/2024 */
  'DAY_MISSING',
  'DATE_OUT_OF_RANGE',
  'NOT_A_YEAR',
  'NOT_MONTHS',
  'NOT_A_COORDINATE',
  'NOT_YES_OR_NO',
  'UNKNOWN_COUNTRY',
  'UNKNOWN_LANGUAGE',
  'UNKNOWN_STATUS',
  'UNKNOWN_SERVICE_TYPE',
  /** 1.23457E+11, or a number of more digits than a spreadsheet program keeps. */
  'DIGITS_LOST',
  /** The program took an identifier such as 3-11 for a day. */
  'TURNED_INTO_DATE',
  /** #REF!, #N/A */
  'FORMULA_ERROR',
  /** Longer than any value of its kind. */
  'TOO_LONG',
] as const;
export type CellProblem = (typeof cellProblems)[number];

/** What a cell of each kind becomes. */
export interface KindValues extends Record<ImportKind, unknown> {
  text: string;
  code: string;
  email: string;
  phone: string;
  /** `YYYY-MM-DD` */
  date: string;
  year: number;
  months: number;
  yesNo: boolean;
  country: CountryCode;
  language: Language;
  status: DeviceStatus;
  serviceType: ServiceType;
  todoStatus: TodoStatus;
  address: WholeAddress;
  latitude: number;
  longitude: number;
  coordinates: { latitude: number; longitude: number };
}

/** A value, null for an empty cell, or the reason why it is none. */
export type Reading<Value> = { value: Value | null } | { problem: CellProblem };

/** Names of what has a code, in all languages, folded by `foldText`: `polska` → `PL`. This package knows no texts. */
export interface ImportNames {
  countries: ReadonlyMap<string, CountryCode>;
  statuses: ReadonlyMap<string, DeviceStatus>;
  serviceTypes: ReadonlyMap<string, ServiceType>;
}

/** What reading a column needs to know beyond the cell. */
export interface ColumnContext {
  names: ImportNames;
  /** Found by `dateOrderOf`, or chosen; null: ambiguous dates are refused. */
  dateOrder: DateOrder | null;
  /** Unit of bare numbers in a column of months: what `lengthUnitOf` says of its header. */
  unit?: LengthUnit | null;
}

const wordsOf = <Code extends string>(words: Partial<Record<Code, string>>): Map<string, Code> =>
  new Map(
    Object.entries<string | undefined>(words).flatMap(([code, text = '']) =>
      text.split(',').map((word): [string, Code] => [foldText(word.trim()), code as Code]),
    ),
  );

/** Words by which companies call a status, besides the names on our screens. */
const statusWords = wordsOf<DeviceStatus>({
  OK:
    'sprawny, sprawna, sprawne, działa, działająca, czynny, czynna, aktywny, aktywna, in betrieb, aktiv, ok, i.o., ' +
    'funktionsfähig, einsatzbereit, betriebsbereit, operational, working, active, in use, in service, running, ' +
    'operativo, operativa, funzionante, attivo, attiva, in funzione, in servizio, en servicio, en funcionamiento, ' +
    'funciona, activo, activa, исправен, исправна, исправно, в работе, работает',
  IN_REPAIR:
    'naprawa, w naprawie, w serwisie, reparatur, in reparatur, repair, under repair, being repaired, riparazione, ' +
    'in riparazione, reparación, en reparación, ремонт, в ремонте, на ремонте',
  FAULT:
    'usterka, awaria, fehler, gestört, störung, fault, faulty, guasto, guasta, avería, averiado, averiada, ' +
    'неисправен, неисправна, неисправно',
  BROKEN:
    'zepsuty, uszkodzony, uszkodzona, niesprawny, niesprawna, nieczynny, nieczynna, außer betrieb, kaputt, defekt, ' +
    'broken, out of order, out of service, rotto, rotta, roto, rota, сломан, не работает',
});
const serviceTypeWords = wordsOf<ServiceType>({
  PERIODIC_INSPECTION:
    'przegląd, konserwacja, kontrola, inspektion, wartung, prüfung, uvv, inspection, service, maintenance, pm, ' +
    'preventive maintenance, check, ispezione, manutenzione, controllo, verifica, inspección, revisión, ' +
    'mantenimiento, осмотр, то, техобслуживание, техническое обслуживание, проверка',
  REPAIR:
    'naprawa, awaria, serwis, reparatur, instandsetzung, störung, repair, breakdown, corrective maintenance, ' +
    'riparazione, guasto, reparación, avería, ремонт',
  INSTALLATION:
    'montaż, instalacja, uruchomienie, montage, installation, inbetriebnahme, commissioning, installazione, ' +
    'messa in servizio, instalación, puesta en marcha, монтаж, установка, ввод в эксплуатацию',
  OPERATOR_TRAINING:
    'szkolenie, schulung, einweisung, unterweisung, training, formazione, formación, обучение, инструктаж',
});
const todoWords = wordsOf<TodoStatus>({
  DONE:
    'done, yes, closed, complete, completed, finished, x, ✓, zrobione, tak, wykonane, zakończone, zamknięte, ' +
    'erledigt, ja, fertig, abgeschlossen, fatto, sì, completato, completata, chiuso, hecho, hecha, sí, terminado, ' +
    'cerrado, да, выполнено, сделано, готово, закрыто, true, 1',
  TODO:
    'to do, todo, no, open, pending, in progress, new, do zrobienia, nie, otwarte, w toku, nowe, offen, nein, ' +
    'zu erledigen, in arbeit, neu, da fare, aperto, in corso, por hacer, pendiente, abierto, en curso, нет, ' +
    'открыто, в работе, не выполнено, к выполнению, новая, false, 0',
});
const yesNoWords = wordsOf<'yes' | 'no'>({
  yes: 'yes, y, true, tak, t, prawda, ja, j, wahr, sì, sí, s, vero, verdadero, да, д, истина, x, ✓, ✔, 1, +',
  no: 'no, n, false, nie, fałsz, nein, falsch, falso, нет, н, ложь, 0',
});
const languageWords = wordsOf<Language>({
  pl: 'polski, polish, polnisch, polacco, polaco, польский, pol',
  en: 'english, angielski, englisch, inglese, inglés, английский, eng, gb',
  de: 'deutsch, german, niemiecki, tedesco, alemán, немецкий, deu, ger',
  it: 'italiano, italian, włoski, italienisch, итальянский, ita',
  es: 'español, castellano, spanish, hiszpański, spanisch, spagnolo, испанский, esp',
  ru: 'русский, russian, rosyjski, russisch, russo, ruso, rus',
});
/** Signs of countries on vehicles, and what people write besides the names and codes. */
const countryWords = wordsOf<CountryCode>({
  DE: 'd, deu, ger, brd',
  AT: 'a, aut',
  CH: 'che',
  PL: 'pol, rp',
  IT: 'i, ita',
  ES: 'e, esp',
  FR: 'f, fra',
  GB: 'uk, gbr, england, scotland, wales, northern ireland, great britain, wielka brytania, großbritannien, anglia',
  US: 'usa',
  RU: 'rus, рф',
  CZ: 'cze, czech republic, czechy, tschechische republik, repubblica ceca, república checa, чешская республика',
  NL: 'nld, holland, holandia, olanda, holanda, голландия',
  BE: 'b, bel',
  LU: 'l, lux',
  SK: 'svk',
  UA: 'ukr',
  BY: 'blr',
  HU: 'h, hun',
  SE: 's, swe',
  NO: 'n, nor',
  DK: 'dnk',
  FI: 'fin',
  PT: 'p, prt',
  LT: 'ltu',
  LV: 'lva',
  EE: 'est',
  IE: 'irl',
  RO: 'rou',
  SI: 'slo, svn',
  HR: 'hrv',
});

/** What people write into a cell that has nothing to say. For a serial number it would be the same machine each time. */
const nothing = new Set(
  [
    'n/a',
    'n.a.',
    'na',
    'none',
    'brak',
    'b/d',
    'n/d',
    'nd',
    'k.a.',
    'k. a.',
    'keine',
    'ohne',
    'nessuno',
    's/d',
    's/n',
    'b/n',
  ]
    .concat(['sin número', 'ninguno', 'нет', 'б/н', 'н/д'])
    .map(foldText),
);
const isNothing = (text: string, kind: ImportKind): boolean =>
  /^[\s\-–—._/?]*$/.test(text) ||
  (kind !== 'text' && kind !== 'yesNo' && kind !== 'todoStatus' && nothing.has(foldText(text)));

const formulaError =
  /^#(REF!|N\/A|N\/D|NV|BEZUG!|WERT!|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!|ADR!|ARG!|SPILL!|CALC!|¡REF!)$/;

/**
 * The most characters a value of a kind has. Longer texts are refused unread: one server reads the cells of all companies,
 * and somebody may have written a cell to keep it busy. What is missing has a longest text in its entity's schema.
 */
const longest: Partial<Record<ImportKind, number>> = {
  date: longestDate,
  year: 60,
  months: 60,
  yesNo: 60,
  country: 100,
  language: 60,
  status: 100,
  serviceType: 100,
  todoStatus: 60,
  address: longestAddress,
  latitude: 60,
  longitude: 60,
  // A link to a map.
  coordinates: 2_000,
};

type Result<Value> = { value: Value } | { problem: CellProblem };
type Read<Value> = (cell: NonNullable<Cell>, context: ColumnContext) => Result<Value>;

/**
 * The value of a cell for a field. Whether the value is allowed (the longest text, a real e-mail address, the years of
 * manufacture) is for the schema of the entity to say.
 */
export function readCell<Field extends ImportField>(
  field: Field,
  cell: Cell,
  context: ColumnContext,
): Reading<KindValues[KindOf<Field>]> {
  const kind = kindOf(field);
  const given = typeof cell === 'string' ? cell.trim() : cell;
  if (given === null || given === '') return { value: null };
  if (typeof given === 'string') {
    if (given.length > (longest[kind] ?? Number.POSITIVE_INFINITY)) return { problem: 'TOO_LONG' };
    if (isNothing(given, kind)) return { value: null };
    if (formulaError.test(given)) return { problem: 'FORMULA_ERROR' };
  }
  return (readers[kind] as Read<KindValues[KindOf<Field>]>)(given, context);
}

const textOf = (cell: NonNullable<Cell>): string =>
  typeof cell === 'object' ? cell.date : typeof cell === 'number' ? digitsOf(cell) : String(cell);

/** A number as its digits: 600000001, not 6e8. */
const digitsOf = (number: number): string =>
  Number.isInteger(number) ? BigInt(number).toString() : String(number);

/** Spreadsheet programs keep 15 digits of a number; those behind them are zeros. */
const mostDigits = 1e15;
/** The plus sign tells it from a serial number such as 12E10. */
const scientific = /^[+-]?\d([.,]\d+)?E\+\d{1,3}$/i;

const identifier: Read<string> = (cell) => {
  if (typeof cell === 'object') return { problem: 'TURNED_INTO_DATE' };
  const isLost = typeof cell === 'number' ? Math.abs(cell) >= mostDigits : scientific.test(String(cell));
  return isLost ? { problem: 'DIGITS_LOST' } : { value: textOf(cell) };
};

const named =
  <Code extends string>(
    problem: CellProblem,
    namesOf: (names: ImportNames) => readonly ReadonlyMap<string, Code>[],
    codes: readonly Code[] = [],
  ) =>
  (cell: NonNullable<Cell>, { names }: ColumnContext): Result<Code> => {
    const text = foldText(textOf(cell)).replace(/\s+/g, ' ');
    const code =
      codes.find((each) => each.toLowerCase() === text) ??
      namesOf(names)
        .map((map) => map.get(text) ?? map.get(text.replace(/(?<![.,;])[.,;]+$/, '')))
        .find((each) => each !== undefined);
    return code === undefined ? { problem } : { value: code };
  };

const country = named<CountryCode>(
  'UNKNOWN_COUNTRY',
  (names) => [names.countries, countryWords],
  countryCodes,
);
const language = named<Language>('UNKNOWN_LANGUAGE', () => [languageWords], languages);
const yesNo = named<'yes' | 'no'>('NOT_YES_OR_NO', () => [yesNoWords]);

const readers: { [Kind in ImportKind]: Read<KindValues[Kind]> } = {
  text: (cell) => ({ value: textOf(cell) }),
  code: identifier,
  phone: identifier,
  email: (cell) => ({ value: textOf(cell).replace(/^mailto:/i, '') }),
  date: (cell, { dateOrder }) => readDate(cell, dateOrder),
  year: readYear,
  months: readMonths,
  yesNo: (cell, context) => {
    if (typeof cell === 'boolean') return { value: cell };
    const word = yesNo(cell, context);
    return 'value' in word ? { value: word.value === 'yes' } : word;
  },
  country,
  // pl-PL
  language: (cell, context) => language(textOf(cell).replace(/^([a-z]{2})[-_][a-z]{2}$/i, '$1'), context),
  status: named<DeviceStatus>('UNKNOWN_STATUS', (names) => [names.statuses, statusWords]),
  serviceType: named<ServiceType>(
    'UNKNOWN_SERVICE_TYPE',
    (names) => [names.serviceTypes, serviceTypeWords],
    serviceTypes,
  ),
  todoStatus: named<TodoStatus>('UNKNOWN_STATUS', () => [todoWords]),
  address: (cell, context) => ({
    value: splitAddress(textOf(cell), (text) => {
      const found = text.length > 2 ? country(text, context) : null;
      return found && 'value' in found ? found.value : null;
    }),
  }),
  latitude: (cell) => degreesIn(90, cell),
  longitude: (cell) => degreesIn(180, cell),
  coordinates: (cell) => {
    const [latitude, longitude] = pointIn(textOf(cell));
    return latitude === undefined ||
      longitude === undefined ||
      Math.abs(latitude) > 90 ||
      Math.abs(longitude) > 180
      ? { problem: 'NOT_A_COORDINATE' }
      : { value: { latitude, longitude } };
  },
};

/**
 * A number as people write it: decimal comma or point; blanks, apostrophes, or the other sign between the thousands.
 * A single comma or point is the decimal sign. Null if it is none.
 */
export function readNumber(text: string): number | null {
  const compact = text.trim().replace(/[\s\u00a0\u202f'’]/g, '');
  const decimal = Math.max(compact.lastIndexOf(','), compact.lastIndexOf('.'));
  const sign = compact[decimal];
  const isThousands = sign !== undefined && compact.indexOf(sign) !== decimal;
  const whole = (decimal < 0 || isThousands ? compact : compact.slice(0, decimal)).replace(/[.,]/g, '');
  const fraction = decimal < 0 || isThousands ? '' : compact.slice(decimal + 1);
  if (!/^[+-]?\d+$/.test(whole) || !/^\d*$/.test(fraction)) return null;
  return Number(`${whole}.${fraction || '0'}`);
}

function readYear(cell: NonNullable<Cell>): Result<number> {
  const text = typeof cell === 'object' ? cell.date : textOf(cell);
  // 2019, 2019 r., 05.2019, 12.03.2019, 2019-03-12
  const [year, more] = text.match(/(?<!\d)(?:1[89]|20)\d{2}(?!\d)/g) ?? [];
  const rest = text.replace(year ?? '', '');
  return year === undefined || more !== undefined || !/^[\d\s./-]{0,9}(r\.?|г\.?)?$/i.test(rest)
    ? { problem: 'NOT_A_YEAR' }
    : { value: Number(year) };
}

/** What a bare number in a column of months counts. `OTHER`: weeks, days, hours; it is not read as months. */
export type LengthUnit = 'MONTHS' | 'YEARS' | 'OTHER';
const units: [LengthUnit, RegExp][] = [
  ['MONTHS', /^(m|mth|mths|mo|mos|mon|month.*|mies.*|m-c.*|monat.*|mes|mesi|meses|мес.*|м)$/],
  ['YEARS', /^(y|yr|yrs|year.*|r|rok.*|lat|lata|l|j|jahr.*|anno|anni|a|ano|anos|г|год.*|лет)$/],
  [
    'OTHER',
    /^(w|wk|wks|week.*|tyg.*|woche.*|settiman.*|seman.*|нед.*|d|day.*|dni|dzien|tag.*|giorn.*|dia.*|дн.*|ден.*|h|std.*|hour.*|mth|ore|horas|час.*)$/,
  ],
];
const unitOf = (word: string): LengthUnit | null =>
  units.find(([, pattern]) => pattern.test(word))?.[0] ?? null;

/** The unit that a header names: "Garantie (Jahre)". Only whole words of three letters and more count. */
export function lengthUnitOf(header: string): LengthUnit | null {
  const words = foldText(header).match(/\p{L}{3,}/gu) ?? [];
  // "rok" and "год" are years, "Rok produkcji" is not a length; the last unit named is the one in brackets.
  return words.map(unitOf).findLast((unit) => unit !== null) ?? null;
}

const adverbs: [number, RegExp][] = [
  [3, /^((1\/4|¼)[- ]?j|vierteljahr|quartal|kwartal|quarter|trimestr|ежекварт|раз в квартал)/],
  [
    6,
    /^((1\/2|½)[- ]?j|halbjahr|polrocz|co pol roku|half-?year|semi-?annual|semestr|semestral|раз в полгода|полугод)/,
  ],
  [24, /^(zweijahr|alle zwei jahre|co dwa lata|bienn|bienal|every two years|раз в два года)/],
  [
    12,
    /^(jahrl|jedes jahr|roczn|corocz|co rok|raz w roku|annual|yearly|every year|annuale|ogni anno|anual|cada ano|ежегодн|раз в год)/,
  ],
  [1, /^(monatlich|miesieczn|co miesiac|monthly|every month|mensil|mensual|ежемесячн|раз в месяц)/],
];
/** "2x jährlich", "1 x w roku". */
const timesAYear =
  /^(\d{1,2})\s?(?:x|×|mal|veces|volte|razy?|раза?|times)\s?(?:j|im jahr|pro jahr|p\.? ?a|roczn|w roku|na rok|yearly|a year|per year|annu|al anno|all.anno|l.anno|al ano|por ano|в год)/;

const everyWord = /^(co|alle|every|ogni|cada|каждые|каждый|раз в)\s+/;

function readMonths(cell: NonNullable<Cell>, { unit }: ColumnContext): Result<number> {
  const refused = { problem: 'NOT_MONTHS' } as const;
  if (typeof cell === 'object') return refused;
  const text = foldText(textOf(cell))
    .replace(/\s+/g, ' ')
    .replace(/(?<![().])[().]+$/, '');
  const adverb = adverbs.find(([, pattern]) => pattern.test(text));
  if (adverb) return { value: adverb[0] };
  const between = 12 / Number(timesAYear.exec(text)?.[1] ?? 0);
  if (Number.isFinite(between)) return Number.isInteger(between) ? { value: between } : refused;
  const [, amount = '', word] =
    /^([\d.,]+)\s?-?\s?\(?([\p{L}-]+)?\.?$/u.exec(text.replace(everyWord, '')) ?? [];
  const number = readNumber(amount);
  const counted = word === undefined ? (unit ?? 'MONTHS') : unitOf(word);
  if (number === null || counted === null || counted === 'OTHER') return refused;
  const months = counted === 'YEARS' ? number * 12 : number;
  return Number.isInteger(months) ? { value: months } : refused;
}

/** 52°13'47"N; the letters of the four winds in six languages are not needed, as they all agree on the sign. */
const sexagesimal =
  /^([NSEWО]?)\s*(\d{1,3})\s*°\s*(?:(\d{1,2}(?:[.,]\d+)?)\s*['′’]\s*)?(?:(\d{1,2}(?:[.,]\d+)?)\s*(?:["″”]|'')\s*)?([NSEWO]?)$/i;

function degrees(text: string): number | null {
  const trimmed = text.trim();
  const [matched, before = '', whole = '', minutes = '0', seconds = '0', after = ''] =
    sexagesimal.exec(trimmed) ?? [];
  if (matched !== undefined) {
    const size = Number(whole) + (readNumber(minutes) ?? 0) / 60 + (readNumber(seconds) ?? 0) / 3600;
    const rounded = Math.round(size * 1e6) / 1e6;
    return /[SW]/i.test(before + after) ? -rounded : rounded;
  }
  const [, sign = '', number = '', wind = ''] =
    /^([NSEW]?)\s*([+-]?\d{1,3}(?:[.,]\d+)?)\s*°?\s*([NSEW]?)$/i.exec(trimmed) ?? [];
  const value = number === '' ? null : readNumber(number);
  return value !== null && /[SW]/i.test(sign + wind) ? -value : value;
}

function degreesIn(most: number, cell: NonNullable<Cell>): Result<number> {
  const value = typeof cell === 'number' ? cell : degrees(textOf(cell));
  return value === null || Math.abs(value) > most ? { problem: 'NOT_A_COORDINATE' } : { value };
}

/** "52.2297, 21.0122", "52,2297; 21,0122", "52.2297 21.0122", "52°13'47\"N 21°0'44\"E", a link to a map. */
function pointIn(written: string): number[] {
  const text = written.trim().replace(/\s+/g, ' ');
  const inLink = /^https?:.*?(-?\d{1,2}\.\d{1,20})(?:,|%2C)\s?(-?\d{1,3}\.\d+)/i.exec(text);
  const parts = inLink
    ? inLink.slice(1)
    : [/ ?[;|] ?/, / ?, /, /(?<=[NS"″°])[ ,]+(?=[EW\d])/i, / /, /,/]
        .map((separator) => text.split(separator))
        .find((split) => split.length === 2);
  const numbers = (parts ?? []).map(degrees);
  return numbers.every((number) => number !== null) ? numbers : [];
}
