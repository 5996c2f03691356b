import { Button } from '@mantine/core';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
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

/** Over every page until it is accepted, but in nobody's way: clicks and keys reach the page, which ends above it. */
export function CookieNotice() {
  const [consented, setConsented] = useState(hasConsented);
  if (consented) return null;
  const accept = () => {
    keepChoice('cookie-consent', Date.now());
    setConsented(true);
  };
  return <Notice onAccept={accept} />;
}

function Notice({ onAccept }: { onAccept: () => void }) {
  const { t, i18n } = useTranslation();
  const bar = useRef<HTMLElement>(null);

  const acceptByKey = useEffectEvent(({ key }: KeyboardEvent) => {
    // An open dialog is closed first.
    if (key === 'Escape' && !document.querySelector('[aria-modal="true"]')) onAccept();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => acceptByKey(event);
    // In the capture phase, before the dialog hears of it and is gone.
    window.addEventListener('keydown', listen, true);
    return () => window.removeEventListener('keydown', listen, true);
  }, []);

  // Tells global.css how much room the page leaves for it.
  useEffect(() => {
    const page = document.documentElement.style;
    const measure = () => page.setProperty('--app-cookies', `${bar.current?.offsetHeight ?? 0}px`);
    const observer = new ResizeObserver(measure);
    if (bar.current) observer.observe(bar.current);
    return () => {
      observer.disconnect();
      page.removeProperty('--app-cookies');
    };
  }, []);

  return (
    <div className={classes.overlay} data-cookie-notice>
      <section ref={bar} className={classes.bar} aria-label={t('cookies.title')}>
        <p className={classes.text}>{t('cookies.info')}</p>
        <Button onClick={onAccept} className={classes.button}>
          <span lang="pl">{polishAccept}</span>{' '}
          {i18n.language !== 'pl' && <span className={classes.beside}>{t('cookies.accept')}</span>}
        </Button>
      </section>
    </div>
  );
}

/** The product's button is in Polish whatever the language; the user's stands beside it. */
const polishAccept = 'Rozumiem';
