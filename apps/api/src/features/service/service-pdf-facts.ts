/** What the protocol says besides the actions: parts, remarks, recommendations. Each is there only if it was filled. */
import { drawHeading, drawParagraph } from '../../platform/pdf/flow.ts';
import * as look from '../../platform/pdf/look.ts';
import type { Sheet } from '../../platform/pdf/sheet.ts';
import { drawTable, type Table, type TableColumn, tableLead } from '../../platform/pdf/table.ts';
import type { Protocol } from './service.pdf.ts';

const numberWidth = 108;
const machineWidth = 130;
const quantityWidth = 72;

export function drawParts(sheet: Sheet, { snapshot, wording }: Protocol): void {
  const { partsUsed = [], machines } = snapshot;
  if (partsUsed.length === 0) return;
  const { texts } = wording;
  // With one machine on the protocol, its name says nothing.
  const named = machines.length > 1 && partsUsed.some(({ machine }) => machine !== null);
  const numbered = partsUsed.some(({ number }) => number !== '');
  const others: TableColumn[] = [];
  if (numbered) others.push({ header: texts.partNumber, width: numberWidth });
  if (named) others.push({ header: texts.machine, width: machineWidth });
  others.push({ header: texts.quantity, width: quantityWidth, align: 'right' });
  const taken = others.reduce((sum, { width }) => sum + width + look.table.gutter, 0);
  const machineOf = (id: number | null) => {
    const index = machines.findIndex((machine) => machine.id === id);
    return index < 0 ? '' : `${index + 1}.  ${machines[index]?.name}`;
  };
  const table: Table = {
    columns: [{ header: texts.part, width: sheet.width - taken }, ...others],
    rows: partsUsed.map(({ name, number, machine, quantity, unit }) => [
      [name],
      ...(numbered ? [[number]] : []),
      ...(named ? [[machineOf(machine)]] : []),
      [`${wording.number(quantity)} ${unit}`.trim()],
    ]),
    style: look.table,
    continued: wording.fill(texts.continued, { name: texts.partsUsed }),
  };
  drawHeading(sheet, sheet.root, texts.partsUsed, look.heading, tableLead(sheet, table));
  drawTable(sheet, sheet.root, table);
}

export function drawRemarks(sheet: Sheet, { snapshot, wording }: Protocol): void {
  const { texts } = wording;
  drawText(sheet, texts.remarks, snapshot.remarks);
  drawText(sheet, texts.recommendations, snapshot.recommendations);
}

/** A heading with a text below it, unless the text is empty. */
export function drawText(sheet: Sheet, heading: string, text: string | null | undefined): void {
  const trimmed = text?.trim();
  if (!trimmed) return;
  drawHeading(sheet, sheet.root, heading, look.heading, 2 * look.body.size * 1.45);
  drawParagraph(sheet, sheet.root, trimmed, look.body);
}
