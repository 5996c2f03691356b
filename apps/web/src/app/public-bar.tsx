import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { LanguageSelect } from '../components/language-select.tsx';
import { paths } from '../lib/paths.ts';
import { BrandMark } from './brand-mark.tsx';
import { ColourSchemeButton } from './colour-scheme-button.tsx';
import classes from './top-bar.module.css';

/** The top bar of who is not signed in: light, since it is part of the first load. */
export function PublicBar() {
  const { t } = useTranslation();
  const { pathname, state } = useLocation();
  const onLogin = pathname === paths.login;
  return (
    <div className={classes.bar}>
      <Link to={paths.root} className={classes.brand}>
        <BrandMark />
        <span>Servicebook</span>
      </Link>
      <div className={classes.end}>
        <ColourSchemeButton />
        <LanguageSelect />
        <Button
          component={Link}
          to={onLogin ? paths.register : paths.login}
          state={state}
          variant="light"
          className={classes.signIn}
        >
          {t(onLogin ? 'menu.register' : 'menu.signIn')}
        </Button>
      </div>
    </div>
  );
}
