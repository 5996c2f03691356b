import '@mantine/core/styles/ScrollArea.layer.css';
import { Autocomplete, type AutocompleteProps, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { nameOf } from '@servicebook/i18n/names.ts';
import { type FieldCode, fieldCodes } from '@servicebook/shared/error-codes';
import type { Import, ImportFixedRow, ImportProblem, ImportRow } from '@servicebook/shared/import';
import { allowedValues, namedValues } from '@servicebook/shared/import-allowed';
import type { Cell, ImportField } from '@servicebook/shared/import-fields';
import { cellProblems } from '@servicebook/shared/import-values';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { optionFilter } from '../../components/option-filter.ts';
import { employeesQuery } from '../../lib/employees.ts';
import { errorText, fieldText } from '../../lib/error-text.ts';
import { allCategoriesQuery } from '../category/category.queries.ts';
import type { Alike } from './alike-button.tsx';
import { cellText, sheetColumn } from './cell-text.ts';
import { useAllowedWords } from './change-text.ts';
import { refetchRows, useFixCell } from './import.queries.ts';

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
export function Problems({
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
            // The input starts over with the stored value after a correction.
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
