import { stringify } from 'csv-stringify/sync';
import type { Format, Outcome, Rows } from './run-command.ts';

/** The text for a terminal, for a program or for a spreadsheet. */
export function showOutcome(outcome: Outcome, format: Format): string {
  if (format === 'json') return `${JSON.stringify('rows' in outcome ? outcome.rows : outcome, null, 2)}\n`;
  if ('said' in outcome) return `${outcome.said}\n`;
  const rows = outcome.rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([column, value]) => [column, cellOf(value)])),
  );
  // A spreadsheet takes a text that begins like this for a formula.
  if (format === 'csv') return stringify(rows, { header: true, escape_formulas: true });
  return tableOf(rows as Rows as Record<string, string>[]);
}

function cellOf(value: unknown): string {
  const text = value instanceof Date ? value.toISOString() : String(value ?? '');
  // Names are of strangers: none may move the cursor or colour the terminal.
  return text.replaceAll(/\p{C}+/gu, ' ');
}

function tableOf(rows: readonly Record<string, string>[]): string {
  if (rows.length === 0) return 'None.\n';
  const columns = Object.keys(rows[0] ?? {});
  const lines = [Object.fromEntries(columns.map((column) => [column, column])), ...rows];
  const widths = columns.map((column) => Math.max(...lines.map((line) => (line[column] ?? '').length)));
  return lines
    .map((line) =>
      columns
        .map((column, at) => (line[column] ?? '').padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .map((line) => `${line}\n`)
    .join('');
}
