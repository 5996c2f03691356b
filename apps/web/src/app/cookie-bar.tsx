import { Button } from '@mantine/core';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './cookie-bar.module.css';

export function CookieBar({ onAccept }: { onAccept: () => void }) {
  const { t, i18n } = useTranslation();
  const bar = useRef<HTMLElement>(null);

  const acceptByKey = useEffectEvent(({ key }: KeyboardEvent) => {
    // Lets an open dialog close first.
    if (key === 'Escape' && !document.querySelector('[aria-modal="true"]')) onAccept();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => acceptByKey(event);
    // In the capture phase, before the dialog handles the key and closes.
    window.addEventListener('keydown', listen, true);
    return () => window.removeEventListener('keydown', listen, true);
  }, []);

  // Sets the CSS variable that reserves space for it at the end of the page.
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

/** The specified button is in Polish; the text in the user's language follows it. */
const polishAccept = 'Rozumiem';
