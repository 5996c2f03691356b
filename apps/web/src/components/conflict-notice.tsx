import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Conflict } from '../lib/merge-changes.ts';
import classes from './conflict-notice.module.css';
import { ErrorNotice } from './error-notice.tsx';
import { showInForm } from './show-in-form.ts';

interface ConflictNoticeProps<Field extends string> {
  conflict: Conflict<Field> | null;
  /** A field's label, and the value saved by the other user. */
  describe: (field: Field) => { label: string; theirs: string };
  title?: string;
  text?: string;
  className?: string | undefined;
}

/** Shown when somebody else has saved: loads their changes and keeps the user's input visible. */
export function ConflictNotice<Field extends string>(props: ConflictNoticeProps<Field>) {
  const { t } = useTranslation('components');
  const [running, setRunning] = useState<'load' | 'saveOver' | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const { conflict, describe, className } = props;
  if (!conflict) return null;
  const root = `${classes.root} ${className ?? ''}`;

  if (conflict.stage === 'loaded')
    return (
      <div ref={showInForm} className={root} role="status">
        <p className={classes.title}>{t('conflict.loaded')}</p>
        {conflict.fields.length > 0 && (
          <>
            <p className={classes.text}>{t('conflict.both')}</p>
            <ul className={classes.list}>
              {conflict.fields.map((field) => {
                const { label, theirs } = describe(field);
                return (
                  <li key={field} className={classes.item}>
                    <span className={classes.value}>
                      <strong>{label}:</strong> {theirs || '–'}
                    </span>
                    <Button
                      variant="default"
                      size="xs"
                      aria-label={`${t('conflict.take')}: ${label}`}
                      onClick={() => conflict.take(field)}
                    >
                      {t('conflict.take')}
                    </Button>
                  </li>
                );
              })}
            </ul>
          </>
        )}
      </div>
    );

  const run = (name: 'load' | 'saveOver', work: () => Promise<void>) => async () => {
    setRunning(name);
    setFailure(null);
    try {
      await work();
    } catch (error) {
      setFailure(error);
    } finally {
      setRunning(null);
    }
  };
  const { load, saveOver } = conflict;
  return (
    <div ref={showInForm} className={root} role="alert">
      <p className={classes.title}>{props.title ?? t('conflict.title')}</p>
      <p className={classes.text}>{props.text ?? t('conflict.text')}</p>
      <ErrorNotice error={failure} className={classes.failure} />
      <div className={classes.buttons}>
        <Button loading={running === 'load'} disabled={running !== null} onClick={run('load', load)}>
          {t('conflict.load')}
        </Button>
        {saveOver && (
          <Button
            variant="default"
            loading={running === 'saveOver'}
            disabled={running !== null}
            onClick={run('saveOver', saveOver)}
          >
            {t('conflict.saveOver')}
          </Button>
        )}
      </div>
    </div>
  );
}
