import { Button, Group, Stack, Text } from '@mantine/core';
import type { Import, ImportRow, ImportRowSearch } from '@servicebook/shared/import';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from '../../components/data-table.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { ExportMenu } from '../../components/export-menu.tsx';
import { QueryTable } from '../../components/query-table.tsx';
import { useTableState } from '../../components/use-table-state.ts';
import { errorText } from '../../lib/error-text.ts';
import { showToast } from '../../lib/toast.ts';
import { type Alike, AlikeButton } from './alike-button.tsx';
import { readableText } from './cell-text.ts';
import { useChangeText } from './change-text.ts';
import classes from './import.module.css';
import { fetchTable, importRowsQuery, useSkip } from './import.queries.ts';
import { rowsToWrite } from './import-counts.tsx';
import { Problems } from './import-problems.tsx';
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
