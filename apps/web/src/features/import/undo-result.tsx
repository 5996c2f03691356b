import {
  type Import,
  type ImportChange,
  type ImportUndoResult,
  importUndoResults,
} from '@servicebook/shared/import';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from '../../components/data-table.tsx';
import { QueryTable } from '../../components/query-table.tsx';
import { useTableState } from '../../components/use-table-state.ts';
import { readableText } from './cell-text.ts';
import { importChangesQuery } from './import.queries.ts';
import { ViewSwitch } from './view-switch.tsx';

/** The records that an undo has reversed, kept or failed at, each with the reason. */
export function UndoResult({ found }: { found: Import }) {
  const { t } = useTranslation('import');
  const { undone } = found;
  const [chosen, setChosen] = useState<ImportUndoResult | null>(null);
  const shown = chosen ?? (undone.FAILED > 0 ? 'FAILED' : undone.KEPT > 0 ? 'KEPT' : 'REVERSED');
  return (
    <section>
      <h2>{t('screen.undo.records')}</h2>
      <ViewSwitch
        label={t('screen.undo.records')}
        value={shown}
        onChange={setChosen}
        views={importUndoResults.map((value) => ({
          value,
          label: t(`screen.undo.${value}`),
          count: undone[value],
        }))}
      />
      <Changes key={shown} id={found.id} undo={shown} />
    </section>
  );
}

function Changes({ id, undo }: { id: number; undo: ImportUndoResult }) {
  const { t } = useTranslation('import');
  const table = useTableState({
    name: 'import-changes',
    sizes: [20, 50, 100],
    defaultSize: 20,
    defaultSort: { by: 'id', direction: 'asc' },
    inUrl: false,
  });
  const { page, size } = table.request;
  const answer = useQuery(importChangesQuery({ id, undo, page, size }));
  const reason = ({ reason: why, who }: ImportChange) => {
    if (!why) return '–';
    return why === 'CHANGED' && who ? t('screen.undo.changedBy', { who }) : t(`screen.undo.reason.${why}`);
  };
  const columns: Column<ImportChange>[] = [
    { key: 'what', header: t('screen.rows.what'), render: ({ what }) => readableText(what), card: 'title' },
    { key: 'entity', header: t('screen.undo.kind'), render: ({ entity }) => t(`screen.entity.${entity}`) },
    {
      key: 'change',
      header: t('screen.undo.change'),
      render: ({ isCreated }) => t(isCreated ? 'plan.CREATE' : 'plan.UPDATE'),
    },
    { key: 'reason', header: t('table.reason'), render: reason },
  ];
  return (
    <QueryTable
      query={answer}
      table={table}
      label={t('screen.undo.records')}
      columns={undo === 'REVERSED' ? columns.slice(0, 3) : columns}
      rowKey={({ id: change }) => change}
      empty={{ title: t('screen.undo.empty') }}
    />
  );
}
