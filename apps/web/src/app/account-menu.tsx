import { Menu, UnstyledButton } from '@mantine/core';
import type { SessionUser } from '@servicebook/shared/user';
import { IconChevronDown, IconLogout } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paths } from '../lib/paths.ts';
import { ColourSchemeChoice } from './colour-scheme-choice.tsx';
import classes from './top-bar.module.css';

export function AccountMenu({ user }: { user: SessionUser }) {
  const { t } = useTranslation();
  return (
    <Menu position="bottom-end" offset={4} width={288}>
      <Menu.Target>
        <UnstyledButton className={classes.account}>
          <Initials user={user} />
          <Who user={user} />
          <IconChevronDown size={14} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{user.email}</Menu.Label>
        <div className={classes.choice}>
          <ColourSchemeChoice />
        </div>
        <Menu.Divider />
        <Menu.Item
          component={Link}
          to={paths.logout}
          leftSection={<IconLogout size={18} stroke={1.7} aria-hidden />}
        >
          {t('menu.signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
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
