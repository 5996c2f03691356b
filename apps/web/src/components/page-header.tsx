import { ActionIcon, Button, Title } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import classes from './page-header.module.css';
import { lastSeen } from './use-table-state.ts';

interface PageHeaderProps {
  title: string;
  /** Where the back button leads; a list comes back with the search, sort and page it was left with. */
  backTo?: string | undefined;
  /** Beside the title, small: a status, a count. */
  note?: ReactNode;
  actions?: ReactNode;
}

/** The top of a page: the way back, its one h1, what can be done. Also names the browser's tab. */
export function PageHeader({ title, backTo, note, actions }: PageHeaderProps) {
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
  /** Leads to a page… */
  to?: string | undefined;
  /** …or does something here. */
  onClick?: (() => void) | undefined;
  variant?: 'filled' | 'default';
}

/** A page's action: icon and words; on a phone's header, where the title needs the room, the icon alone shows. */
export function HeaderAction({ label, icon, to, onClick, variant = 'filled' }: HeaderActionProps) {
  const look = { variant, leftSection: icon, children: label, className: classes.action ?? '' };
  return to ? <Button component={Link} to={to} {...look} /> : <Button onClick={onClick} {...look} />;
}
