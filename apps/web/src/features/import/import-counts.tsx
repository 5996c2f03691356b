import { formatNumber } from '@servicebook/i18n/format.ts';
import { type ImportEntity, type ImportSummary, importEntities } from '@servicebook/shared/import';
import { useTranslation } from 'react-i18next';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { FactList } from '../../components/fact-list.tsx';
import { useNarrowScreen } from '../../components/use-narrow-screen.ts';
import { currentLanguage } from '../../lib/i18n.ts';

const kinds = ['CREATE', 'UPDATE', 'SAME'] as const;

/** How many customers, machines and so on an import creates, changes and leaves as they are. */
export function ImportCounts({ made: { counts } }: { made: ImportSummary }) {
  const { t } = useTranslation('import');
  const number = (value: number) => formatNumber(value, currentLanguage());
  const narrow = useNarrowScreen();
  const rows = importEntities.filter((entity) => kinds.some((kind) => counts.records[entity][kind] > 0));
  if (narrow && rows.length > 0) {
    const textOf = (entity: ImportEntity) =>
      kinds
        .filter((kind) => counts.records[entity][kind] > 0)
        .map((kind) => `${t(`screen.plan.${kind}`)}: ${number(counts.records[entity][kind])}`)
        .join(' · ');
    return <FactList facts={rows.map((entity) => [t(`screen.entities.${entity}`), textOf(entity)])} />;
  }
  const columns: Column<ImportEntity>[] = [
    { key: 'entity', header: t('screen.counts.what'), render: (entity) => t(`screen.entities.${entity}`) },
    ...kinds.map((kind) => ({
      key: kind,
      header: t(`screen.plan.${kind}`),
      align: 'right' as const,
      render: (entity: ImportEntity) => number(counts.records[entity][kind]),
    })),
  ];
  return (
    <DataTable
      label={t('screen.counts.title')}
      columns={columns}
      cards={false}
      rows={rows}
      rowKey={(entity) => entity}
      empty={{ title: t('screen.counts.empty') }}
    />
  );
}

/** Rows that wait to be written. */
export const rowsToWrite = ({ counts: { rows, rowsDone } }: ImportSummary): number =>
  rows.CREATE + rows.UPDATE + rows.SAME - rowsDone;
