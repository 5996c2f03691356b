/**
 * Our own table layout: text is measured once and a row's place is known before it is drawn. So rows stay whole if
 * possible, headers repeat on every page, and long tables cost no more per row than short ones.
 */
import {
  artifact,
  drawLine,
  type Element,
  element,
  hairline,
  layoutText,
  type Sheet,
  startPage,
  type TextStyle,
  tagged,
  textWidth,
} from './sheet.ts';

export interface TableColumn {
  header: string;
  width: number;
  align?: 'left' | 'right';
  /** Where a pair's value starts, from the cell's left edge. */
  valueAt?: number;
}

/** A cell holds paragraphs and pairs of a label and a value, one below the other. */
export type CellItem = string | { label: string; value: string };
export type TableRow = CellItem[][];

export interface TableStyle {
  header: TextStyle;
  cell: TextStyle;
  label: TextStyle;
  headerLine: string;
  rowLine: string;
  padding: number;
  gutter: number;
}

export interface Table {
  columns: TableColumn[];
  rows: TableRow[];
  style: TableStyle;
  /** Shown above the repeated header, to say whose rows continue. */
  continued: string;
}

interface PlacedLine {
  text: string;
  style: TextStyle;
  x: number;
  y: number;
  height: number;
}

interface PlacedRow {
  cells: PlacedLine[][];
  height: number;
}

/** Rows higher than this fraction of a page are split instead of moved as a whole. */
const tallRow = 0.4;
/** A split row leaves at least this much on the page. */
const leastPart = 60;

/** The height a table needs to start on a page: its header and its first two rows, or a sufficient part of them. */
export function tableLead(sheet: Sheet, table: Table): number {
  const rows = table.rows.slice(0, 2).map((items) => placeRow(sheet, table, items).height);
  const height = rows.reduce((sum, row) => sum + row, 0);
  return placeHeader(sheet, table).height + Math.min(height, 2 * leastPart);
}

/** Draws a table from the cursor down, over as many pages as needed. */
export function drawTable(sheet: Sheet, parent: Element, table: Table): void {
  const owner = element(sheet, parent, 'Table');
  const header = placeHeader(sheet, table);
  drawRow(sheet, table, header, headerCells(sheet, owner, table));
  headerLine(sheet, table);

  const turnPage = () => {
    startPage(sheet);
    artifact(sheet, 'Pagination', () => {
      const { label } = table.style;
      const lines = layoutText(sheet, table.continued, label, sheet.width).lines;
      drawLine(sheet, lines.length > 1 ? `${lines[0]} …` : (lines[0] ?? ''), label, sheet.left, sheet.y);
      sheet.y += label.size * 1.38 + 4;
      drawCells(sheet, table, header, 'untagged');
      sheet.y += header.height;
    });
    headerLine(sheet, table);
  };

  for (const items of table.rows) {
    let row = placeRow(sheet, table, items);
    const tr = element(sheet, owner, 'TR');
    const cells = table.columns.map(() => element(sheet, tr, 'TD'));
    for (;;) {
      const room = sheet.bottom - sheet.y;
      if (row.height <= room) break;
      const page = sheet.bottom - sheet.options.margins.top;
      if (row.height < page * tallRow || room < leastPart) {
        turnPage();
        continue;
      }
      const [head, rest] = splitRow(row, room - table.style.padding);
      drawRow(sheet, table, head, cells);
      turnPage();
      row = rest;
    }
    drawRow(sheet, table, row, cells);
    hairline(sheet, sheet.left, sheet.y, sheet.width, table.style.rowLine, 0.4);
  }
}

function headerCells(sheet: Sheet, owner: Element, table: Table): Element[] {
  const tr = element(sheet, owner, 'TR');
  return table.columns.map(() => element(sheet, tr, 'TH', { scope: 'Column' }));
}

function headerLine(sheet: Sheet, { style }: Table): void {
  hairline(sheet, sheet.left, sheet.y, sheet.width, style.headerLine, 0.75);
}

function drawRow(sheet: Sheet, table: Table, row: PlacedRow, cells: Element[]): void {
  drawCells(sheet, table, row, cells);
  sheet.y += row.height;
}

function drawCells(sheet: Sheet, table: Table, row: PlacedRow, cells: Element[] | 'untagged'): void {
  let x = sheet.left;
  table.columns.forEach((column, index) => {
    const left = x;
    const lines = row.cells[index] ?? [];
    const draw = () => {
      for (const line of lines) drawLine(sheet, line.text, line.style, left + line.x, sheet.y + line.y);
    };
    const cell = cells === 'untagged' ? undefined : cells[index];
    if (!cell) draw();
    else if (lines.length > 0) tagged(cell, draw);
    x += column.width + table.style.gutter;
  });
}

function placeHeader(sheet: Sheet, table: Table): PlacedRow {
  const { header, label, padding } = table.style;
  const style = { ...table.style, cell: header, label, padding: padding * 0.7 };
  return placeRow(
    sheet,
    { ...table, style },
    table.columns.map((column) => [column.header]),
  );
}

function placeRow(sheet: Sheet, table: Table, items: TableRow): PlacedRow {
  const { padding } = table.style;
  const cells = table.columns.map((column, index) =>
    placeCell(sheet, table.style, column, items[index] ?? []),
  );
  const lowest = Math.max(padding, ...cells.flat().map((line) => line.y + line.height));
  return { cells, height: lowest + padding };
}

function placeCell(sheet: Sheet, style: TableStyle, column: TableColumn, items: CellItem[]): PlacedLine[] {
  const placed: PlacedLine[] = [];
  let y = style.padding;
  const place = (text: string, textStyle: TextStyle, x: number, width: number, top: number): number => {
    const block = layoutText(sheet, text, textStyle, width);
    block.lines.forEach((line, index) => {
      const indent = column.align === 'right' ? width - textWidth(sheet, line, textStyle) : 0;
      placed.push({
        // A space after each; otherwise the items of a cell would be read as one word.
        text: index === block.lines.length - 1 ? `${line} ` : line,
        style: textStyle,
        x: x + indent,
        y: top + index * block.lineHeight,
        height: block.lineHeight,
      });
    });
    return block.height;
  };
  for (const item of items) {
    if (typeof item === 'string') y += place(item, style.cell, 0, column.width, y);
    else {
      const valueAt = column.valueAt ?? column.width / 2;
      const drop = (style.cell.size - style.label.size) * 1.05;
      const label = place(item.label, style.label, 0, valueAt - 8, y + drop) + drop;
      const value = place(item.value, style.cell, valueAt, column.width - valueAt, y);
      y += Math.max(label, value) + 1.5;
    }
  }
  return placed;
}

/** Splits a row at a height, between lines. */
function splitRow(row: PlacedRow, height: number): [PlacedRow, PlacedRow] {
  const above = (line: PlacedLine) => line.y + line.height <= height;
  const rest = row.cells.map((lines) => lines.filter((line) => !above(line)));
  const top = (cells: PlacedLine[][]) => Math.min(...cells.flat().map((line) => line.y));
  const shift = top(rest) - top(row.cells);
  return [
    { cells: row.cells.map((lines) => lines.filter(above)), height },
    {
      cells: rest.map((lines) => lines.map((line) => ({ ...line, y: line.y - shift }))),
      height: row.height - shift,
    },
  ];
}
