import { formatDayPart, formatHours } from '@servicebook/i18n/format.ts';
import { nameOf } from '@servicebook/i18n/names.ts';
import { fullDay } from '@servicebook/shared/planning';
import { IconAlertTriangle, IconBeach, IconPlus } from '@tabler/icons-react';
import { type CSSProperties, memo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../../lib/i18n.ts';
import classes from './board.module.css';
import { isWeekend } from './board-days.ts';
import type { CellModel, Technician } from './board-rows.ts';
import { useDropTarget } from './drag.ts';
import { type CardActions, VisitCard } from './visit-card.tsx';

export interface CellActions extends CardActions {
  openCell: (day: string, userId: number | null, button: HTMLElement) => void;
  openDay: (day: string, userId: number) => void;
}

interface Props {
  cell: CellModel;
  person: Technician | null;
  today: boolean;
  /** The absence goes on from the day before. */
  continues: boolean;
  chosen: string;
  actions: CellActions;
}

export const dayName = (day: string): string =>
  formatDayPart(day, currentLanguage(), { weekday: 'long', day: 'numeric', month: 'long' });

/** What a technician does on one day. */
export const BoardCell = memo(function BoardCell({ cell, person, today, continues, chosen, actions }: Props) {
  const { t } = useTranslation(['planning', 'absence']);
  const element = useRef<HTMLTableCellElement>(null);
  const { day, cards, minutes, overload, absence } = cell;
  useDropTarget(element, day, person?.id ?? null);
  const name = person ? nameOf(person) : t('nobody');
  return (
    <td
      ref={element}
      className={classes.cell}
      data-today={today || undefined}
      data-weekend={isWeekend(day) || undefined}
      data-absent={absence !== null || undefined}
      data-empty={cards.length === 0 || undefined}
    >
      {absence && (
        <span className={classes.absence} data-continues={continues || undefined} title={absence.note}>
          <IconBeach size={14} aria-hidden />
          <span>{t(`absence:kind.${absence.kind}`)}</span>
        </span>
      )}
      {cards.length > 0 && (
        <ul className={classes.cards}>
          {cards.map((card) => (
            <VisitCard
              key={card.key}
              card={card}
              chosen={chosen.includes(` ${card.key} `)}
              actions={actions}
            />
          ))}
        </ul>
      )}
      <div className={classes.foot}>
        {person && minutes > 0 && (
          <button
            type="button"
            className={classes.load}
            tabIndex={-1}
            data-stop
            data-overload={overload || undefined}
            style={{ '--load': Math.min(1, minutes / fullDay) } as CSSProperties}
            aria-label={t(overload ? 'dayOfFull' : 'dayOf', {
              name,
              day: dayName(day),
              hours: formatHours(minutes, currentLanguage()),
              full: formatHours(fullDay, currentLanguage()),
            })}
            onClick={() => actions.openDay(day, person.id)}
          >
            {overload && <IconAlertTriangle size={12} aria-hidden />}
            {formatHours(minutes, currentLanguage())}
            {overload && <span> {t('tooMuch', { full: formatHours(fullDay, currentLanguage()) })}</span>}
          </button>
        )}
        <button
          type="button"
          className={classes.add}
          tabIndex={-1}
          data-stop
          aria-haspopup="menu"
          aria-label={t('cell', { name, day: dayName(day) })}
          onClick={(event) => actions.openCell(day, person?.id ?? null, event.currentTarget)}
        >
          <IconPlus size={16} aria-hidden />
        </button>
      </div>
    </td>
  );
});
