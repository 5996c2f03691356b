import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { NavLink } from 'react-router-dom';
import type { Path } from '../lib/paths.ts';
import classes from './menu-entry.module.css';

interface Props {
  to: Path;
  icon: Icon;
  onClick?: () => void;
  children: ReactNode;
}

/** A navigation entry of the top bar's panels and of the phone's menu. */
export function MenuEntry({ to, icon: Icon, onClick, children }: Props) {
  return (
    <NavLink to={to} className={classes.entry} onClick={onClick}>
      <Icon size={20} stroke={1.6} aria-hidden />
      {children}
    </NavLink>
  );
}
