import { Popover, UnstyledButton } from '@mantine/core';
import type { SessionUser } from '@servicebook/shared/user';
import { IconChevronDown, IconLogout } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { paths } from '../lib/paths.ts';
import { ColourSchemeChoice } from './colour-scheme-choice.tsx';
import classes from './top-bar.module.css';

/** Who is signed in, how the screen looks, and the way out. */
export function AccountMenu({ user }: { user: SessionUser }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const [opened, setOpened] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page closes the menu
  useEffect(() => setOpened(false), [pathname]);
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      offset={4}
      width={300}
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <UnstyledButton className={classes.account} onClick={() => setOpened(!opened)}>
          <Initials user={user} />
          <Who user={user} />
          <IconChevronDown className={classes.chevron} size={16} aria-hidden />
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown className={classes.accountPanel}>
        <p className={classes.accountEmail}>{user.email}</p>
        <ColourSchemeChoice />
        <Link to={paths.logout} className={classes.entry}>
          <IconLogout size={18} stroke={1.7} aria-hidden />
          {t('menu.signOut')}
        </Link>
      </Popover.Dropdown>
    </Popover>
  );
}

export function Initials({ user }: { user: SessionUser }) {
  return (
    <span className={classes.initials} aria-hidden>
      {(user.firstName.slice(0, 1) + user.lastName.slice(0, 1)).toUpperCase()}
    </span>
  );
}

export function Who({ user }: { user: SessionUser }) {
  return (
    <span className={classes.who}>
      <span className={classes.name}>
        {user.firstName} {user.lastName}
      </span>
      <span className={classes.company}>{user.account.companyName}</span>
    </span>
  );
}
