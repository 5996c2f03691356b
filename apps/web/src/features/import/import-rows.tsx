import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { type FieldCode, fieldCodes } from '@servicebook/shared/error-codes';
import type { Import, ImportPlan, ImportProblem, ImportRow } from '@servicebook/shared/import';
import type { Cell, ImportField } from '@servicebook/shared/import-fields';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from '../../components/data-table.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { ExportMenu } from '../../components/export-menu.tsx';
import { QueryTable } from '../../components/query-table.tsx';
import { useTableState } from '../../components/use-table-state.ts';
import { errorText, fieldText } from '../../lib/error-text.ts';
import { showToast } from '../../lib/toast.ts';
import { cellText, readableText, sheetColumn } from './cell-text.ts';
import { fetchTable, importRowsQuery, refetchRows, useFixCell, useSkip } from './import.queries.ts';
import { rowsToWrite } from './import-counts.tsx';
import { ViewSwitch } from './view-switch.tsx';

const views = {
  problems: ['ERROR'],
  included: ['CREATE', 'UPDATE', 'SAME'],
  skipped: ['SKIP'],
} as const satisfies Record<string, readonly ImportPlan[]>;
type View = keyof typeof views;

/** The rows, first those with problems. A cell is corrected where it is shown; a row can be left out. */
export function ImportRows({ found }: { found: Import }) {
  const { t } = useTranslation('import');
  const { rows } = found.counts;
  const [chosen, setChosen] = useState<View | null>(null);
  const [first] = useState<View>(() => (rows.ERROR > 0 ? 'problems' : 'included'));
  const view = chosen ?? first;
  const isOver = found.counts.rowsDone > 0 && rowsToWrite(found) === 0;
  const skip = useSkip();
  const sum = (plans: readonly ImportPlan[]) => plans.reduce((count, plan) => count + rows[plan], 0);
  return (
    <Stack>
      <Group justify="space-between">
        <ViewSwitch
          label={t('screen.rows.title')}
          value={view}
          onChange={setChosen}
          views={(['problems', 'included', 'skipped'] as const).map((value) => ({
            value,
            label: t(value === 'included' && isOver ? 'screen.list.rows' : `screen.rows.${value}`),
            count: sum(views[value]),
          }))}
        />
        <Group gap="xs">
          {rows.ERROR > 0 && (
            <Button
              variant="default"
              loading={skip.isPending}
              onClick={() => skip.mutate({ body: { id: found.id, position: null, isSkipped: true } })}
            >
              {t('screen.rows.skipAll')}
            </Button>
          )}
          {rows.ERROR + rows.SKIP > 0 && (
            <ExportMenu name={t('table.problems')} fetchFile={fetchTable(found.id, 'problems')} />
          )}
        </Group>
      </Group>
      <ErrorNotice error={skip.error} />
      <RowsTable key={view} found={found} view={view} />
    </Stack>
  );
}

function RowsTable({ found, view }: { found: Import; view: View }) {
  const { t } = useTranslation('import');
  const skip = useSkip();
  const table = useTableState({
    name: 'import-rows',
    sizes: [20, 50, 100],
    defaultSize: 20,
    defaultSort: { by: 'position', direction: 'asc' },
    inUrl: false,
  });
  const { text, page, size } = table.request;
  const answer = useQuery(importRowsQuery({ id: found.id, plans: [...views[view]], text, page, size }));
  const place = ({ sheet, row }: ImportRow) => {
    const name = found.sheets.length > 1 && found.sheets[sheet]?.name;
    return name ? t('screen.rows.placeIn', { sheet: name, row }) : t('screen.rows.place', { row });
  };
  const columns: Column<ImportRow>[] = [
    {
      key: 'place',
      header: t('table.row'),
      render: (row) => <span data-nowrap>{place(row)}</span>,
      card: 'title',
    },
    {
      key: 'what',
      header: t('screen.rows.what'),
      render: (row) => <RowContent row={row} />,
    },
    {
      key: 'plan',
      header: t('screen.rows.plan'),
      render: ({ plan, isDone }) => (isDone ? t('screen.rows.done') : plan && t(`screen.plan.${plan}`)),
      card: 'badge',
    },
    ...(view === 'problems'
      ? [
          {
            key: 'problems',
            header: t('screen.rows.toCorrect'),
            width: '45%',
            render: (row: ImportRow) => <Problems found={found} row={row} />,
          },
        ]
      : []),
    {
      key: 'actions',
      header: t('screen.list.actions'),
      align: 'right',
      card: 'action',
      render: (row) =>
        row.isDone ? null : (
          <Button
            variant="default"
            aria-label={`${t(row.plan === 'SKIP' ? 'screen.rows.takeIn' : 'screen.rows.skip')}: ${place(row)}`}
            loading={skip.isPending && skip.variables.body.position === row.position}
            onClick={() =>
              skip.mutate(
                { body: { id: found.id, position: row.position, isSkipped: row.plan !== 'SKIP' } },
                { onError: (error) => showToast({ tone: 'error', message: errorText(error) }) },
              )
            }
          >
            {t(row.plan === 'SKIP' ? 'screen.rows.takeIn' : 'screen.rows.skip')}
          </Button>
        ),
    },
  ];
  return (
    <QueryTable
      query={answer}
      table={table}
      label={t('screen.rows.title')}
      columns={columns}
      rowKey={({ position }) => position}
      searchPlaceholder={t('screen.rows.search')}
      empty={{ title: t(`screen.rows.empty.${view}`) }}
    />
  );
}

/** What a row is about: its records, or its first cells while it has a problem. */
function RowContent({ row: { records, cells } }: { row: ImportRow }) {
  const names = [...new Set(records.map(({ what }) => readableText(what)))].filter(Boolean);
  const shown = names.length > 0 ? names : cells.map(readableText).filter(Boolean);
  return (
    <Text span size="sm" style={{ overflowWrap: 'anywhere' }}>
      {shown.slice(0, 4).join(' · ')}
    </Text>
  );
}

function useProblemText() {
  const { t } = useTranslation('import');
  const isFieldCode = (code: string): code is FieldCode => (fieldCodes as readonly string[]).includes(code);
  return ({ code, other }: ImportProblem): string => {
    if (code === 'CONTRADICTS_ROW')
      return t('problems.CONTRADICTS_ROW', {
        row: other?.row ?? '',
        sheet: other?.sheet ?? '',
        value: other?.value ?? '',
      });
    if (code === 'CHANGED_SINCE_CHECK')
      return t('problems.CHANGED_SINCE_CHECK', { value: other?.value ?? '' });
    return isFieldCode(code) ? (fieldText(code) ?? code) : t(`problems.${code}`);
  };
}

/** Each problem of a row, with the cell to correct if the sheet has one. */
function Problems({ found, row }: { found: Import; row: ImportRow }) {
  const { t } = useTranslation('import');
  const textOf = useProblemText();
  if (row.problems.length === 0) return <>{row.plan && t('screen.rows.fixed')}</>;
  const columns = found.sheets[row.sheet]?.columns ?? [];
  const cells = Map.groupBy(row.problems, ({ column, field }) => column ?? field);
  return (
    <Stack gap="sm">
      {[...cells.values()].map((problems) => {
        const message = [...new Set(problems.map(textOf))].join('. ');
        const [{ column, field } = { column: null, field: null }] = problems;
        if (column === null && field === null)
          return (
            <Text key="none" size="sm" ta="left">
              {message}
            </Text>
          );
        const value = column === null ? null : row.cells[column];
        const header = column === null ? '' : columns[column]?.header || sheetColumn(column);
        return (
          <CellInput
            // The input starts anew with the stored value after a correction.
            key={`${column ?? field} ${cellText(value)}`}
            label={header || (field ? t(`fields.${field}`) : '')}
            value={value}
            message={message}
            // What no column of the sheet says gets a column of its own.
            target={{ id: found.id, position: row.position, column, ...(column === null && { field }) }}
            concernsOthers={problems.some(({ other }) => other !== undefined)}
          />
        );
      })}
    </Stack>
  );
}

interface CellInputProps {
  label: string;
  value: Cell | undefined;
  message: string;
  target: { id: number; position: number; column: number | null; field?: ImportField | null };
  /** Other rows have a problem with this one too. */
  concernsOthers: boolean;
}

/** A cell with a problem. Enter, or leaving the field, saves it and has the row checked again. */
function CellInput({ label, value, message, target, concernsOthers }: CellInputProps) {
  const { t } = useTranslation('import');
  const client = useQueryClient();
  const stored = cellText(value);
  const [typed, setTyped] = useState(stored);
  const fix = useFixCell();
  const save = () => {
    if (typed === stored || fix.isPending) return;
    fix.mutate(
      { body: { ...target, value: typed } },
      { onSuccess: () => concernsOthers && void refetchRows(client) },
    );
  };
  return (
    <TextInput
      ta="left"
      label={label}
      value={typed}
      readOnly={fix.isPending}
      error={fix.error ? errorText(fix.error) : message}
      title={t('screen.rows.enterSaves')}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={save}
      onKeyDown={(event) => {
        if (event.key === 'Enter') save();
        if (event.key === 'Escape') setTyped(stored);
      }}
    />
  );
}
