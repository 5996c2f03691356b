import { ActionIcon, Button, Title } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { lastSeen } from '../lib/last-seen.ts';
import { paths } from '../lib/paths.ts';
import classes from './page-header.module.css';

/** In the address of a form that was opened from the first steps on the home page. */
export const fromSteps = { from: 'steps' };

/** Where a form leads back to, also after saving: the first steps if it was opened there, otherwise where it usually does. */
export function useWayBack<Usual>(usual: Usual): Usual | typeof paths.home {
  const [query] = useSearchParams();
  return query.get('from') === fromSteps.from ? paths.home : usual;
}

interface PageHeaderProps {
  title: string;
  /** Target of the back button. A list is restored with its last search, sort and page. */
  backTo?: string | undefined;
  /** A small note next to the title: a status, a count. */
  note?: ReactNode;
  actions?: ReactNode;
}

/** The top of a page: back button, h1 and actions. Also sets the browser tab's title. */
export function PageHeader({ title, backTo: usual, note, actions }: PageHeaderProps) {
  const backTo = useWayBack(usual);
  const { t } = useTranslation('components');
  useEffect(() => {
    document.title = title ? `${title} · Servicebook` : 'Servicebook';
  }, [title]);
  return (
    <header className={classes.root}>
      {backTo && (
        <ActionIcon
          component={Link}
          to={backTo.includes('?') ? backTo : lastSeen(backTo)}
          variant="subtle"
          color="gray"
          size="lg"
          className={classes.back ?? ''}
          aria-label={t('header.back')}
          title={t('header.back')}
        >
          <IconArrowLeft size={22} aria-hidden />
        </ActionIcon>
      )}
      <div className={classes.heading}>
        <Title order={1} className={classes.title ?? ''}>
          {title}
        </Title>
        {note}
      </div>
      {actions && <div className={classes.actions}>{actions}</div>}
    </header>
  );
}

interface HeaderActionProps {
  label: string;
  icon: ReactNode;
  /** Opens a page… */
  to?: string | undefined;
  /** …or runs an action. */
  onClick?: (() => void) | undefined;
  variant?: 'filled' | 'default' | 'light';
}

/** A page action with icon and text; on a phone only the icon, because the title needs the space. */
export function HeaderAction({ label, icon, to, onClick, variant = 'filled' }: HeaderActionProps) {
  const look = { variant, leftSection: icon, children: label, className: classes.action ?? '' };
  return to ? <Button component={Link} to={to} {...look} /> : <Button onClick={onClick} {...look} />;
}
