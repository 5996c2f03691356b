import '@mantine/core/styles/ScrollArea.layer.css';
import {
  Autocomplete,
  type AutocompleteProps,
  Button,
  Group,
  NativeSelect,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { nameOf } from '@servicebook/i18n/names.ts';
import { type FieldCode, fieldCodes } from '@servicebook/shared/error-codes';
import {
  type Import,
  type ImportFixedRow,
  type ImportProblem,
  type ImportRow,
  type ImportRowSearch,
  mostNamedRows,
} from '@servicebook/shared/import';
import { allowedValues, namedValues } from '@servicebook/shared/import-allowed';
import type { Cell, ImportField } from '@servicebook/shared/import-fields';
import { cellProblems } from '@servicebook/shared/import-values';
import { IconCopyCheck } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from '../../components/data-table.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { ExportMenu } from '../../components/export-menu.tsx';
import { optionFilter } from '../../components/option-filter.ts';
import { QueryTable } from '../../components/query-table.tsx';
import { useTableState } from '../../components/use-table-state.ts';
import { employeesQuery } from '../../lib/employees.ts';
import { errorText, fieldText } from '../../lib/error-text.ts';
import { showToast } from '../../lib/toast.ts';
import { allCategoriesQuery } from '../category/category.queries.ts';
import { cellText, readableText, sheetColumn } from './cell-text.ts';
import { useAllowedWords, useChangeText } from './change-text.ts';
import classes from './import.module.css';
import {
  fetchTable,
  importRowsQuery,
  refetchRows,
  useFixAlike,
  useFixCell,
  useSkip,
} from './import.queries.ts';
import { rowsToWrite } from './import-counts.tsx';
import { ViewSwitch } from './view-switch.tsx';

/** In this order, those that have rows. */
export type RowsView =
  | 'problems'
  | 'changing'
  | 'withoutTown'
  | 'withoutInspection'
  | 'included'
  | 'imported'
  | 'skipped';
/** What each table shows. */
const views: Record<RowsView, Partial<Pick<ImportRowSearch, 'plans' | 'filter' | 'isDone'>>> = {
  problems: { plans: ['ERROR'] },
  changing: { filter: 'CHANGING' },
  withoutTown: { filter: 'WITHOUT_TOWN' },
  withoutInspection: { filter: 'WITHOUT_INSPECTION' },
  included: { plans: ['CREATE', 'UPDATE', 'SAME'], isDone: false },
  imported: { plans: ['CREATE', 'UPDATE', 'SAME'], isDone: true },
  skipped: { plans: ['SKIP'] },
};

interface ImportRowsProps {
  found: Import;
  /** Null: those with problems if there are any. */
  view: RowsView | null;
  onView: (view: RowsView) => void;
}

/** The rows, first those with problems. A cell is corrected where it is shown; a row can be left out. */
export function ImportRows({ found, view: chosen, onView }: ImportRowsProps) {
  const { t } = useTranslation('import');
  const { rows, rowsDone, rowsChanging, rowsWithoutInspection, rowsWithoutTown } = found.counts;
  const counts: Record<RowsView, number> = {
    problems: rows.ERROR,
    changing: rowsChanging,
    withoutTown: rowsWithoutTown,
    withoutInspection: rowsWithoutInspection,
    included: rowsToWrite(found),
    imported: rowsDone,
    skipped: rows.SKIP,
  };
  const [first] = useState<RowsView>(() =>
    rows.ERROR > 0 ? 'problems' : counts.included > 0 || rowsDone === 0 ? 'included' : 'imported',
  );
  const view = chosen ?? first;
  const isShown: Record<RowsView, boolean> = {
    problems: true,
    changing: counts.changing > 0,
    withoutTown: counts.withoutTown > 0,
    withoutInspection: counts.withoutInspection > 0,
    included: counts.included > 0 || rowsDone === 0,
    imported: rowsDone > 0,
    skipped: true,
  };
  const skip = useSkip();
  return (
    <Stack>
      <Group justify="space-between">
        <ViewSwitch
          label={t('screen.rows.title')}
          value={view}
          onChange={onView}
          views={(Object.keys(views) as RowsView[])
            // The last row of a table may just have been corrected.
            .filter((value) => isShown[value] || value === view)
            .map((value) => ({ value, label: t(`screen.rows.${value}`), count: counts[value] }))}
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

function RowsTable({ found, view }: { found: Import; view: RowsView }) {
  const { t } = useTranslation('import');
  const [alike, setAlike] = useState<Alike | null>(null);
  const skip = useSkip();
  const table = useTableState({
    name: 'import-rows',
    sizes: [20, 50, 100],
    defaultSize: 20,
    defaultSort: { by: 'position', direction: 'asc' },
    inUrl: false,
  });
  const { text, page, size } = table.request;
  const answer = useQuery(importRowsQuery({ id: found.id, ...views[view], text, page, size }));
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
            render: (row: ImportRow) => (
              <Stack gap="sm" align="stretch">
                <Problems found={found} row={row} onAlike={setAlike} />
                {alike?.position === row.position && (
                  <AlikeButton id={found.id} alike={alike} onDone={() => setAlike(null)} />
                )}
              </Stack>
            ),
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

/** What a row is about: its records and what it changes of them, or its first cells while it has a problem. */
function RowContent({ row: { records, cells, isDone } }: { row: ImportRow }) {
  const { t } = useTranslation('import');
  const textOf = useChangeText();
  const names = [...new Set(records.map(({ what }) => readableText(what)))].filter(Boolean);
  const shown = names.length > 0 ? names : cells.map(readableText).filter(Boolean);
  const changed = isDone ? [] : records.filter(({ plan, id }) => plan === 'UPDATE' && id !== null);
  return (
    <Stack gap="xs" style={{ overflowWrap: 'anywhere' }}>
      <Text span size="sm">
        {shown.slice(0, 4).join(' · ')}
      </Text>
      {changed.map(({ entity, id, what, changes }) => (
        <dl key={`${entity} ${id}`} className={classes.changes} aria-label={what}>
          {changes.map((change) => {
            const text = textOf(entity, change);
            return (
              text && (
                <div key={change.field}>
                  <dt>{changed.length > 1 ? `${what}: ${text.label}` : text.label}</dt>
                  <dd>
                    <del>{text.before || t('screen.rows.nothingThere')}</del>
                    <span aria-hidden> → </span>
                    <ins>{text.after || t('screen.rows.nothingThere')}</ins>
                  </dd>
                </div>
              )
            );
          })}
        </dl>
      ))}
    </Stack>
  );
}

function useProblemText() {
  const { t } = useTranslation('import');
  const words = useAllowedWords();
  const isFieldCode = (code: string): code is FieldCode => (fieldCodes as readonly string[]).includes(code);
  return ({ code, field, other }: ImportProblem): string => {
    if (code === 'CONTRADICTS_ROW')
      return t('problems.CONTRADICTS_ROW', {
        row: other?.row ?? '',
        sheet: other?.sheet ?? '',
        value: other?.value ?? '',
      });
    if (code === 'CHANGED_SINCE_CHECK')
      return t('problems.CHANGED_SINCE_CHECK', { value: other?.value ?? '' });
    if (isFieldCode(code)) return fieldText(code) ?? code;
    const isOfCell = (cellProblems as readonly string[]).includes(code);
    const values = field && isOfCell ? namedValues(field, words) : null;
    return [t(`problems.${code}`), ...(values ? [t('problems.allowed', { values })] : [])].join('. ');
  };
}

/** Each problem of a row, with the cell to correct if the sheet has one. */
function Problems({
  found,
  row,
  onAlike,
}: {
  found: Import;
  row: ImportRow;
  onAlike: (alike: Alike) => void;
}) {
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
            field={field}
            value={value}
            message={message}
            // What no column of the sheet says gets a column of its own.
            target={{ id: found.id, position: row.position, column, ...(column === null && { field }) }}
            concernsOthers={problems.some(({ other }) => other !== undefined)}
            onFixed={({ sheet, position, cells, alike }) => {
              // A column that the sheet did not have stands behind the others.
              const at = column ?? cells.length - 1;
              if (alike > 0)
                onAlike({
                  position,
                  sheet,
                  column: at,
                  before: value ?? null,
                  value: cells[at] ?? null,
                  count: alike,
                });
            }}
          />
        );
      })}
    </Stack>
  );
}

interface CellInputProps {
  label: string;
  field: ImportField | null;
  value: Cell | undefined;
  message: string;
  target: { id: number; position: number; column: number | null; field?: ImportField | null };
  /** Other rows have a problem with this one too. */
  concernsOthers: boolean;
  onFixed: (row: ImportFixedRow) => void;
}

/** A cell with a problem. Enter, or leaving the field, saves it and has the row checked again. */
function CellInput({ label, field, value, message, target, concernsOthers, onFixed }: CellInputProps) {
  const { t } = useTranslation('import');
  const client = useQueryClient();
  const stored = cellText(value);
  const [typed, setTyped] = useState(stored);
  const fix = useFixCell();
  const save = (next = typed) => {
    if (next === stored || fix.isPending) return;
    fix.mutate(
      { body: { ...target, value: next } },
      {
        onSuccess: (fixed) => {
          onFixed(fixed);
          if (concernsOthers && fixed.alike === 0) void refetchRows(client);
        },
      },
    );
  };
  const words = useAllowedWords();
  const allowed = field && allowedValues(field, words);
  const error = fix.error ? errorText(fix.error) : message;
  if (allowed)
    return (
      <NativeSelect
        ta="left"
        label={label}
        error={error}
        disabled={fix.isPending}
        data={[
          {
            value: '',
            label: stored === '' ? t('screen.columns.choose') : t('screen.rows.chooseFor', { value: stored }),
          },
          ...allowed,
        ]}
        value={typed === stored ? '' : typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          save(event.currentTarget.value);
        }}
      />
    );
  const input = {
    ta: 'left',
    label,
    error,
    readOnly: fix.isPending,
    title: t('screen.rows.enterSaves'),
    value: typed,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Enter') save();
      if (event.key === 'Escape') setTyped(stored);
    },
    onBlur: () => save(),
  } as const;
  if (field === 'category.name' || field === 'todo.assignee')
    return <NamedInput {...input} field={field} onChange={setTyped} onChosen={save} />;
  return <TextInput {...input} onChange={(event) => setTyped(event.currentTarget.value)} />;
}

interface NamedInputProps extends Omit<AutocompleteProps, 'data'> {
  field: 'category.name' | 'todo.assignee';
  onChosen: (name: string) => void;
}

/** What there is can be chosen; another category can be typed. */
function NamedInput({ field, onChosen, ...input }: NamedInputProps) {
  const isCategory = field === 'category.name';
  const { data: categories } = useQuery({ ...allCategoriesQuery, enabled: isCategory });
  const { data: employees } = useQuery({ ...employeesQuery, enabled: !isCategory });
  const names = isCategory
    ? (categories ?? []).map(({ name }) => name)
    : (employees ?? []).filter(({ active }) => active).map(nameOf);
  return (
    <Autocomplete {...input} data={[...new Set(names)]} filter={optionFilter} onOptionSubmit={onChosen} />
  );
}

/** A correction that further rows need too. */
interface Alike {
  position: number;
  sheet: number;
  column: number;
  before: Cell;
  value: Cell;
  count: number;
}

/** Corrects the further rows in one go, and offers to take that back. */
function AlikeButton({ id, alike, onDone }: { id: number; alike: Alike; onDone: () => void }) {
  const { t } = useTranslation('import');
  const fix = useFixAlike();
  const { sheet, column, before, value, count } = alike;
  const failed = (error: unknown) => showToast({ tone: 'error', message: errorText(error) });
  const correct = () =>
    fix.mutate(
      { body: { id, sheet, column, before, value } },
      {
        onSuccess: ({ positions }) => {
          onDone();
          const body = { id, sheet, column, before: value, value: before, positions };
          showToast({
            tone: 'success',
            id: `corrected ${id} ${alike.position} ${column}`,
            message: t('screen.rows.corrected', { count: positions.length }),
            ...(positions.length <= mostNamedRows && {
              action: {
                label: t('screen.rows.takeBack'),
                run: () => fix.mutate({ body }, { onError: failed }),
                undoes: true,
              },
            }),
          });
        },
        onError: failed,
      },
    );
  return (
    <Button
      variant="light"
      loading={fix.isPending}
      leftSection={<IconCopyCheck size={18} aria-hidden />}
      style={{ alignSelf: 'start' }}
      onClick={correct}
    >
      {t('screen.rows.alike', { count })}
    </Button>
  );
}
