import { Button } from '@mantine/core';
import { IconWorld } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, NavLink, useLocation } from 'react-router-dom';
import { BrandMark } from '../components/brand-mark.tsx';
import { ColourSchemeButton } from '../components/colour-scheme-button.tsx';
import { LanguageSelect } from '../components/language-select.tsx';
import { paths } from '../lib/paths.ts';
import { useSession } from '../lib/use-session.ts';
import classes from './top-bar.module.css';

/** The top bar for visitors who are not signed in. It is small, because it is part of the first load. */
export function PublicBar() {
  const { t } = useTranslation();
  const { pathname, state } = useLocation();
  const { unanswered } = useSession();
  const onLogin = pathname === paths.login;
  const onForm = onLogin || pathname === paths.register;
  return (
    <div className={classes.bar}>
      <Link to={paths.root} className={classes.brand}>
        <BrandMark />
        <span>Servicebook</span>
      </Link>
      <nav className={classes.nav} aria-label={t('menu.main')}>
        <NavLink to={paths.pricing} className={classes.link}>
          {t('menu.pricing')}
        </NavLink>
        <NavLink to={paths.mobileApp} className={classes.link}>
          {t('menu.mobileApp')}
        </NavLink>
      </nav>
      <div className={classes.end} data-with-sign-in={(!unanswered && !onForm) || undefined}>
        <span className={classes.colours}>
          <ColourSchemeButton />
        </span>
        <span className={classes.language}>
          <IconWorld size={22} stroke={1.7} aria-hidden />
          <LanguageSelect />
        </span>
        {/* Without an answer, the user may be signed in. */}
        {!unanswered && (
          <Button
            component={Link}
            to={onLogin ? paths.register : paths.login}
            state={state}
            variant="light"
            className={classes.signIn}
            // Their forms link to each other, and a phone's bar has no space to repeat the link.
            data-on-form={onForm}
          >
            {t(onLogin ? 'menu.register' : 'menu.signIn')}
          </Button>
        )}
      </div>
    </div>
  );
}
