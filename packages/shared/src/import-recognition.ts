/**
 * Which field each column of a sheet is: by its header in six languages, by its values, and by the columns beside it. A
 * proposal that somebody sees and can change, so a column that is not understood stays without a field.
 */
import { foldText } from './fold-text.ts';
import { longestAddress, splitAddress } from './import-address.ts';
import { readDate } from './import-dates.ts';
import { type Cell, groupOf, type ImportField, kindOf } from './import-fields.ts';
import { type HeaderMeaning, headerWords } from './import-headers.ts';
import { type ColumnContext, type ImportNames, readCell } from './import-values.ts';

export interface RecognisedColumn {
  /** As written in the sheet. */
  header: string;
  /** Null: no field. */
  field: ImportField | null;
  /** 0 to 1: how well the header fits. */
  certainty: number;
}

export interface RecognisedSheet {
  /** Counted from 0; null: the sheet has no row that looks like a header. */
  headerRow: number | null;
  columns: RecognisedColumn[];
}

/** How many rows may stand above the header: titles, dates, logos. */
const rowsSearched = 30;
/** How many cells of such a row say whether it is the header. */
const cellsSearched = 100;
/** How many values of a column are looked at. */
const valuesSeen = 50;

/**
 * Finds the header of a sheet and the field of each column; each field is given once.
 * @param rows the first rows of the sheet; some fifty are enough
 * @param names of countries and statuses; without them, values are recognised by fewer words
 */
export function recogniseSheet(rows: readonly (readonly Cell[])[], names?: ImportNames): RecognisedSheet {
  const headerRow = headerRowOf(rows);
  const body = rows.slice(headerRow === null ? 0 : headerRow + 1);
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const headers = Array.from({ length: width }, (_, index) =>
    headerRow === null ? '' : textOf(rows[headerRow]?.[index] ?? null),
  );
  return {
    headerRow,
    columns: recogniseColumns(
      headers,
      headers.map((_, index) => body.map((row) => row[index] ?? null)),
      names,
    ),
  };
}

/** The field of each column. @param values by column */
export function recogniseColumns(
  headers: readonly string[],
  values: readonly (readonly Cell[])[],
  names: ImportNames = noNames,
): RecognisedColumn[] {
  const columns = headers.map((header, index): Column => {
    const profile = profileOf(values[index] ?? [], names);
    return { index, header, profile, ...understand(header, profile) };
  });
  const fields = resolve(columns);
  return columns.map(({ header, score }, index) => {
    const field = fields[index] ?? null;
    return { header, field, certainty: field ? Math.min(1, score) : 0 };
  });
}

const noNames: ImportNames = { countries: new Map(), statuses: new Map(), serviceTypes: new Map() };
const textOf = (cell: Cell): string =>
  cell === null ? '' : typeof cell === 'object' ? cell.date : String(cell).trim();

/** The row that looks most like a header: its words are known, and values stand below. */
function headerRowOf(rows: readonly (readonly Cell[])[]): number | null {
  let best: number | null = null;
  let most = 0;
  rows.slice(0, rowsSearched).forEach((row, index) => {
    const score = headerScore(row) - index / 1000;
    if (score > most) [best, most] = [index, score];
  });
  return best;
}

function headerScore(row: readonly Cell[]): number {
  const filled = row.filter((cell) => textOf(cell) !== '');
  const texts = filled.filter((cell) => typeof cell === 'string' && cell.length < 80 && /\p{L}/u.test(cell));
  // A row of values has numbers, days, addresses.
  if (filled.length < 2 || texts.length < filled.length * 0.7) return 0;
  const known = texts
    .slice(0, cellsSearched)
    .filter((text) => understandWords(String(text)).score >= 0.8).length;
  return known * 2 + texts.length / 10;
}

// ── What the values of a column look like ────────────────────────────────────────────────────────────────────────────

/** The share of a column's values, 0 to 1, that look like each of these. */
interface Profile {
  filled: number;
  date: number;
  months: number;
  year: number;
  email: number;
  phone: number;
  zip: number;
  wholeAddress: number;
  serviceType: number;
  yesNo: number;
  digits: number;
  letters: number;
}

/** Of all countries of `splitAddress`; a column of other numbers is not headed by a word for code. */
const zipLike = /^([A-Z]{1,2}-)?(\d{2}-\d{3}|\d{4,6}|[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2})$/;
const phoneLike = /^(\+|00)?[\d\s()/.-]{7,20}$/;

function profileOf(cells: readonly Cell[], names: ImportNames): Profile {
  const seen = cells.filter((cell) => textOf(cell) !== '').slice(0, valuesSeen) as NonNullable<Cell>[];
  const context: ColumnContext = { names, dateOrder: 'DMY' };
  const share = (test: (cell: NonNullable<Cell>, text: string) => boolean) =>
    seen.length === 0 ? 0 : seen.filter((cell) => test(cell, textOf(cell))).length / seen.length;
  const reads = (field: ImportField) => share((cell) => 'value' in readCell(field, cell, context));
  return {
    filled: seen.length,
    date: share((cell) => {
      const reading = readDate(cell, 'DMY');
      // 12/31/2024 and 03/2024 are days for a person.
      return (
        'value' in reading ||
        'value' in readDate(cell, 'MDY') ||
        (reading.problem === 'DAY_MISSING' && typeof cell === 'string')
      );
    }),
    months: share((cell) => {
      const reading = readCell('machine.interval', cell, context);
      return 'value' in reading && reading.value !== null && reading.value > 0 && reading.value <= 600;
    }),
    year: reads('machine.yearBuilt'),
    email: share((_, text) => text.length < 256 && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)),
    phone: share((_, text) => phoneLike.test(text) && text.replace(/\D/g, '').length >= 7),
    zip: share((_, text) => zipLike.test(text)),
    wholeAddress: share((_, text) => {
      if (text.length > longestAddress) return false;
      const { streetAddress, city, zipCode } = splitAddress(text, () => null);
      return streetAddress !== '' && city !== '' && (zipCode !== '' || /\d/.test(streetAddress));
    }),
    serviceType: reads('past.type'),
    yesNo: share((cell) => typeof cell !== 'number' && 'value' in readCell('contact.isMain', cell, context)),
    digits: share((_, text) => /\d/.test(text)),
    letters: share((_, text) => /\p{L}{2}/u.test(text)),
  };
}

// ── What a header says ───────────────────────────────────────────────────────────────────────────────────────────────

interface Understood {
  meaning: HeaderMeaning | null;
  /** Whose it is, if the header says so: "customer's address". */
  owner?: 'customer' | 'contact' | 'machine';
  score: number;
}

/** A header below this score is not understood. */
const leastScore = 0.62;

/** What is longer is a text; its beginning is enough to see that. */
const longestHeader = 200;

const numberWord = /^(nr|no|num|numer|number|numero|nummer|номер|n)$/;
const smallWords = new Set(
  'de di del della delle dell des der die das the of la el il lo los las w z в'.split(' '),
);

interface Token {
  text: string;
  /** Ended by a full stop: the beginning of a word. */
  isShort: boolean;
}

/** The words of a header in a normal form, in which all words for number are one. */
function tokensOf(text: string): Token[] {
  const folded = foldText(text.slice(0, longestHeader))
    .replace(/\bn\s?\.?\s?[º°]|№|#/g, ' nr ')
    .replace(/(\p{L}{3,})(nummer|nr)(?!\p{L})/gu, '$1 nr ');
  const tokens = [...folded.matchAll(/[\p{L}\d]+(\.?)/gu)].map(([word, stop]) => ({
    text: word.replace(/\.$/, ''),
    isShort: stop === '.',
  }));
  return tokens
    .map((token) => (numberWord.test(token.text) ? { text: 'nr', isShort: false } : token))
    .filter(({ text }) => !smallWords.has(text));
}

interface Entry {
  meaning: HeaderMeaning;
  words: string[];
}
const vocabulary: Entry[] = Object.entries(headerWords).flatMap(([meaning, texts]) =>
  texts.split(',').map((text) => ({
    meaning: meaning as HeaderMeaning,
    words: tokensOf(text).map((token) => token.text),
  })),
);
/** Every word of the vocabulary once, with its entries. */
const entriesOf = new Map<string, Entry[]>();
for (const entry of vocabulary)
  for (const word of entry.words) entriesOf.set(word, [...(entriesOf.get(word) ?? []), entry]);

/** How many letters must be changed, added or left out; at most `most`, above it anything. */
function distance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const changed = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(changed, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? most + 1;
}

/** 0 to 1: equal, shortened, misspelt, in another case ("klienta"). */
function likeness({ text, isShort }: Token, word: string): number {
  if (text === word) return 1;
  if (isShort && text.length >= 2 && word.startsWith(text)) return 0.9;
  const shorter = Math.min(text.length, word.length);
  // Few people mistype both the first letter and the end.
  if (shorter < 5 || (text[0] !== word[0] && text.slice(-3) !== word.slice(-3))) return 0;
  const most = shorter >= 9 ? 2 : 1;
  if (distance(text, word, most) <= most) return 0.9;
  let same = 0;
  while (same < shorter && text[same] === word[same]) same += 1;
  return same >= 5 && same >= Math.max(text.length, word.length) * 0.7 ? 0.85 : 0;
}

/** The words of the vocabulary by their first letter and by their last three: a word that is alike has one of them. */
const wordsByEnds = new Map<string, string[]>();
for (const word of entriesOf.keys())
  for (const end of new Set([`${word[0]}-`, word.slice(-3)]))
    wordsByEnds.set(end, [...(wordsByEnds.get(end) ?? []), word]);

/** By word of the vocabulary, how much each word of the header is like it. */
function likenessOf(header: readonly Token[]): Map<string, number[]> {
  const found = new Map<string, number[]>();
  for (const [index, token] of header.entries()) {
    const { text } = token;
    for (const end of [`${text[0]}-`, text.slice(-3)])
      for (const word of wordsByEnds.get(end) ?? []) {
        const like = likeness(token, word);
        if (like === 0) continue;
        const likes = found.get(word) ?? header.map(() => 0);
        likes[index] = like;
        found.set(word, likes);
      }
  }
  return found;
}

/** How well a header fits an entry, 0 to 1: words that only one of them has count against it. */
function fitOf(count: number, { words }: Entry, likes: ReadonlyMap<string, number[]>): number {
  const used = new Set<number>();
  let sum = 0;
  for (const word of words) {
    const [index, best] = (likes.get(word) ?? []).reduce<[number, number]>(
      (most, like, at) => (like > most[1] && !used.has(at) ? [at, like] : most),
      [-1, 0],
    );
    used.add(index);
    sum += best;
  }
  // Of two words that fit equally, the first is what the header is about: "Produttore gruppo".
  return (2 * sum) / (count + words.length) + (used.has(0) ? 0.001 : 0);
}

function lookUp(tokens: readonly Token[]): Understood {
  let found: Understood = { meaning: null, score: 0 };
  // No header has so many words, or so long ones.
  if (tokens.length > 12 || tokens.some(({ text }) => text.length > 40)) return found;
  const likes = likenessOf(tokens);
  const entries = new Set([...likes.keys()].flatMap((word) => entriesOf.get(word) ?? []));
  // In the order of the vocabulary, so that the first of two equals wins.
  for (const entry of vocabulary) {
    if (!entries.has(entry)) continue;
    const score = fitOf(tokens.length, entry, likes);
    if (score > found.score) found = { meaning: entry.meaning, score };
  }
  return found.score >= leastScore ? found : { meaning: null, score: 0 };
}

/** Words that only say whose something is: "Aufstellort PLZ", "Contact email", "adres klienta". */
const owners: [NonNullable<Understood['owner']>, RegExp][] = [
  [
    'machine',
    /^(aufstell|standort|einsatzort|maszyn|urzadz|machin|equipment|asset|site|gerat|maschin|anlage|macchin|maquin|equipo|impiant|оборудов|машин|установк|instal|montaz|objekt)/,
  ],
  ['contact', /^(kontakt|contact|contatto|ansprech|referent|osob|контакт)/],
  [
    'customer',
    /^(klient|kund|customer|client|firm|compan|заказчик|клиент|kontrahent|odbiorc|siedzib|azienda|empresa)/,
  ],
];
const ownable = new Set<HeaderMeaning>([
  'address',
  'city',
  'coordinates',
  'country',
  'email',
  'latitude',
  'longitude',
  'mobile',
  'name',
  'note',
  'phone',
  'street',
  'zip',
  'zipCity',
]);

function withOwner(tokens: readonly Token[]): Understood | null {
  for (const [owner, pattern] of owners) {
    const rest = tokens.filter(({ text }) => !pattern.test(text));
    if (rest.length === 0 || rest.length === tokens.length) continue;
    const { meaning, score } = lookUp(rest);
    if (meaning && ownable.has(meaning) && score >= 0.9) return { meaning, score: score * 0.97, owner };
  }
  return null;
}

/** Words that say whose address it is where the vocabulary has them as one: "Kundenadresse", "billing address". */
const saysWhose =
  /^(klient|kund|customer|client|firm|compan|заказчик|клиент|kontrahent|odbiorc|siedzib|azienda|empresa|organi[sz]|zentral|haupt|rechnung|billing|invoice|faktur|fattur|factur|legal|registered|fiscal|domicil|юридич|платель|контрагент)/;

/** Whether a header names an address or a part of one and does not say whose: "Straße", "PLZ / Ort". */
export function isPlainAddress(header: string): boolean {
  const { meaning, owner } = understandWords(header);
  return (
    meaning !== null &&
    owner === undefined &&
    ['address', 'street', 'zip', 'city', 'zipCity', 'country', 'code'].includes(meaning) &&
    !tokensOf(header).some(({ text }) =>
      [saysWhose, ...owners.map(([, pattern]) => pattern)].some((each) => each.test(text)),
    )
  );
}

/** "Typ/Modell", "Producent i typ": several words for one thing, or maker and model in one column. */
function ofParts(header: string): Understood | null {
  const parts = header
    .slice(0, longestHeader)
    .split(/[/,+&]|\s(?:i|und|and|e|y|и)\s/i)
    .map((part) => lookUp(tokensOf(part)));
  if (parts.length < 2 || parts.length > 3 || parts.some(({ score }) => score < 0.9)) return null;
  const meanings = new Set(parts.map(({ meaning }) => (meaning === 'type' ? 'machine.model' : meaning)));
  const [only = null] = meanings;
  const score = 0.9;
  if (meanings.size === 1) return { meaning: only, score };
  // The maker alone would lose the model; the model with the maker in front loses nothing.
  if (meanings.size === 2 && meanings.has('machine.manufacturer') && meanings.has('machine.model'))
    return { meaning: 'machine.model', score };
  const isZip = meanings.has('zip') || meanings.has('code');
  return meanings.size === 2 && isZip && meanings.has('city') ? { meaning: 'zipCity', score } : null;
}

/** "Status (active/inactive)". */
function withoutBrackets(header: string): Understood | null {
  const rest = header.slice(0, longestHeader).replace(/[([][^)\]]*[)\]]?/g, ' ');
  const { meaning, score } =
    rest.length < header.length ? lookUp(tokensOf(rest)) : { meaning: null, score: 0 };
  return meaning && score >= 0.9 ? { meaning, score: score * 0.94 } : null;
}

function understandWords(header: string): Understood {
  const tokens = tokensOf(header);
  const whole = lookUp(tokens);
  if (whole.score >= 0.97) return whole;
  const others = [ofParts(header), withOwner(tokens), withoutBrackets(header), ofDates(header)].filter(
    (each) => each !== null,
  );
  return others.reduce((best, each) => (each.score > best.score ? each : best), whole);
}

const inspectionWords =
  /przegl|konserwac|kontrol|inspe[ck]| insp |wartung| wart |pruf|uvv|dguv| tuv |maintenance| pp?m |check|ispezion| manut|controll|verific|mantenim| mant |mantto|revision|осмотр|проверк| то |техобслуж|техническ\p{L}* обслуж/u;
const serviceWords =
  /serwis|servic| svc |interven|обслуж|ремонт|reparat|repair|napraw|riparaz|reparac|einsatz|wizyt|visit|besuch/;
const lastWords = /ostatni| ost |letzt|zuletzt| last |previous|ultim| ult |последн| посл |предыдущ/;
const nextWords =
  /nast|kolejn|nachst| next |prossim| pross |proxim| prox |следующ| след |очередн|планов|fallig| due |wazn|termin| scad|vencim| vto /;
const intervalWords =
  /inter[vw]al|frequen|czestot|cykl|turnus|zyklus|odstep|period| cadenz|pruffrist|wartungsfrist| co | alle | every | ogni | cada |кажды|период|интервал|abstand/;
const dateWords = / dat|datum| date|fecha|дата| am /;
const warrantyWords = /gwar|garant|garanz| gar |warr|guarantee| wty |gewahrl| gtia |гарант| гар /;
const untilWords =
  / do | bis |until| till |expir| exp | ends? |fino|scad|hasta| fin |vencim|ablauf|ende |koniec| до |окончан|wazn/;
const lengthWords =
  /okres|dauer|length|period|durata|duracion|срок|dlugosc|laufzeit|plazo|mies|monat|month|mesi|meses|мес| lata | lat |jahre|years|anni|anos| лет | mo | mths? /;

/** Headers that put two thoughts together: last or next or how often, and inspection or service; warranty, and how long. */
function ofDates(header: string): Understood | null {
  const text = ` ${foldText(header.slice(0, longestHeader)).replace(/[^\p{L}\d]+/gu, ' ')} `;
  const said = (meaning: HeaderMeaning): Understood => ({ meaning, score: 0.95 });
  if (warrantyWords.test(text)) {
    if (lengthWords.test(text)) return said('machine.warrantyLength');
    return said(untilWords.test(text) ? 'machine.warrantyUntil' : 'warranty');
  }
  const isInspection = inspectionWords.test(text);
  const isService = serviceWords.test(text);
  if (lastWords.test(text) && (isInspection || isService))
    return said(isInspection ? 'past.lastInspection' : 'past.lastService');
  if (intervalWords.test(text)) return said('interval');
  if (nextWords.test(text) && (isInspection || isService)) return said('past.nextInspection');
  // "TÜV bis": what is valid until a day is due then.
  if (isInspection && untilWords.test(text)) return said('past.nextInspection');
  if (isInspection && dateWords.test(text)) return said('past.lastInspection');
  if (isInspection || isService)
    return { meaning: isInspection ? 'past.lastInspection' : 'past.lastService', score: 0.7 };
  return null;
}

/** What header and values say together. */
function understand(header: string, profile: Profile): Understood {
  const said = understandWords(header);
  const { meaning, score } = said;
  if (!meaning) return ofValues(profile);
  if (profile.filled === 0) return score < 0.8 ? { meaning: null, score: 0 } : said;
  if (meaning === 'warranty' || meaning === 'machine.warrantyLength' || meaning === 'machine.warrantyUntil') {
    if (profile.date >= 0.6) return { ...said, meaning: 'machine.warrantyUntil' };
    if (profile.months >= 0.6) return { ...said, meaning: 'machine.warrantyLength' };
    return { ...said, meaning: meaning === 'warranty' && profile.yesNo < 0.6 ? 'machine.warranty' : null };
  }
  return isContradicted(meaning, profile) ? { meaning: null, score: 0 } : said;
}

/** The values cannot be what the header says. A few wrong cells are for the check to name. */
function isContradicted(meaning: HeaderMeaning, profile: Profile): boolean {
  if (meaning === 'interval') return profile.months < 0.3;
  if (meaning === 'email') return profile.email < 0.3;
  if (meaning === 'phone' || meaning === 'mobile') return profile.phone < 0.2;
  if (meaning === 'date' || meaning === 'due') return profile.date < 0.3;
  if (meaning === 'latitude' || meaning === 'longitude') return profile.letters > 0.7;
  if (!meaning.includes('.')) return false;
  const kind = kindOf(meaning as ImportField);
  if (kind === 'date') return profile.date < 0.3;
  return kind === 'year' && profile.year < 0.3;
}

/** A column whose header says nothing. Only values that cannot be anything else decide. */
function ofValues({ filled, email, wholeAddress }: Profile): Understood {
  if (filled >= 2 && email >= 0.8) return { meaning: 'email', score: 0.7 };
  if (filled >= 2 && wholeAddress >= 0.9) return { meaning: 'address', score: 0.65 };
  return { meaning: null, score: 0 };
}

// ── What the columns beside it say ───────────────────────────────────────────────────────────────────────────────────

interface Column extends Understood {
  index: number;
  header: string;
  profile: Profile;
}

/** Whether a meaning is a field, which the rest of the sheet does not change. */
const isField = (meaning: HeaderMeaning | null): meaning is ImportField => meaning?.includes('.') ?? false;

/** What a sheet is about. */
interface Sheet {
  columns: readonly Column[];
  meanings: ReadonlySet<HeaderMeaning | null>;
  isAboutMachines: boolean;
  isAboutParts: boolean;
  isAboutTodos: boolean;
  isAboutActions: boolean;
  hasContact: boolean;
  /** One service in a row, with its date. */
  isRegister: boolean;
  /** Columns with the date of something past. */
  hasPast: boolean;
  firstMachine: number;
}

function sheetOf(columns: readonly Column[]): Sheet {
  const meanings = new Set(columns.map(({ meaning }) => meaning));
  const any = (...wanted: HeaderMeaning[]) => wanted.some((meaning) => meanings.has(meaning));
  const machineColumns = columns.filter(
    ({ meaning, owner }) =>
      (isField(meaning) && groupOf(meaning) === 'machine') || (meaning === 'name' && owner === 'machine'),
  );
  const isAboutTodos = meanings.has('todo.text');
  const isTyped = columns.some(({ meaning, profile }) => meaning === 'type' && profile.serviceType >= 0.6);
  const isRegister =
    !isAboutTodos &&
    meanings.has('date') &&
    (isTyped ||
      any('past.number', 'past.performedBy', 'past.description', 'past.type', 'person', 'description'));
  return {
    columns,
    meanings,
    isAboutMachines: machineColumns.length > 0,
    isAboutParts: meanings.has('part.name'),
    isAboutTodos,
    isAboutActions: meanings.has('action.name'),
    hasContact: meanings.has('contact.name'),
    isRegister,
    hasPast: isRegister || any('past.lastInspection', 'past.lastService', 'past.nextInspection'),
    firstMachine: Math.min(...machineColumns.map(({ index }) => index)),
  };
}

/** Gives each field once: first where the header alone says it, the best header first, then by the rest of the sheet. */
function resolve(columns: readonly Column[]): (ImportField | null)[] {
  const sheet = sheetOf(columns);
  const fields: (ImportField | null)[] = columns.map(() => null);
  const taken = new Set<ImportField>();
  const give = (column: Column, choices: readonly (ImportField | null)[]) => {
    const field = choices.find((choice) => choice === null || !taken.has(choice)) ?? null;
    fields[column.index] = field;
    if (field) taken.add(field);
  };
  const byScore = [...columns].sort((a, b) => b.score - a.score || a.index - b.index);
  for (const column of byScore)
    if (isField(column.meaning)) give(column, [fieldIn(sheet, column.meaning, column), null]);
  // What the customer and the machine are called decides the rest.
  const rest = columns.filter(({ meaning }) => !isField(meaning));
  const isFirst = ({ meaning }: Column) => meaning === 'customer';
  for (const column of [...rest.filter(isFirst), ...rest.filter((each) => !isFirst(each))])
    give(column, choicesFor(sheet, column, taken));
  return withoutPartsOfAddress(sheet, fields);
}

/** Fields that mean nothing without another column. */
function fieldIn(sheet: Sheet, field: ImportField, { index }: Column): ImportField | null {
  const needs: Partial<Record<ImportField, boolean>> = {
    'contact.role': sheet.hasContact,
    'contact.isMain': sheet.hasContact,
    'contact.note': sheet.hasContact,
    'part.serialNumber': sheet.isAboutParts,
    'part.producer': sheet.isAboutParts,
    'action.field': sheet.isAboutActions,
    'action.required': sheet.isAboutActions,
    'past.number': sheet.hasPast,
    'past.performedBy': sheet.hasPast,
    'past.description': sheet.hasPast,
    'past.type': sheet.hasPast,
  };
  if (needs[field] === false) return null;
  const part = sheet.columns.find(({ meaning }) => meaning === 'part.name');
  // The maker beside a part is the maker of the part.
  if (field === 'machine.manufacturer' && part && part.index < index && !sheet.meanings.has('machine.model'))
    return 'part.producer';
  return field;
}

type Choices = (ImportField | null)[];

/** The fields that a column may get, the best first. */
function choicesFor(sheet: Sheet, column: Column, taken: ReadonlySet<ImportField>): Choices {
  const { meaning, profile } = column;
  const { isAboutMachines, isAboutParts, isAboutTodos, isRegister } = sheet;
  const ifMachine = (field: ImportField): Choices => (isAboutMachines ? [field, null] : [null]);
  switch (meaning) {
    case 'customer':
      return sheet.meanings.has('customer.fullName')
        ? ['customer.shortName', null]
        : ['customer.fullName', 'customer.shortName', null];
    case 'name':
      return choicesForName(sheet, column, taken);
    case 'code':
      if (profile.zip >= 0.6 && sheet.meanings.has('city') && !sheet.meanings.has('zip'))
        return addressChoices(sheet, column, 'zipCode');
      if (isAboutMachines) return ['machine.ownNumber', null];
      return profile.letters >= 0.5
        ? ['customer.shortName', 'customer.ownNumber', null]
        : ['customer.ownNumber', null];
    case 'address':
    case 'street':
      return profile.wholeAddress >= 0.5 || (meaning === 'address' && !sheet.columns.some(isPlace))
        ? addressChoices(sheet, column, 'address')
        : addressChoices(sheet, column, 'streetAddress');
    case 'zipCity':
      // It is taken apart as an address without a street.
      return addressChoices(sheet, column, 'address');
    case 'zip':
      return addressChoices(sheet, column, 'zipCode');
    case 'city':
      return addressChoices(sheet, column, 'city');
    case 'country':
      return addressChoices(sheet, column, 'country');
    case 'site':
      if (profile.wholeAddress >= 0.5) return ['machine.address', null];
      // A column of notes needs the field more.
      return sheet.meanings.has('note') ? [null] : ifMachine('machine.note');
    case 'phone':
    case 'mobile':
    case 'email':
      return reachChoices(sheet, column, meaning);
    case 'latitude':
      return isAboutMachines ? ['machine.gpsLatitude', null] : ['customer.latitude', null];
    case 'longitude':
      return isAboutMachines ? ['machine.gpsLongitude', null] : ['customer.longitude', null];
    case 'coordinates':
      return isAboutMachines ? ['machine.position', null] : ['customer.position', null];
    case 'type':
      if (profile.serviceType >= 0.6) return ['past.type', null];
      if (!isAboutMachines) return sheet.meanings.has('category.name') ? [null] : ['category.name', null];
      // Words beside no maker say what kind of machine it is; a model has figures.
      return sheet.meanings.has('machine.manufacturer') || profile.digits >= 0.5
        ? ['machine.model', 'category.name', null]
        : ['category.name', 'machine.model', null];
    case 'status':
      return isAboutTodos ? ['todo.status', null] : ifMachine('machine.status');
    case 'done':
      return isAboutTodos ? ['todo.status', null] : [null];
    case 'date':
      if (isAboutTodos) return ['todo.date', null];
      return isRegister || isAboutMachines ? ['past.date', null] : [null];
    case 'due':
      return isAboutTodos ? ['todo.date', null] : ifMachine('past.nextInspection');
    case 'assignee':
      return isAboutTodos ? ['todo.assignee', null] : [null];
    case 'person':
      if (isAboutTodos) return ['todo.assignee', null];
      return sheet.hasPast ? ['past.performedBy', null] : [null];
    case 'note':
    case 'description':
      return textChoices(sheet, column);
    case 'supplier':
      return isAboutParts ? ['part.producer', null] : [null];
    case 'interval':
      return isAboutMachines || !sheet.meanings.has('category.name')
        ? ['machine.interval', null]
        : ['category.interval', null];
    case 'unit':
      if (sheet.isAboutActions) return ['action.unit', null];
      return ifMachine('machine.name');
    default:
      return [null];
  }
}

const isPlace = ({ meaning }: Column): boolean =>
  meaning === 'zip' || meaning === 'city' || meaning === 'zipCity';

/** "Name" is that of the customer in a list of customers, of the machine in a list of machines with a customer. */
function choicesForName(sheet: Sheet, { owner }: Column, taken: ReadonlySet<ImportField>): Choices {
  const customer: Choices = taken.has('customer.fullName')
    ? ['customer.shortName', null]
    : ['customer.fullName', null];
  if (owner === 'customer') return customer;
  if (owner === 'contact') return ['contact.name', null];
  if (owner === 'machine') return ['machine.name', null];
  if (sheet.isAboutParts) return ['part.name', 'machine.name', null];
  if (!sheet.isAboutMachines) return sheet.isAboutActions ? ['category.name', null] : customer;
  return taken.has('machine.name') ? customer : ['machine.name', null];
}

/**
 * Parts of an address. In a row that begins with the machine it is the machine's place; in one that begins with the
 * customer, the customer's, and a second one is the machine's.
 */
function addressChoices(
  { isAboutMachines, firstMachine }: Sheet,
  { index, owner }: Column,
  part: 'address' | 'streetAddress' | 'zipCode' | 'city' | 'country',
): Choices {
  const customer = `customer.${part}` as const;
  const machine = `machine.${part}` as const;
  if (owner === 'machine') return [machine, null];
  if (owner === 'customer' || !isAboutMachines) return [customer, null];
  return index > firstMachine ? [machine, customer, null] : [customer, machine, null];
}

/** How to reach somebody: whoever stands last before it, the customer or the contact. */
function reachChoices(
  { columns, hasContact }: Sheet,
  { index, owner }: Column,
  meaning: 'phone' | 'mobile' | 'email',
): Choices {
  const ofCustomer = meaning === 'email' ? 'customer.email' : 'customer.phoneNumber';
  const ofContact = meaning === 'email' ? 'contact.email' : 'contact.phone';
  if (!hasContact) return [ofCustomer, null];
  const before = columns.findLast(
    (column) => column.index < index && (column.meaning === 'contact.name' || isCustomer(column)),
  );
  const isContact = owner === 'contact' || meaning === 'mobile' || before?.meaning === 'contact.name';
  return isContact && owner !== 'customer' ? [ofContact, ofCustomer, null] : [ofCustomer, ofContact, null];
}

const isCustomer = ({ meaning }: Column): boolean =>
  meaning === 'customer' || (isField(meaning) && groupOf(meaning) === 'customer');

function textChoices(
  { isRegister, isAboutParts, isAboutMachines, isAboutTodos }: Sheet,
  { meaning, owner }: Column,
): Choices {
  if (owner === 'contact') return ['contact.note', null];
  if (isAboutTodos) return ['todo.text', null];
  if (isRegister) return ['past.description', null];
  if (isAboutParts) return ['part.description', null];
  if (!isAboutMachines) return [null];
  return meaning === 'description' ? ['machine.name', 'machine.note', null] : ['machine.note', null];
}

/** Beside whole addresses without a column for streets, postal code and city of the same owner say the same again. */
function withoutPartsOfAddress(
  { columns, meanings }: Sheet,
  fields: readonly (ImportField | null)[],
): (ImportField | null)[] {
  if (meanings.has('street')) return [...fields];
  const whole = columns.flatMap(({ index, profile }) => {
    const field = fields[index];
    return field?.endsWith('.address') && profile.wholeAddress >= 0.5 ? [groupOf(field)] : [];
  });
  return fields.map((field) =>
    field && /\.(zipCode|city)$/.test(field) && whole.includes(groupOf(field)) ? null : field,
  );
}
