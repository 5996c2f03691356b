import { Button } from '@mantine/core';
import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './action-checklist.module.css';

interface ChecklistProgressProps {
  machine: string;
  /** The name of the machine. */
  named: boolean;
  /** "12 of 60 done". */
  text: string;
  done: number;
  total: number;
  onlyOpen: boolean;
  /** A second click undoes the ticks of the first. */
  onOnlyOpen: () => void;
  onAll: () => void;
}

/** The progress of a long list, and a filter for its open lines; stays at the top while the list scrolls. */
export function ChecklistProgress(props: ChecklistProgressProps) {
  const { machine, named, text, done, total, onlyOpen, onOnlyOpen, onAll } = props;
  const { t } = useTranslation('service');
  return (
    <div className={classes.bar} style={{ '--part': done / total } as CSSProperties}>
      <div className={classes.progress}>
        {named && <span className={classes.barMachine}>{machine}</span>}
        <strong>{text}</strong>
      </div>
      <Button.Group aria-label={t('actions.shown', { machine })}>
        <Button
          variant={onlyOpen ? 'filled' : 'default'}
          size="xs"
          aria-pressed={onlyOpen}
          onClick={onOnlyOpen}
        >
          {t('actions.onlyOpen', { number: total - done })}
        </Button>
        <Button variant={onlyOpen ? 'default' : 'filled'} size="xs" aria-pressed={!onlyOpen} onClick={onAll}>
          {t('actions.every', { number: total })}
        </Button>
      </Button.Group>
    </div>
  );
}
