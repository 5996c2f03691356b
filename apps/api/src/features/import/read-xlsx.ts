/**
 * Reads a workbook row by row. Only the parts that hold the tables are unpacked, each within a limit that does not trust
 * what the file says of itself. Nothing in it is calculated, run or fetched.
 */
import { dayOfSerial } from '@servicebook/shared/import-dates';
import type { Cell } from '@servicebook/shared/import-fields';
import { importLimits } from '@servicebook/shared/import-refusals';
import sax from 'sax';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import { z } from 'zod';
import { Refused, type RowSink } from './table-rows.ts';

/** A workbook has a few dozen parts. */
const mostParts = 5_000;
/** Of all parts that are read, unpacked. The largest table allowed takes half of it. */
const mostUnpacked = 400_000_000;
/** Characters of comments and instructions in a part. Programs write none, or a line. */
const mostAside = 100_000;

type Attributes = Record<string, string>;
interface Handlers {
  open?(name: string, attributes: Attributes): void;
  text?(text: string): void;
  close?(name: string): void;
}

/** An open archive, and how many bytes of it may still be unpacked. */
interface Package {
  zip: ZipFile;
  entries: Map<string, Entry>;
  left: number;
}

/** @throws Refused */
export async function readXlsx(path: string, sink: RowSink): Promise<void> {
  let zip: ZipFile;
  try {
    zip = await yauzl.openPromise(path, { lazyEntries: true, autoClose: false });
  } catch (error) {
    throw new Refused('BROKEN_FILE', {}, error);
  }
  try {
    const book: Package = { zip, entries: await entriesOf(zip), left: mostUnpacked };
    await readWorkbook(book, sink);
  } finally {
    zip.close();
  }
}

async function entriesOf(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  if (zip.entryCount > mostParts) throw new Refused('UNSAFE_FILE');
  try {
    for await (const entry of zip.eachEntry()) entries.set(entry.fileName.toLowerCase(), entry);
  } catch (error) {
    throw new Refused('BROKEN_FILE', {}, error);
  }
  return entries;
}

async function readWorkbook(book: Package, sink: RowSink): Promise<void> {
  const root = await relationsOf(book, '');
  const main = [...root.values()].find(({ type }) => type === 'officeDocument')?.target;
  if (!main || !book.entries.has(main.toLowerCase())) throw notAWorkbook(book);
  if (main.endsWith('.bin')) throw new Refused('OLD_WORKBOOK');
  const relations = await relationsOf(book, main);
  const partOf = (type: string) => [...relations.values()].find((each) => each.type === type)?.target;

  const sheets: { name: string; target: string; isHidden: boolean }[] = [];
  let is1904 = false;
  await parse(book, main, {
    open(name, attributes) {
      if (name === 'workbookPr') is1904 = /^(1|true)$/.test(attributes.date1904 ?? '');
      if (name !== 'sheet') return;
      const relation = relations.get(attributes['r:id'] ?? relationId(attributes));
      // A sheet that is a chart has no cells.
      if (relation?.type !== 'worksheet') return;
      const isHidden = (attributes.state ?? 'visible') !== 'visible';
      sheets.push({ name: attributes.name ?? '', target: relation.target, isHidden });
    },
  });
  if (sheets.length === 0) throw new Refused('BROKEN_FILE');
  const strings = await sharedStrings(book, partOf('sharedStrings'));
  const formats = await cellFormats(book, partOf('styles'));
  const hasMacros = partOf('vbaProject') !== undefined;
  for (const { name, target, isHidden } of sheets) {
    sink.sheet(name, isHidden);
    if (hasMacros && sink.sheets.length === 1) sink.hint('MACROS_IGNORED');
    await readSheet(book, target, { name, strings, formats, is1904 }, sink);
  }
}

/** Any prefix may stand for the namespace of relations. */
const relationId = (attributes: Attributes): string =>
  Object.entries(attributes).find(([name]) => name.endsWith(':id'))?.[1] ?? '';

function notAWorkbook({ entries }: Package): Refused {
  if (entries.has('content.xml') && entries.has('mimetype')) return new Refused('OPEN_DOCUMENT');
  return new Refused('NOT_A_SPREADSHEET');
}

interface Relation {
  type: string;
  target: string;
}

/** What a part refers to, by id; the root's are those of the empty name. */
async function relationsOf(book: Package, part: string): Promise<Map<string, Relation>> {
  const slash = part.lastIndexOf('/') + 1;
  const [folder, name] = [part.slice(0, slash), part.slice(slash)];
  const relations = new Map<string, Relation>();
  await parse(
    book,
    `${folder}_rels/${name}.rels`,
    {
      open(element, { Id = '', Type = '', Target = '', TargetMode }) {
        // What is outside of the file is never read.
        if (element !== 'Relationship' || TargetMode === 'External') return;
        const target = new URL(Target, `file:///${folder}`).pathname.slice(1);
        relations.set(Id, {
          type: Type.slice(Type.lastIndexOf('/') + 1),
          target: decodeURIComponent(target),
        });
      },
    },
    'optional',
  );
  return relations;
}

/** Sends one part of the file through the parser. */
async function parse(
  book: Package,
  part: string,
  handlers: Handlers,
  isOptional?: 'optional',
): Promise<void> {
  const entry = book.entries.get(part.toLowerCase());
  if (!entry) {
    if (isOptional) return;
    throw new Refused('BROKEN_FILE');
  }
  if (entry.isEncrypted()) throw new Refused('PASSWORD_PROTECTED');
  // The stream of a part ends with an error where it is larger than the archive says.
  book.left -= entry.uncompressedSize;
  if (book.left < 0) throw new Refused('FILE_TOO_LARGE');
  const parser = parserFor(handlers);
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of (await book.zip.openReadStreamPromise(entry)) as AsyncIterable<Uint8Array>)
      parser.write(decoder.decode(chunk, { stream: true }));
    parser.write(decoder.decode()).close();
  } catch (error) {
    if (error instanceof Refused) throw error;
    const isLarger = error instanceof Error && error.message.startsWith('too many bytes');
    throw new Refused(isLarger ? 'UNSAFE_FILE' : 'BROKEN_FILE', {}, error);
  }
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

function parserFor({ open, text, close }: Handlers): sax.SAXParser {
  // Strict: knows the five entities of XML and no others, and ends at the first fault.
  const parser = sax.parser(true, { position: false });
  parser.ondoctype = () => {
    throw new Refused('UNSAFE_FILE');
  };
  parser.onerror = (error) => {
    throw error;
  };
  // What is no content makes a small file long to read.
  let aside = 0;
  const skip = (length: number) => {
    aside += length;
    if (aside > mostAside) throw new Refused('UNSAFE_FILE');
  };
  parser.oncomment = (comment) => skip(comment.length);
  parser.onprocessinginstruction = ({ body }) => skip(body.length);
  if (open) parser.onopentag = ({ name, attributes }) => open(localName(name), attributes as Attributes);
  if (close) parser.onclosetag = (name) => close(localName(name));
  if (text) {
    parser.ontext = text;
    parser.oncdata = text;
  }
  return parser;
}

/** `_x000D_`: a character that XML cannot hold. Our exports write `_x005F_` for the line of such a text. */
const unescaped = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([\da-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;

/** Texts of cells, each once; a cell names its position. */
async function sharedStrings(book: Package, part: string | undefined): Promise<string[]> {
  const strings: string[] = [];
  if (part === undefined) return strings;
  let characters = 0;
  const collect = richText((text) => {
    characters += text.length;
    if (characters > importLimits.charactersInAll) throw new Refused('FILE_TOO_LARGE');
    strings.push(unescaped(text));
  }, 'si');
  await parse(book, part, collect, 'optional');
  return strings;
}

/** The text of an element in runs, without the phonetic guide of Japanese. */
function richText(done: (text: string) => void, element: 'si' | 'is'): Required<Handlers> {
  let text = '';
  let isText = false;
  let isGuide = false;
  return {
    open(name) {
      if (name === element) text = '';
      if (name === 'rPh') isGuide = true;
      isText = name === 't' && !isGuide;
    },
    text(part) {
      if (!isText) return;
      text += part;
      if (text.length > importLimits.characters * 8) throw new Refused('CELL_TOO_LONG');
    },
    close(name) {
      if (name === 't') isText = false;
      if (name === 'rPh') isGuide = false;
      if (name === element) done(text);
    },
  };
}

/** How a number in a cell is meant: a day, an identifier of so many digits, or a number. */
type NumberFormat = 'date' | { digits: number } | null;

/** The formats of numbers that a program knows without being told; the others of them are no days. */
const builtInDates = new Set([
  14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 34, 35, 36, 50, 51, 52, 53, 54, 57, 58,
]);

function numberFormat(id: number, code: string | undefined): NumberFormat {
  if (code === undefined) return builtInDates.has(id) ? 'date' : null;
  // 00000: what is shown of 1067 is 01067.
  if (/^0{2,15}$/.test(code)) return { digits: code.length };
  const [positive = ''] = code.replace(/"[^"]*"|\\.|_.|\*.|\[[^\]]*\]/g, '').split(';');
  // A time of day has no day; "m" alone is a month, beside hours a minute.
  const isDay = /[yd]/i.test(positive) || (/m/i.test(positive) && !/[hs]/i.test(positive));
  return isDay && !/[#?]/.test(positive) && !/^(general|standard)$/i.test(positive) ? 'date' : null;
}

/** The format of numbers by the style of a cell. */
async function cellFormats(book: Package, part: string | undefined): Promise<NumberFormat[]> {
  const codes = new Map<number, string>();
  const formats: NumberFormat[] = [];
  if (part === undefined) return formats;
  let isOfCells = false;
  await parse(
    book,
    part,
    {
      open(name, { numFmtId, formatCode = '' }) {
        if (name === 'numFmt') codes.set(Number(numFmtId), formatCode);
        if (name === 'cellXfs') isOfCells = true;
        if (name === 'xf' && isOfCells)
          formats.push(numberFormat(Number(numFmtId), codes.get(Number(numFmtId))));
      },
      close(name) {
        if (name === 'cellXfs') isOfCells = false;
      },
    },
    'optional',
  );
  return formats;
}

interface Context {
  name: string;
  strings: readonly string[];
  formats: readonly NumberFormat[];
  is1904: boolean;
}

/** The days between the two beginnings of time that workbooks know. */
const days1904 = 1_462;
/** The last row of a sheet. */
const lastRow = 1_048_576;
/** The last day of a workbook, 9999-12-31. */
const lastDay = 2_958_465;

/** B7 → 2; the row is known from its element. Null if it is no position. */
function columnOf(reference: string): number | null {
  const [, letters] = /^([A-Z]{1,3})\d+$/i.exec(reference) ?? [];
  if (letters === undefined) return null;
  return [...letters.toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
}

async function readSheet(
  book: Package,
  part: string,
  { name, strings, formats, is1904 }: Context,
  sink: RowSink,
) {
  let row = 0;
  let isHidden = false;
  let cells: Cell[] = [];
  let column = 0;
  let type = '';
  let format: NumberFormat = null;
  let value = '';
  let isValue = false;
  let isFormula = false;
  let inline: string | null = null;
  const texts = richText((text) => {
    inline = unescaped(text);
  }, 'is');
  let isInline = false;

  function number(text: string): Cell {
    const exact = Number(text);
    if (text.trim() === '' || !Number.isFinite(exact)) return text === '' ? null : text;
    if (format === 'date') {
      const day = Math.floor(exact) + (is1904 ? days1904 : 0);
      if (day >= 1 && day <= lastDay) return { date: dayOfSerial(day) };
    }
    if (format && typeof format === 'object' && Number.isInteger(exact) && exact >= 0)
      return text.padStart(format.digits, '0');
    // As many digits as a program shows: 12.3 instead of 12.300000000000001.
    return Number(exact.toPrecision(15));
  }

  function cell(): Cell {
    if (inline !== null) return inline;
    switch (type) {
      case 's':
        return strings[Number(value)] ?? null;
      case 'str':
        return unescaped(value);
      case 'inlineStr':
        return null;
      case 'b':
        return value === '' ? null : value === '1' || value === 'true';
      case 'e':
        return value;
      case 'd': {
        const [day = ''] = value.split('T');
        return z.iso.date().safeParse(day).success ? { date: day } : value;
      }
      default:
        return number(value);
    }
  }

  await parse(book, part, {
    open(element, attributes) {
      if (isInline) return texts.open(element, attributes);
      switch (element) {
        case 'row':
          row = attributes.r === undefined ? row + 1 : Number(attributes.r);
          if (!Number.isInteger(row) || row < 1 || row > lastRow)
            throw new Refused('BROKEN_FILE', { sheet: name });
          isHidden = /^(1|true)$/.test(attributes.hidden ?? '');
          [cells, column] = [[], 0];
          break;
        case 'c':
          column = (attributes.r === undefined ? null : columnOf(attributes.r)) ?? column + 1;
          type = attributes.t ?? 'n';
          format = formats[Number(attributes.s ?? 0)] ?? null;
          [value, isFormula, inline] = ['', false, null];
          break;
        case 'v':
          isValue = true;
          break;
        case 'f':
          isFormula = true;
          break;
        case 'is':
          isInline = true;
          texts.open(element, attributes);
          break;
        case 'mergeCell':
          sink.hint('MERGED_CELLS', Number(/\d+/.exec(attributes.ref ?? '')?.[0] ?? 0) || undefined);
          break;
      }
    },
    text(text) {
      if (isInline) texts.text(text);
      if (!isValue) return;
      value += text;
      if (value.length > importLimits.characters)
        throw new Refused('CELL_TOO_LONG', { sheet: name, row, column });
    },
    close(element) {
      if (isInline) {
        texts.close(element);
        isInline = element !== 'is';
        return;
      }
      if (element === 'v') isValue = false;
      if (element === 'c') {
        const read = cell();
        if (isFormula && read === null) sink.hint('FORMULAS_WITHOUT_RESULT', row);
        if (read === null || read === '') return;
        // An array with a hole of a million cells is not made first and refused later.
        if (column > importLimits.columns)
          throw new Refused('TOO_MANY_COLUMNS', { sheet: name, row, column });
        cells[column - 1] = read;
      }
      if (element === 'row') sink.row(row, cells, isHidden);
    },
  });
}
