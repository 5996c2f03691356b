import { autoScrollForElements } from '@atlaskit/pragmatic-drag-and-drop-auto-scroll/element';
import { formatDayPart, formatHours } from '@servicebook/i18n/format.ts';
import { nameOf } from '@servicebook/i18n/names.ts';
import { IconUserQuestion } from '@tabler/icons-react';
import { type CSSProperties, memo, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../../lib/i18n.ts';
import classes from './board.module.css';
import { BoardCell, type CellActions } from './board-cell.tsx';
import { isWeekend } from './board-days.ts';
import type { RowModel } from './board-rows.ts';
import { useBoardKeys } from './use-board-keys.ts';

interface Props {
  rows: readonly RowModel[];
  days: readonly string[];
  today: string;
  chosen: ReadonlySet<string>;
  actions: CellActions;
  onMove: (key: string, days: number, rows: number) => void;
  onUndo: () => void;
}

/** In rem. */
const widths = { name: 10, day: 7.5, empty: 2.5 };

/** Technicians and days. Each row is a grid of its own, so that the browser can skip those out of view. */
export function Board({ rows, days, today, chosen, actions, onMove, onUndo }: Props) {
  const { t } = useTranslation('planning');
  const frame = useRef<HTMLDivElement>(null);
  const table = useRef<HTMLTableElement>(null);
  const keys = useBoardKeys(table, { onMove, onChoose: actions.choose, onUndo });
  useEffect(() => (frame.current ? autoScrollForElements({ element: frame.current }) : undefined), []);

  const narrow = days.map(
    (day, index) =>
      days.length > 1 && isWeekend(day) && rows.every(({ cells }) => cells[index]?.cards.length === 0),
  );
  const columns = narrow.map((empty) => (empty ? `${widths.empty}rem` : `minmax(${widths.day}rem, 1fr)`));
  const least = narrow.reduce((sum, empty) => sum + (empty ? widths.empty : widths.day), widths.name);
  const look = {
    '--board-columns': `${widths.name}rem ${columns.join(' ')}`,
    '--board-least': `${least}rem`,
  } as CSSProperties;
  return (
    <div ref={frame} className={classes.frame} data-days={days.length}>
      <table
        ref={table}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: arrow keys lead through it
        role="grid"
        className={classes.table}
        style={look}
        aria-label={t('title')}
        aria-describedby="board-keys"
        onFocus={keys.onFocus}
        onKeyDown={keys.onKeyDown}
        onContextMenu={(event) => {
          const card = (event.target as HTMLElement).closest<HTMLElement>('[data-card]');
          const menu = card?.querySelector<HTMLElement>('[data-card-menu]');
          if (!card?.dataset.card || !menu) return;
          event.preventDefault();
          actions.openMenu(card.dataset.card, menu);
        }}
      >
        <thead>
          <tr className={classes.row}>
            <th scope="col" className={classes.corner}>
              {t('technician')}
            </th>
            {days.map((day, index) => (
              <th
                key={day}
                scope="col"
                className={classes.day}
                data-today={day === today || undefined}
                data-narrow={narrow[index] || undefined}
                aria-current={day === today ? 'date' : undefined}
                aria-label={formatDayPart(day, currentLanguage(), {
                  weekday: 'long',
                  day: 'numeric',
                  month: 'long',
                })}
              >
                <span className={classes.weekday}>
                  {formatDayPart(day, currentLanguage(), { weekday: 'short' })}
                </span>
                <span className={classes.number}>{Number(day.slice(8))}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <BoardRow
              key={row.person?.id ?? 0}
              row={row}
              today={today}
              chosen={chosenIn(row, chosen)}
              actions={actions}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The chosen cards of a row as one text, which is equal if nothing has changed. */
function chosenIn({ cells }: RowModel, chosen: ReadonlySet<string>): string {
  if (chosen.size === 0) return '';
  const keys = cells.flatMap(({ cards }) => cards.map(({ key }) => key)).filter((key) => chosen.has(key));
  return keys.length > 0 ? ` ${keys.join(' ')} ` : '';
}

interface RowProps {
  row: RowModel;
  today: string;
  chosen: string;
  actions: CellActions;
}

const BoardRow = memo(function BoardRow({ row: { person, cells }, today, chosen, actions }: RowProps) {
  const { t } = useTranslation('planning');
  const minutes = cells.reduce((sum, cell) => sum + cell.minutes, 0);
  const visits = cells.reduce((sum, { cards }) => sum + cards.length, 0);
  return (
    <tr className={classes.row} data-nobody={person === null || undefined}>
      <th scope="row" className={classes.person}>
        {person ? (
          <span className={classes.name}>{nameOf(person)}</span>
        ) : (
          <span className={classes.name}>
            <IconUserQuestion size={16} aria-hidden />
            {t('nobody')}
          </span>
        )}
        {person && !person.active && <span className={classes.conflict}>{t('conflicts.LEFT')}</span>}
        {person?.active && person.position && <span className={classes.position}>{person.position}</span>}
        {visits > 0 && (
          <span className={classes.total}>
            {t('total', { count: visits, hours: formatHours(minutes, currentLanguage()) })}
          </span>
        )}
      </th>
      {cells.map((cell, index) => (
        <BoardCell
          key={cell.day}
          cell={cell}
          person={person}
          today={cell.day === today}
          continues={index > 0 && cell.absence !== null && cells[index - 1]?.absence?.id === cell.absence.id}
          chosen={chosen}
          actions={actions}
        />
      ))}
    </tr>
  );
});
