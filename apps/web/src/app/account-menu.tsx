import type { SessionUser } from '@servicebook/shared/user';
import { IconChevronDown } from '@tabler/icons-react';
import { ColourSchemeChoice } from '../components/colour-scheme-choice.tsx';
import { AccountEntries } from './account-entries.tsx';
import { Disclosure } from './disclosure.tsx';
import classes from './top-bar.module.css';
import { UnsentCount } from './unsent-count.tsx';

/** The current user, the colour scheme, and signing out. */
export function AccountMenu({ user }: { user: SessionUser }) {
  return (
    <Disclosure
      align="end"
      className={classes.account}
      label={
        <>
          <Initials user={user} />
          <Who user={user} />
          <UnsentCount />
          <IconChevronDown className={classes.chevron} size={16} aria-hidden />
        </>
      }
    >
      <div className={classes.accountPanel}>
        <p className={classes.accountEmail}>{user.email}</p>
        <ColourSchemeChoice />
        <AccountEntries />
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
      <span className={classes.company} title={user.account.companyName}>
        {user.account.companyName}
      </span>
    </span>
  );
}
