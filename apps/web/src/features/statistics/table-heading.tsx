import type { StatisticsTable } from '@servicebook/shared/statistics';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ExportMenu } from '../../components/export-menu.tsx';
import classes from './service-events.module.css';
import type { Span } from './span.ts';
import { exportStatistics } from './statistics.queries.ts';

interface TableHeadingProps {
  table: StatisticsTable;
  span: Span;
  hint?: string;
  /** Controls, shown left of the export button. */
  children?: ReactNode;
}

/** The title of a table, a note on how it counts, and its export. */
export function TableHeading({ table, span, hint, children }: TableHeadingProps) {
  const { t } = useTranslation('statistics');
  return (
    <header className={classes.heading}>
      <h2>{t(`tables.${table}`)}</h2>
      <div className={classes.tools}>
        {children}
        <ExportMenu
          name={t(`tables.${table}`)}
          fetchFile={(format) => exportStatistics({ ...span, table, format })}
        />
      </div>
      {hint && <p>{hint}</p>}
    </header>
  );
}
