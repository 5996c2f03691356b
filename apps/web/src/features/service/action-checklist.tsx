import { Button, UnstyledButton } from '@mantine/core';
import type { ServiceAction } from '@servicebook/shared/service-action';
import { IconChecks, IconChevronDown, IconPlus } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { randomUuid } from '../../lib/idempotency.ts';
import classes from './action-checklist.module.css';
import { ActionRow } from './action-row.tsx';
import { type ActionLine, countDone, mergeChecklist, toggleAll } from './checklist.ts';

interface ActionChecklistProps {
  machine: string;
  /** Tells machines of one name apart: serial number, place. */
  hint?: string | undefined;
  /** Undefined while it is loading. */
  offered: ServiceAction[] | undefined;
  /** Why the offer could not be read; lines by hand work all the same. */
  failure?: React.ReactNode;
  value: ActionLine[];
  onChange: (lines: ActionLine[]) => void;
  /** The error text of `<line>.quantity` and the like. */
  errorOf: (path: string) => string | undefined;
  /** Several machines: only one list need be open. */
  collapsible: boolean;
  initiallyOpen: boolean;
}

/** What was done on one machine: the category's actions to tick, and lines of one's own. */
export function ActionChecklist(props: ActionChecklistProps) {
  const { machine, hint, offered, failure, value, onChange, errorOf, collapsible, initiallyOpen } = props;
  const { t } = useTranslation('service');
  const id = useId();
  const [opened, setOpened] = useState(initiallyOpen);
  const [added, setAdded] = useState('');
  const lines = mergeChecklist(offered ?? [], value);
  const listed = lines.filter(({ extra }) => !extra);
  const done = countDone(lines);
  const wrong = lines.some((_, index) => errorOf(String(index)) || errorOf(`${index}.quantity`));
  const open = opened || !collapsible || wrong;

  const changeLine = (index: number) => (line: ActionLine) =>
    onChange(lines.map((each, at) => (at === index ? line : each)));
  const addLine = () => {
    const key = randomUuid();
    setAdded(key);
    onChange([...lines, { key, name: '', done: true, quantity: '1', fields: [], extra: true }]);
  };
  const allDone = listed.length > 0 && listed.every((line) => line.done);
  const tickAll = () => onChange([...toggleAll(listed), ...lines.filter(({ extra }) => extra)]);

  const summary = (
    <>
      <span className={classes.machine}>{machine}</span>
      {hint && <span className={classes.count}>{hint}</span>}
      <span className={classes.count}>
        {listed.length > 0
          ? t('actions.doneOf', { done, total: lines.length })
          : t('actions.done', { count: done })}
      </span>
    </>
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend takes no button
    <div role="group" className={classes.root} aria-labelledby={`${id}-head`}>
      <div className={classes.head}>
        <h4 id={`${id}-head`} className={classes.title}>
          {collapsible ? (
            <UnstyledButton
              className={classes.opener ?? ''}
              aria-expanded={open}
              aria-controls={`${id}-lines`}
              onClick={() => setOpened(!opened)}
            >
              <IconChevronDown size={18} aria-hidden className={classes.chevron} />
              {summary}
            </UnstyledButton>
          ) : (
            <span className={classes.plain}>{summary}</span>
          )}
        </h4>
        {open && listed.length > 1 && (
          <Button
            variant="subtle"
            size="xs"
            leftSection={<IconChecks size={18} aria-hidden />}
            aria-label={`${t(allDone ? 'actions.none' : 'actions.all')}: ${machine}`}
            onClick={tickAll}
          >
            {t(allDone ? 'actions.none' : 'actions.all')}
          </Button>
        )}
      </div>
      {open && (
        <div id={`${id}-lines`}>
          {failure}
          {offered === undefined && !failure && <p className={classes.note}>{t('actions.loading')}</p>}
          {offered?.length === 0 && lines.length === 0 && (
            <p className={classes.note}>{t('actions.nothing')}</p>
          )}
          {lines.length > 0 && (
            <ul className={classes.lines}>
              {lines.map((line, index) => (
                <ActionRow
                  key={line.key}
                  line={line}
                  autoFocus={line.key === added}
                  nameError={errorOf(`${index}.name`)}
                  quantityError={errorOf(`${index}.quantity`)}
                  valueErrors={(field) => errorOf(`${index}.fields.${field}.value`)}
                  onChange={changeLine(index)}
                  onRemove={() => onChange(lines.filter((_, at) => at !== index))}
                />
              ))}
            </ul>
          )}
          <div className={classes.foot}>
            <Button
              variant="subtle"
              size="sm"
              leftSection={<IconPlus size={18} aria-hidden />}
              aria-label={`${t('actions.add')}: ${machine}`}
              onClick={addLine}
            >
              {t('actions.add')}
            </Button>
          </div>
        </div>
      )}
    </div>
  );
}
