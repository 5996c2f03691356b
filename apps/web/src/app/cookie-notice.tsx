import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keepChoice, readChoice } from '../lib/browser-storage.ts';
import classes from './cookie-notice.module.css';

const day = 24 * 60 * 60 * 1000;
/** As long as the consent lasts; browsers would forget a cookie after 400 days. */
const consentDays = 999;

function hasConsented(): boolean {
  const since = readChoice('cookie-consent');
  return typeof since === 'number' && Date.now() - since < consentDays * day;
}

export function CookieNotice() {
  const { t, i18n } = useTranslation();
  const [consented, setConsented] = useState(hasConsented);
  if (consented) return null;
  const accept = () => {
    keepChoice('cookie-consent', Date.now());
    setConsented(true);
  };
  return (
    <div className={classes.overlay}>
      <section className={classes.bar} aria-label={t('cookies.title')}>
        <p className={classes.text}>{t('cookies.info')}</p>
        <Button onClick={accept} className={classes.button}>
          <span lang="pl">{polishAccept}</span>{' '}
          {i18n.language !== 'pl' && <span className={classes.beside}>{t('cookies.accept')}</span>}
        </Button>
      </section>
    </div>
  );
}

/** The product's button is in Polish whatever the language; the user's stands beside it. */
const polishAccept = 'Rozumiem';
