import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './message-page.module.css';

/** Where an error of ours ends, or a page that could not be loaded: say so, and offer the way out. */
export function ErrorPage() {
  const { t } = useTranslation();
  return (
    <div className={classes.page} role="alert">
      <h1 className={classes.title}>{t('crash.title')}</h1>
      <p className={classes.text}>{t('crash.text')}</p>
      <Button onClick={() => window.location.reload()}>{t('crash.reload')}</Button>
    </div>
  );
}
