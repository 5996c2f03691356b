/** The history year by year: date, event, person. Long entries continue on the next page. */
import { dateIn } from '@servicebook/shared/calendar';
import { write } from '../../platform/pdf/company-page.ts';
import { atTop, drawHeading } from '../../platform/pdf/flow.ts';
import * as look from '../../platform/pdf/look.ts';
import {
  artifact,
  drawLine,
  type Element,
  element,
  keepTogether,
  layoutText,
  type Sheet,
  startPage,
  type TextStyle,
  tagged,
  textWidth,
} from '../../platform/pdf/sheet.ts';
import type { Book, BookEntry } from './service-book.pdf.ts';
import * as own from './service-book-style.ts';

const { dateWidth, rail, textAt, whoWidth, gap, between, fieldWidth } = own.timeline;
/** Entries higher than this part of a page are broken rather than moved as a whole. */
const tallEntry = 0.4;
/** A broken entry leaves at least this much on the page. */
const leastPart = 60;
const dotAt = 6.2;

interface PlacedLine {
  text: string;
  style: TextStyle;
  /** From the page's left margin and the entry's top. */
  x: number;
  y: number;
  height: number;
  /** A thin frame around it. */
  framed: boolean;
}

/** One reading unit: a date, a headline, a paragraph. */
interface Passage {
  part: 'Lbl' | 'LBody';
  lines: PlacedLine[];
}

interface PlacedEntry {
  passages: Passage[];
  height: number;
  dot: { radius: number; color: string; isFilled: boolean };
}

export function drawHistory(sheet: Sheet, book: Book): void {
  const { wording, history } = book;
  const placed = history.map((entry) => ({
    day: dayOf(entry, book),
    ...placeEntry(sheet, book, entry),
  }));
  const lead = Math.min(placed[0]?.height ?? 0, 2 * leastPart) + 50;
  drawHeading(sheet, sheet.root, wording.book.history, { ...look.heading, spaceBefore: 20 }, lead);
  if (placed.length === 0) {
    sheet.y = write(sheet, sheet.root, wording.book.noEntries, look.body, sheet.left, sheet.y, sheet.width);
    return;
  }
  drawSummary(sheet, book, placed[0]?.day ?? '', placed.at(-1)?.day ?? '');
  for (const [year, entries] of Map.groupBy(placed, ({ day }) => day.slice(0, 4)))
    drawYear(sheet, book, year, entries);
}

function drawSummary(sheet: Sheet, { wording, history }: Book, first: string, last: string): void {
  const span = first === last ? wording.date(first) : `${wording.date(first)} – ${wording.date(last)}`;
  const count = wording.fill(wording.book.entries, { count: wording.number(history.length) });
  const text = `${span}  ·  ${count}`;
  sheet.y = write(sheet, sheet.root, text, look.small, sheet.left, sheet.y, sheet.width) + 2;
}

function drawYear(sheet: Sheet, book: Book, year: string, entries: PlacedEntry[]): void {
  const lead = Math.min(entries[0]?.height ?? 0, 2 * leastPart);
  keepTogether(sheet, 10 + own.year.size * 1.25 + 8 + lead);
  if (!atTop(sheet)) sheet.y += 10;
  const section = element(sheet, sheet.root, 'Sect');
  sheet.y = write(sheet, section, year, own.year, sheet.left, sheet.y, sheet.width, 'H3') + 8;
  const list = element(sheet, section, 'L');
  const turnPage = () => {
    startPage(sheet);
    const text = book.wording.fill(book.wording.texts.continued, { name: year });
    artifact(sheet, 'Pagination', () => drawLine(sheet, text, own.continued, sheet.left, sheet.y));
    sheet.y += own.continued.size * 1.38 + 8;
  };
  entries.forEach((entry, index) => {
    drawEntry(sheet, list, entry, turnPage, { isFirst: index === 0, isLast: index === entries.length - 1 });
  });
}

function drawEntry(
  sheet: Sheet,
  list: Element,
  { passages, height, dot }: PlacedEntry,
  turnPage: () => void,
  { isFirst, isLast }: { isFirst: boolean; isLast: boolean },
): void {
  const page = sheet.bottom - sheet.options.margins.top;
  const mayMove = height < page * tallEntry;
  if (sheet.y + height > sheet.bottom && (mayMove || sheet.bottom - sheet.y < leastPart)) turnPage();
  const item = element(sheet, list, 'LI');
  const parents = { Lbl: element(sheet, item, 'Lbl'), LBody: element(sheet, item, 'LBody') };
  const owners = passages.map(({ part }) =>
    part === 'Lbl' ? parents.Lbl : element(sheet, parents.LBody, 'P'),
  );
  let rest = passages.map(({ lines }) => lines);
  for (let offset = 0; offset < height; ) {
    // Where the whole entry would start; above the page for the second part of a broken one.
    const top = sheet.y - offset;
    const fits = (line: PlacedLine) => top + line.y + line.height <= sheet.bottom;
    const below = rest.flat().filter((line) => !fits(line));
    const next = Math.min(height, ...below.map(({ y }) => y));
    drawRail(sheet, {
      from: isFirst ? Math.max(top + dotAt, sheet.y) : sheet.y,
      to: isLast ? top + dotAt : Math.min(top + next + between, sheet.bottom),
    });
    if (offset === 0) drawDot(sheet, dot, top + dotAt);
    rest.forEach((lines, index) => {
      const fitting = lines.filter(fits);
      if (fitting.length > 0) drawLines(sheet, owners[index] as Element, fitting, top);
    });
    rest = rest.map((lines) => lines.filter((line) => !fits(line)));
    offset = next;
    if (offset < height) turnPage();
    else sheet.y = top + height + between;
  }
}

function drawRail(sheet: Sheet, { from, to }: { from: number; to: number }): void {
  if (to <= from) return;
  const x = sheet.left + rail;
  artifact(sheet, 'Layout', () => {
    sheet.doc.moveTo(x, from).lineTo(x, to).lineWidth(0.75).strokeColor(look.line).stroke();
  });
}

function drawDot(sheet: Sheet, { radius, color, isFilled }: PlacedEntry['dot'], y: number): void {
  artifact(sheet, 'Layout', () => {
    sheet.doc
      .circle(sheet.left + rail, y, radius)
      .lineWidth(1.1)
      .fillAndStroke(isFilled ? color : '#ffffff', color);
  });
}

function drawLines(sheet: Sheet, owner: Element, lines: PlacedLine[], top: number): void {
  for (const { framed, text, style, x, y, height } of lines) {
    if (!framed) continue;
    const width = textWidth(sheet, text, style);
    artifact(sheet, 'Layout', () => {
      sheet.doc
        .roundedRect(sheet.left + x - 4.5, top + y - 0.8, width + 9, height + 1.6, 2.5)
        .lineWidth(0.6)
        .strokeColor(style.color)
        .stroke();
    });
  }
  tagged(owner, () => {
    for (const { text, style, x, y } of lines) drawLine(sheet, text, style, sheet.left + x, top + y);
  });
}

const kindsWithoutText = new Set<BookEntry['kind']>(['CHANGE', 'IMPORTED', 'IMPORT_CHANGED']);

/** Measures an entry once; drawing only places its lines. */
function placeEntry(sheet: Sheet, book: Book, entry: BookEntry): PlacedEntry {
  const { wording } = book;
  const bodyWidth = sheet.width - textAt - gap - whoWidth;
  const { service, past, kind } = entry;
  const isDeed = kind === 'SERVICE' || kind === 'EVENT' || kind === 'PAST_SERVICE';
  const passages: Passage[] = [];
  let y = 0;
  const add = (
    text: string,
    style: TextStyle,
    x: number,
    width: number,
    top: number,
    part: Passage['part'],
  ) => {
    const block = layoutText(sheet, text, style, width);
    const lines = block.lines.map((line, index) => ({
      // A space after each; otherwise adjacent texts would be read as one word.
      text: index === block.lines.length - 1 ? `${line} ` : line,
      style,
      x,
      y: top + index * block.lineHeight,
      height: block.lineHeight,
      framed: false,
    }));
    passages.push({ part, lines });
    return block;
  };
  const paragraph = (text: string, style: TextStyle, space = 1) => {
    if (!text.trim()) return;
    y += space + add(text.trim(), style, textAt, bodyWidth, y + space, 'LBody').height;
  };

  const date = add(wording.shortDate(dayOf(entry, book)), own.date, 0, dateWidth, 0.4, 'Lbl');
  if (!entry.day)
    add(wording.time(entry.at, book.timezone), own.time, 0, dateWidth, date.height + 0.4, 'Lbl');

  const title = service ? `${wording.texts.title} ${service.number}` : wording.book.kind[kind as NoService];
  const style = isDeed ? own.deed : own.remark;
  const head = add(title, style, textAt, bodyWidth, 0, 'LBody');
  y = head.height;
  const text = markOf(entry, wording.book);
  if (text) {
    const mark = service && counts(service) ? own.mark : own.openMark;
    const after = textAt + textWidth(sheet, head.lines.at(-1) ?? '', style) + 12;
    const isBeside = after + textWidth(sheet, text, mark) + 5 <= textAt + bodyWidth;
    const height = mark.size * 1.38;
    const top = isBeside ? y - head.lineHeight + 1.4 : y + 3;
    passages.push({
      part: 'LBody',
      lines: [
        { text: `${text} `, style: mark, x: isBeside ? after : textAt + 5, y: top, height, framed: true },
      ],
    });
    if (!isBeside) y = top + height + 2;
  }
  paragraph(entry.types.map((type) => wording.texts.serviceType[type]).join(', '), own.serviceTypes);
  if (past?.number)
    paragraph(wording.fill(wording.book.paperNumber, { number: past.number }), own.serviceTypes);
  // A changed machine's text is its name, which stands on every page; an import's file is nothing for customers.
  if (!kindsWithoutText.has(kind)) paragraph(entry.text, own.text);
  for (const { field, before, after } of entry.changes) {
    const value = `${wording.fieldValue(field, before)}  ›  ${wording.fieldValue(field, after)}`;
    const top = y + 1.5;
    const label = add(wording.field(field), own.field, textAt, fieldWidth - 8, top + 0.5, 'LBody');
    const drawn = add(value, own.change, textAt + fieldWidth, bodyWidth - fieldWidth, top, 'LBody');
    y = top + Math.max(label.height, drawn.height);
  }
  if (entry.who) add(entry.who, own.who, sheet.width - whoWidth, whoWidth, 1, 'LBody');

  const lines = passages.flatMap((passage) => passage.lines);
  return {
    passages,
    height: Math.max(...lines.map((line) => line.y + line.height)),
    dot: dotOf(entry, isDeed),
  };
}

const dayOf = ({ day, at }: BookEntry, { timezone }: Book): string => day ?? dateIn(at, timezone);

/** The word in the frame: the state of a protocol, or that there is none. */
function markOf({ service, past }: BookEntry, words: Book['wording']['book']): string | null {
  if (past) return words.past;
  if (!service) return null;
  if (service.withdrawn) return words.withdrawn;
  return service.signed ? words.signed : words.unsigned;
}

type NoService = keyof Book['wording']['book']['kind'];

/** A withdrawn protocol is signed, but shows no work any more. */
const counts = ({ signed, withdrawn }: NonNullable<BookEntry['service']>) => signed && !withdrawn;

/** Filled for settled entries, hollow for open ones and what was entered afterwards. */
function dotOf({ service, past }: BookEntry, isDeed: boolean): PlacedEntry['dot'] {
  if (past) return { radius: 3.2, color: look.muted, isFilled: false };
  if (service) return { radius: 3.2, color: look.accent, isFilled: counts(service) };
  return { radius: isDeed ? 3.2 : 2.2, color: isDeed ? look.muted : '#8A96A0', isFilled: isDeed };
}
