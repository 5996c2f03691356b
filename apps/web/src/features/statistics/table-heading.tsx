import type { StatisticsTable } from '@servicebook/shared/statistics';
import { useTranslation } from 'react-i18next';
import { ExportMenu } from '../../components/export-menu.tsx';
import classes from './service-events.module.css';
import type { Span } from './span.ts';
import { exportStatistics } from './statistics.queries.ts';

/** What a table counts, a word about how, and the way to take it along. */
export function TableHeading({ table, span, hint }: { table: StatisticsTable; span: Span; hint?: string }) {
  const { t } = useTranslation('statistics');
  return (
    <header className={classes.heading}>
      <div>
        <h2>{t(`tables.${table}`)}</h2>
        {hint && <p>{hint}</p>}
      </div>
      <ExportMenu
        name={t(`tables.${table}`)}
        fetchFile={(format) => exportStatistics({ ...span, table, format })}
      />
    </header>
  );
}
