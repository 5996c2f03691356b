import type { SessionUser } from '@servicebook/shared/user';
import { IconChevronDown, IconLogout, IconUserCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ColourSchemeChoice } from '../components/colour-scheme-choice.tsx';
import { paths } from '../lib/paths.ts';
import { Disclosure } from './disclosure.tsx';
import { MenuEntry } from './menu-entry.tsx';
import classes from './top-bar.module.css';

/** Who is signed in, how the screen looks, and the way out. */
export function AccountMenu({ user }: { user: SessionUser }) {
  const { t } = useTranslation();
  return (
    <Disclosure
      align="end"
      className={classes.account}
      label={
        <>
          <Initials user={user} />
          <Who user={user} />
          <IconChevronDown className={classes.chevron} size={16} aria-hidden />
        </>
      }
    >
      <div className={classes.accountPanel}>
        <p className={classes.accountEmail}>{user.email}</p>
        <ColourSchemeChoice />
        <MenuEntry to={paths.myAccount} icon={IconUserCircle}>
          {t('menu.myAccount')}
        </MenuEntry>
        <MenuEntry to={paths.logout} icon={IconLogout}>
          {t('menu.signOut')}
        </MenuEntry>
      </div>
    </Disclosure>
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
