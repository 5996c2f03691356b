/** The body of the dossier: the record of inspections, how its dates were found, and what is enclosed. */
import { joinPresent } from '@servicebook/i18n/names.ts';
import type { InspectionRow } from '@servicebook/shared/inspection-record';
import { drawHeading, drawParagraph } from '../../platform/pdf/flow.ts';
import * as look from '../../platform/pdf/look.ts';
import { element, type Sheet } from '../../platform/pdf/sheet.ts';
import {
  drawTable,
  type Table,
  type TableColumn,
  type TableRow,
  tableLead,
} from '../../platform/pdf/table.ts';
import type { Proof, ProvenInspection, WordedDossier } from './dossier.pdf.ts';
import { isSaid } from './dossier-texts.ts';

type Row = InspectionRow<ProvenInspection>;

const small = { ...look.table, cell: look.style('regular', 8.2, look.ink), gutter: 12 };

/** Every required inspection with what was done for it, and apart from them those after the warranty. */
export function drawRecord(sheet: Sheet, dossier: WordedDossier): void {
  const { rows, wording } = dossier;
  const { required, afterWarranty } = wording.dossier;
  const later = rows.filter(({ isInWarranty }) => !isInWarranty);
  const inWarranty = rows.filter((row) => !later.includes(row));
  drawRows(sheet, dossier, required, inWarranty);
  if (later.length > 0) drawRows(sheet, dossier, afterWarranty, later);
}

function drawRows(sheet: Sheet, dossier: WordedDossier, title: string, rows: Row[]): void {
  const { wording } = dossier;
  const { column, noRows } = wording.dossier;
  const columns = widths(sheet, [[column.due, 106], [column.done, 74], [column.status, 94], [column.proof]]);
  drawSection(sheet, dossier, {
    title,
    columns,
    rows: rows.map((row) => [
      dueCell(dossier, row),
      [row.done ? wording.shortDate(row.done.date) : '–'],
      statusCell(dossier, row),
      row.done ? proofCell(dossier, row.done.proof) : [],
    ]),
    none: noRows,
  });
}

function dueCell({ wording, company }: WordedDossier, row: Row): string[] {
  const { dossier: texts, fill, shortDate, months } = wording;
  const { due, statedOn, dueByInterval, period } = row;
  if (due === null) return ['–'];
  return [
    shortDate(due),
    statedOn !== null && fill(texts.stated, { company: company.name, day: shortDate(statedOn) }),
    dueByInterval !== null && fill(texts.byInterval, { day: shortDate(dueByInterval) }),
    statedOn === null && period !== null && fill(texts.intervalOf, { months: months(period) }),
  ].filter(isSaid);
}

function statusCell({ wording }: WordedDossier, { status, daysLate, done }: Row): string[] {
  const { dossier: texts, fill, days, book } = wording;
  const late = daysLate === null ? '' : days(daysLate);
  return [
    fill(texts.status[status], { days: late }),
    !done && late && fill(book.overdue, { days: late }),
  ].filter(isSaid);
}

function proofCell({ wording, company }: WordedDossier, proof: Proof): string[] {
  const { dossier: texts, texts: words, fill, book, shortDate } = wording;
  if (proof.source === 'ENTERED')
    return [
      book.past,
      fill(texts.enteredOn, { day: shortDate(proof.enteredOn), company: company.name }),
      proof.number && fill(book.paperNumber, { number: proof.number }),
      proof.by && fill(texts.by, { who: proof.by }),
    ].filter(isSaid);
  const { number, version, signedOn, isOnPaper, result, otherSerialNumber: serial } = proof;
  return [
    `${words.title} ${number}, ${fill(words.version, { version })}`,
    fill(isOnPaper ? texts.signedOnPaper : texts.signedOn, { day: shortDate(signedOn) }),
    fill(texts.by, { who: proof.by }),
    result && `${words.result}: ${words.results[result]}`,
    serial !== null && (serial ? fill(texts.otherSerial, { number: serial }) : texts.noSerial),
    !proof.isEnclosed && texts.notEnclosed,
  ].filter(isSaid);
}

/** How the dates were found, so that the reader can find them too. */
export function drawMethod(sheet: Sheet, { wording, company, machine }: WordedDossier): void {
  const { dossier: texts, fill, book, months } = wording;
  const { inspectionPeriodInMonths: period } = machine;
  const interval = period === null ? book.noInterval : months(period);
  drawHeading(sheet, sheet.root, texts.method, look.heading, 40);
  const section = element(sheet, sheet.root, 'Sect');
  const values = { company: company.name, interval };
  for (const text of [texts.methodDates, texts.methodLate, texts.methodSources]) {
    drawParagraph(sheet, section, fill(text, values), look.body);
    sheet.y += 3;
  }
}

/** Whoever changes an interval changes what was required: the reader shall know. */
export function drawChanges(sheet: Sheet, dossier: WordedDossier): void {
  const { changes, wording } = dossier;
  if (changes.length === 0) return;
  const { dossier: texts, shortDate, field: nameOf, fieldValue } = wording;
  const { column } = texts;
  drawSection(sheet, dossier, {
    title: texts.changes,
    columns: widths(sheet, [[column.changed, 74], [column.field, 150], [column.before, 100], [column.after]]),
    rows: changes.flatMap(({ day, fields }): TableRow[] =>
      fields.length === 0
        ? [[[shortDate(day)], [texts.imported], [], []]]
        : fields.map(({ field, before, after }) => [
            [shortDate(day)],
            [nameOf(field)],
            [fieldValue(field, before)],
            [fieldValue(field, after)],
          ]),
    ),
    none: '',
  });
}

export function drawEnclosed(sheet: Sheet, dossier: WordedDossier): void {
  const { enclosed, leftOut, wording } = dossier;
  const { dossier: texts, texts: words, fill, number, shortDate } = wording;
  const { column } = texts;
  drawSection(sheet, dossier, {
    title: texts.enclosed,
    style: { ...small, cell: look.style('regular', 7.6, look.ink) },
    columns: widths(sheet, [[column.protocol, 88], [words.service, 92], [column.file]]),
    rows: enclosed.map(({ number: named, version, date, types, file }) => [
      [named, fill(words.version, { version }), shortDate(date)],
      [joinPresent(types.map((type) => words.serviceType[type]))],
      file ? [file.name, file.sha256] : [texts.unreadable],
    ]),
    none: texts.noneEnclosed,
  });
  if (leftOut === 0) return;
  sheet.y += 5;
  const text = fill(texts.leftOut, { count: number(leftOut) });
  drawParagraph(sheet, sheet.root, text, look.body);
}

/** The columns side by side; one without a width takes what is left. */
function widths(sheet: Sheet, given: [header: string, width?: number][]): TableColumn[] {
  const taken = given.reduce((sum, [, width = 0]) => sum + width, 0);
  const rest = sheet.width - taken - small.gutter * (given.length - 1);
  return given.map(([header, width = rest]) => ({ header, width }));
}

function drawSection(
  sheet: Sheet,
  { wording }: WordedDossier,
  {
    title,
    none,
    style = small,
    ...content
  }: Pick<Table, 'columns' | 'rows'> & { title: string; none: string; style?: Table['style'] },
): void {
  const continued = wording.fill(wording.texts.continued, { name: title });
  const table: Table = { ...content, style, continued };
  const isEmpty = table.rows.length === 0;
  drawHeading(sheet, sheet.root, title, look.heading, isEmpty ? 16 : tableLead(sheet, table));
  if (!isEmpty) drawTable(sheet, sheet.root, table);
  else drawParagraph(sheet, sheet.root, none, look.body);
}
