import '@mantine/core/styles/Skeleton.layer.css';
import { Skeleton } from '@mantine/core';
import { IconCircleCheck, type TablerIcon } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Figure } from './figure.tsx';
import classes from './work-card.module.css';

/** The number of rows on a card; a phone shows three of them. */
export const shownRows = 5;

export interface Count {
  to: string;
  label: string;
  value: number | undefined;
  urgent?: boolean;
}

export interface WorkRow {
  key: string | number;
  to: string;
  title: ReactNode;
  hint: ReactNode;
  /** The due date or severity. */
  end?: ReactNode;
}

interface WorkCardProps<Item> {
  to: string;
  Icon: TablerIcon;
  title: ReactNode;
  action?: ReactNode;
  /** Counts, each with a link to the counted records. */
  counts?: Count[];
  failed: boolean;
  /** Shown below the title, before the rows. */
  children?: ReactNode;
  query: Pick<UseQueryResult<{ content: Item[] }>, 'data' | 'error'>;
  rowOf: (item: Item) => WorkRow;
  /** Rows from this device, shown before the server's. They replace server rows with the same key. */
  ownRows?: WorkRow[];
  /** Shown if there is no work. */
  empty: string;
}

/** A card for one kind of work: the number of pending records, and the first ones. */
export function WorkCard<Item>(props: WorkCardProps<Item>) {
  const { to, Icon, title, action, counts = [], failed, children, query, rowOf, ownRows = [], empty } = props;
  const { t } = useTranslation('home');
  const own = new Set(ownRows.map(({ key }) => key));
  const others = query.data?.content.map(rowOf).filter(({ key }) => !own.has(key));
  const rows = [...ownRows, ...(others ?? [])].slice(0, shownRows);
  return (
    <article className={classes.card}>
      <header className={classes.header}>
        <h2 className={classes.title}>
          <Link to={to}>
            <Icon size={22} stroke={1.6} aria-hidden />
            {title}
          </Link>
        </h2>
        {action}
      </header>
      {counts.length > 0 && (
        <div className={classes.counts}>
          {counts.map(({ to: list, label, value, urgent }) => (
            <Link key={list} to={list} className={classes.count} data-urgent={(urgent && value) || undefined}>
              <b>
                <Figure value={value} failed={failed} />
              </b>{' '}
              {label}
            </Link>
          ))}
        </div>
      )}
      {children}
      {!others && query.error && <p className={classes.note}>{t('rowsFailed')}</p>}
      {!others && !query.error && rows.length === 0 && (
        <div className={classes.waiting} aria-hidden>
          <Skeleton h="1rem" w="70%" />
          <Skeleton h="1rem" w="55%" />
          <Skeleton h="1rem" w="62%" />
        </div>
      )}
      {others && rows.length === 0 && (
        <p className={classes.note}>
          <IconCircleCheck size={22} stroke={1.6} aria-hidden />
          {empty}
        </p>
      )}
      {rows.length > 0 && (
        <ul className={classes.rows}>
          {rows.map((row) => (
            <li key={row.key}>
              <Link to={row.to} className={classes.row}>
                <span className={classes.words}>
                  <span className={classes.name}>{row.title}</span>
                  <span className={classes.hint}>{row.hint}</span>
                </span>
                {row.end && <span className={classes.end}>{row.end}</span>}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </article>
  );
}
