/** The machines of a protocol, each with the actions done on it. */
import type { ProtocolSnapshot } from '@servicebook/shared/protocol-snapshot';
import { write } from '../../platform/pdf/company-page.ts';
import { atTop, drawHeading } from '../../platform/pdf/flow.ts';
import * as look from '../../platform/pdf/look.ts';
import {
  drawBlock,
  type Element,
  element,
  keepTogether,
  layoutText,
  type Sheet,
  tagged,
} from '../../platform/pdf/sheet.ts';
import {
  drawTable,
  type Table,
  type TableColumn,
  type TableRow,
  tableLead,
} from '../../platform/pdf/table.ts';
import type { Protocol } from './service.pdf.ts';
import { detailOf } from './service-shown-facts.ts';

type Machine = ProtocolSnapshot['machines'][number];

const quantityWidth = 46;
const valuesWidth = 184;
const spaceBetween = 14;

export function drawMachines(sheet: Sheet, protocol: Protocol): void {
  const { machines } = protocol.snapshot;
  const prepared = machines.map((machine, index) => {
    const name = machines.length > 1 ? `${index + 1}.  ${machine.name}` : machine.name;
    const title = layoutText(sheet, name, look.strong, sheet.width);
    const detail = layoutText(sheet, detailOf(protocol, machine), look.small, sheet.width);
    const table = machine.actions.length > 0 ? tableOf(sheet, protocol, machine, name) : null;
    const lead = title.height + detail.height + 4 + (table ? tableLead(sheet, table) : 16);
    return { name, title, detail, table, lead };
  });

  drawHeading(sheet, sheet.root, protocol.wording.texts.work, look.heading, prepared[0]?.lead ?? 0);
  for (const [index, { name, title, detail, table, lead }] of prepared.entries()) {
    if (index > 0) {
      keepTogether(sheet, spaceBetween + lead);
      if (!atTop(sheet)) sheet.y += spaceBetween;
    }
    const section = element(sheet, sheet.root, 'Sect');
    place(sheet, section, title, 'H3');
    if (detail.lines.some(Boolean)) place(sheet, section, detail, 'P');
    sheet.y += 4;
    if (table) drawTable(sheet, section, table);
    else
      sheet.y = write(
        sheet,
        section,
        protocol.wording.texts.noActions,
        look.small,
        sheet.left,
        sheet.y,
        sheet.width,
      );
    drawResult(sheet, section, protocol, name, machines[index]?.result);
  }
}

/** Below the actions: whether the machine passed. On a new page the machine is named, or it would read as the result of all. */
function drawResult(
  sheet: Sheet,
  parent: Element,
  { wording }: Protocol,
  name: string,
  result: Machine['result'],
): void {
  if (!result) return;
  const { texts } = wording;
  const block = layoutText(sheet, `${texts.result}: ${texts.results[result]}`, look.strong, sheet.width);
  keepTogether(sheet, 5 + block.height);
  if (atTop(sheet)) place(sheet, parent, layoutText(sheet, name, look.strong, sheet.width), 'P');
  else sheet.y += 5;
  place(sheet, parent, block, 'P');
}

function place(sheet: Sheet, parent: Element, block: ReturnType<typeof layoutText>, type: string): void {
  tagged(element(sheet, parent, type), () => drawBlock(sheet, block, sheet.left, sheet.y));
  sheet.y += block.height;
}

/** All tables of a document share their columns; the values' column is there when any action has values. */
function tableOf(sheet: Sheet, { snapshot, wording }: Protocol, machine: Machine, name: string): Table {
  const { texts } = wording;
  const { gutter } = look.table;
  const withValues = snapshot.machines.some(({ actions }) => actions.some(({ fields }) => fields.length > 0));
  const otherColumns = quantityWidth + gutter + (withValues ? valuesWidth + gutter : 0);
  const columns: TableColumn[] = [
    { header: texts.action, width: sheet.width - otherColumns },
    { header: texts.quantity, width: quantityWidth, align: 'right' },
  ];
  if (withValues) columns.push({ header: texts.values, width: valuesWidth, valueAt: valuesWidth * 0.56 });
  // Documents signed earlier do not change.
  const whyMissing = (reason: string) =>
    snapshot.schemaVersion < 8 ? `– ${reason}` : wording.fill(texts.notMeasured, { reason });
  const rows = machine.actions.map((action): TableRow => {
    const pairs = action.fields.map(({ name, value, unit, reason }) => ({
      label: name,
      value: value === '' && reason ? whyMissing(reason) : wording.measured(value, unit),
    }));
    return [[action.name], [wording.number(action.quantity)], pairs];
  });
  return { columns, rows, style: look.table, continued: wording.fill(texts.continued, { name }) };
}
