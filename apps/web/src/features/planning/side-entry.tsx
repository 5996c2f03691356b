import { Box, Checkbox } from '@mantine/core';
import { IconDotsVertical } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useDraggable } from './drag.ts';
import menu from './menu-button.module.css';
import classes from './side-list.module.css';
import type { CardActions } from './visit-card.tsx';

interface Props {
  entryKey: string;
  name: string;
  to: string;
  chosen: boolean;
  actions: CardActions;
  children: ReactNode;
}

/** An entry of the side list: to be dragged, chosen, or planned from its menu. */
export function SideEntry({ entryKey, name, to, chosen, actions, children }: Props) {
  const { t } = useTranslation('planning');
  const element = useRef<HTMLLIElement>(null);
  useDraggable(element, { cardKey: entryKey, ...actions });
  return (
    <li ref={element} className={classes.entry} data-card={entryKey} data-chosen={chosen || undefined}>
      <Box component="label" className={classes.box ?? ''}>
        <Checkbox
          size="sm"
          aria-label={t('choose', { name })}
          checked={chosen}
          onChange={() => actions.choose(entryKey)}
        />
      </Box>
      <div className={classes.text}>
        <Link className={classes.title} to={to} draggable={false}>
          {name}
        </Link>
        {children}
      </div>
      <button
        type="button"
        className={`${menu.button} ${classes.more}`}
        data-card-menu
        aria-haspopup="menu"
        aria-label={t('menuOf', { name })}
        onClick={(event) => actions.openMenu(entryKey, event.currentTarget)}
      >
        <IconDotsVertical size={18} aria-hidden />
      </button>
    </li>
  );
}
