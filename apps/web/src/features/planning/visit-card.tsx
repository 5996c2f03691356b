import { formatHours } from '@servicebook/i18n/format.ts';
import { joinPresent, nameOf } from '@servicebook/i18n/names.ts';
import { machineNames } from '@servicebook/shared/machine-name';
import type { Visit } from '@servicebook/shared/visit';
import { isOpenVisit } from '@servicebook/shared/visit';
import { workPlaces } from '@servicebook/shared/work-place';
import {
  IconAlertTriangle,
  IconCheck,
  IconDotsVertical,
  IconFlagFilled,
  IconPlayerPlayFilled,
  IconUsers,
} from '@tabler/icons-react';
import { memo, type RefObject, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { currentLanguage } from '../../lib/i18n.ts';
import { linkTo } from '../../lib/paths.ts';
import { useMachinesText, whenText, windowText } from '../visit/visit-texts.ts';
import classes from './board.module.css';
import type { CardModel } from './board-rows.ts';
import { useDraggable } from './drag.ts';
import menu from './menu-button.module.css';

/** What cards call. It stays the same while the board lives, so that no card is drawn again because of it. */
export interface CardActions {
  grab: (key: string) => string[];
  countText: (count: number) => string;
  openMenu: (key: string, button: HTMLElement) => void;
  choose: (key: string) => void;
  /** The visit whose card gets the focus where it appears, because it was moved with the keyboard. */
  focused: RefObject<number | null>;
}

export const townOf = ({ customer, devices }: Visit): string => {
  const [place] = workPlaces(customer, devices);
  return place?.city || place?.streetAddress || '';
};

interface Props {
  card: CardModel;
  chosen: boolean;
  actions: CardActions;
}

/** A visit on the board. */
export const VisitCard = memo(function VisitCard({ card, chosen, actions }: Props) {
  const { t } = useTranslation(['planning', 'visit', 'service']);
  const { key, visit, conflicts, userId } = card;
  const { customer, devices, state, priority, technicians, types, minutes } = visit;
  const element = useRef<HTMLLIElement>(null);
  const link = useRef<HTMLAnchorElement>(null);
  const stored = visit.id > 0;
  useDraggable(element, { cardKey: stored && isOpenVisit(visit) ? key : null, ...actions });
  const { focused } = actions;
  useEffect(() => {
    if (focused.current === visit.id && document.activeElement === document.body) link.current?.focus();
  }, [focused, visit.id]);

  const window = windowText(visit);
  const time = window || (minutes === null ? '' : formatHours(minutes, currentLanguage()));
  const pressing = priority === 'URGENT' || priority === 'HIGH';
  const hasTop = time !== '' || pressing || state === 'STARTED' || state === 'DONE';
  const machines = useMachinesText()(devices);
  const town = townOf(visit);
  const kinds = types.map((type) => t(`service:types.${type}`)).join(', ');
  const others = technicians.filter(({ id }) => id !== userId);
  const spoken = joinPresent([
    customer.shortName,
    whenText(visit),
    machines,
    town,
    kinds,
    priority !== 'NORMAL' && t(`visit:priorities.${priority}`),
    t(`visit:states.${state}`),
    ...conflicts.map((conflict) => t(`conflicts.${conflict}`)),
  ]);
  return (
    <li
      ref={element}
      className={classes.card}
      data-card={key}
      data-state={state}
      data-priority={priority}
      data-chosen={chosen || undefined}
      data-pending={!stored || undefined}
      data-conflict={conflicts.length > 0 || undefined}
    >
      {hasTop && (
        <div className={classes.cardTop}>
          {time && <span className={classes.time}>{time}</span>}
          {pressing && (
            <span className={classes.priority} data-priority={priority}>
              <IconFlagFilled size={11} aria-hidden />
              {t(`visit:priorities.${priority}`)}
            </span>
          )}
          {state === 'STARTED' && (
            <span className={classes.state} data-state={state}>
              <IconPlayerPlayFilled size={10} aria-hidden />
              {t('visit:states.STARTED')}
            </span>
          )}
          {state === 'DONE' && (
            <span className={classes.state} data-state={state}>
              <IconCheck size={12} stroke={2.5} aria-hidden />
              {t('visit:states.DONE')}
            </span>
          )}
        </div>
      )}
      <Link
        ref={link}
        className={classes.customer}
        to={linkTo.visit({ id: visit.id })}
        draggable={false}
        tabIndex={-1}
        data-stop
        aria-label={spoken}
        title={joinPresent([customer.fullName, machineNames(devices), town, kinds, visit.text], '\n')}
        onClick={(event) => {
          if (stored && !event.ctrlKey && !event.metaKey && !event.shiftKey) return;
          // With Ctrl or Shift it is chosen, as files are.
          event.preventDefault();
          if (stored) actions.choose(key);
        }}
      >
        {customer.shortName}
      </Link>
      <span className={classes.where}>{joinPresent([town, machines], ' · ')}</span>
      <span className={classes.kind}>
        <span className={classes.kindText}>{kinds}</span>
        {others.length > 0 && (
          <span className={classes.others} title={others.map(nameOf).join(', ')}>
            <IconUsers size={12} aria-hidden />+{others.length}
          </span>
        )}
      </span>
      {conflicts.map((conflict) => (
        <span key={conflict} className={classes.conflict}>
          <IconAlertTriangle size={12} aria-hidden />
          {t(`conflicts.${conflict}`)}
        </span>
      ))}
      {stored && (
        <button
          type="button"
          className={`${menu.button} ${classes.more}`}
          tabIndex={-1}
          data-card-menu
          data-not-printed
          aria-haspopup="menu"
          aria-label={t('menuOf', { name: customer.shortName })}
          onClick={(event) => actions.openMenu(key, event.currentTarget)}
        >
          <IconDotsVertical size={16} aria-hidden />
        </button>
      )}
    </li>
  );
});
