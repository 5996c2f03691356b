import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useRouteError } from 'react-router-dom';
import { leaveStoredApp } from '../lib/leave-stored-app.ts';
import { reportCrash } from '../lib/report-crash.ts';
import classes from './message-page.module.css';

/** Shown in place of a screen that crashed or could not be loaded. */
export function ErrorPage() {
  const { t } = useTranslation();
  const error = useRouteError();
  useEffect(() => reportCrash(error), [error]);
  return (
    <div className={classes.page} role="alert">
      <h1 className={classes.title}>{t('crash.title')}</h1>
      <p className={classes.text}>{t('crash.text')}</p>
      <Button onClick={() => leaveStoredApp().then(() => window.location.reload())}>
        {t('crash.reload')}
      </Button>
    </div>
  );
}
