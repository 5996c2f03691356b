import { Button, CloseButton } from '@mantine/core';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { isSomethingOpen } from '../lib/unsaved-changes.ts';
import { isNewVersionReady, storeApp, updateNow, watchNewVersion } from '../service-worker/stored-app.ts';
import classes from './code-notice.module.css';
import own from './update-notice.module.css';

/** Keeps the app on this device, and offers a new version of it once that is stored. */
export function UpdateNotice() {
  const { t } = useTranslation(['components', 'common']);
  const isReady = useSyncExternalStore(watchNewVersion, isNewVersionReady);
  const [closed, setClosed] = useState(false);
  const [isRefused, setRefused] = useState(false);
  useEffect(() => void storeApp(), []);

  if (!isReady || closed) return null;
  return (
    <div className={`${classes.notice} ${own.notice}`} role="status">
      <p className={classes.text}>{t(isRefused ? 'update.saveFirst' : 'update.ready')}</p>
      <Button
        size="xs"
        className={classes.button}
        onClick={() => (isSomethingOpen() ? setRefused(true) : updateNow())}
      >
        {t('update.now')}
      </Button>
      <CloseButton aria-label={t('common:close')} onClick={() => setClosed(true)} />
    </div>
  );
}
