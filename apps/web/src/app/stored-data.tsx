import { Button } from '@mantine/core';
import type { SessionUser } from '@servicebook/shared/user';
import { IconAlertTriangle, IconWifiOff } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { momentText } from '../lib/moment-text.ts';
import { paths } from '../lib/paths.ts';
import { presentTime } from '../lib/server-time.ts';
import { useStoredAnswers } from '../lib/stored-answers.ts';
import { forgetVanished, useVanished } from '../lib/unsent.ts';
import { wallTime } from '../lib/wall-clock.ts';
import classes from './stored-data.module.css';

/** Keeps the data on this phone up to date, and says when screens show it. */
export function StoredData({ user }: { user: SessionUser }) {
  const { t } = useTranslation('components');
  const stored = useStoredAnswers();
  const { id, account, expired, timezone } = user;
  useEffect(() => {
    void import('../offline/outbox/entries.ts').then(({ noteWaiting }) =>
      // Without a database nothing waits.
      noteWaiting(`${account.id}:${id}`).catch(() => {}),
    );
  }, [id, account.id]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the object is another one after each answer
  useEffect(() => {
    if (expired) return;
    let end = () => {};
    let left = false;
    void import('../offline/keeping.ts').then(({ keepStored }) => {
      if (!left) end = keepStored(user);
    });
    return () => {
      left = true;
      end();
    };
  }, [id, account.id, expired]);
  const [partial, setPartial] = useState(false);
  const takenAt = stored?.takenAt;
  useEffect(() => {
    if (!takenAt) return;
    let left = false;
    void import('../offline/stored.ts')
      .then(({ readOwner }) => readOwner(`${account.id}:${id}`))
      .then((row) => left || setPartial(row?.set?.whole === false || row?.set?.complete === false))
      .catch(() => {});
    return () => {
      left = true;
    };
  }, [takenAt, id, account.id]);
  const vanished = useVanished(user);
  if (vanished > 0)
    return (
      <div className={classes.line} data-urgent role="alert">
        <IconAlertTriangle className={classes.icon ?? ''} size={18} aria-hidden />
        <span>{t('stored.vanished', { count: vanished })}</span>
        <Button variant="default" ml="auto" style={{ flexShrink: 0 }} onClick={() => forgetVanished(user)}>
          {t('stored.understood')}
        </Button>
      </div>
    );
  if (!stored) return null;
  return (
    <p className={classes.line} role="status">
      <IconWifiOff className={classes.icon ?? ''} size={18} aria-hidden />
      <span>
        {t('stored.line', { when: when(stored.takenAt, timezone) })} {partial && t('stored.partial')}{' '}
        <Link to={paths.storedData} data-touch="text">
          {t('stored.details')}
        </Link>
      </span>
    </p>
  );
}

/** The time alone for today, with the day before that. */
function when(takenAt: string, timezone: string): string {
  const [taken, now] = [wallTime(takenAt, timezone), wallTime(presentTime(), timezone)];
  return taken.slice(0, 10) === now.slice(0, 10) ? taken.slice(11, 16) : momentText(taken.slice(0, 16));
}
