import { Box, Button, Text, UnstyledButton } from '@mantine/core';
import type { ServiceAction } from '@servicebook/shared/service-action';
import { IconChecks, IconChevronDown, IconPlus } from '@tabler/icons-react';
import { useCallback, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { randomUuid } from '../../lib/idempotency.ts';
import classes from './action-checklist.module.css';
import { ActionRow, type LineErrors } from './action-row.tsx';
import { type ActionLine, countDone, mergeChecklist, toggleAll } from './checklist.ts';
import { ChecklistProgress } from './checklist-progress.tsx';
import { toNextValue } from './next-value.ts';

interface ActionChecklistProps {
  machine: string;
  /** Distinguishes machines with the same name: serial number, place. */
  hint?: string | undefined;
  /** Undefined while loading. */
  offered: ServiceAction[] | undefined;
  /** The category's actions are on their way. */
  coming: boolean;
  /** The error of loading the category's actions; custom lines still work. */
  failure?: React.ReactNode;
  value: ActionLine[];
  /** Updates the form's current value, which may be newer than `value`. */
  onChange: (change: (value: ActionLine[]) => ActionLine[]) => void;
  /** The errors by line. */
  errors: (LineErrors | undefined)[] | undefined;
  /** With several machines, only one checklist needs to be open. */
  collapsible: boolean;
  initiallyOpen: boolean;
  /** Below the actions. */
  footer?: React.ReactNode;
}

/** With more lines than fit on a phone's screen, the progress stays visible and finished lines can be hidden. */
const longList = 8;

/** The actions performed on one machine: the category's checklist, and custom lines. */
export function ActionChecklist(props: ActionChecklistProps) {
  const {
    machine,
    hint: place,
    offered,
    coming,
    failure,
    value,
    onChange,
    errors,
    collapsible,
    initiallyOpen,
    footer,
  } = props;
  const { t } = useTranslation('service');
  const id = useId();
  const [opened, setOpened] = useState(initiallyOpen);
  const [added, setAdded] = useState('');
  const [settled, setSettled] = useState<ReadonlySet<string> | null>(null);
  const lines = mergeChecklist(offered ?? [], value);
  const listed = lines.filter(({ extra }) => !extra);
  const done = countDone(lines);
  const open = opened || !collapsible || lines.some((_, index) => errors?.[index]);
  const long = open && lines.length > longList;

  // Stable callbacks, so that a tick renders only its own row.
  const latest = useRef({ offered, onChange });
  useEffect(() => {
    latest.current = { offered, onChange };
  });
  const change = useCallback((update: (lines: ActionLine[]) => ActionLine[]) => {
    const { offered, onChange } = latest.current;
    onChange((value) => update(mergeChecklist(offered ?? [], value)));
  }, []);
  const changeLine = useCallback(
    (line: ActionLine) => change((lines) => lines.map((each) => (each.key === line.key ? line : each))),
    [change],
  );
  const removeLine = useCallback(
    (key: string) => change((lines) => lines.filter((each) => each.key !== key)),
    [change],
  );
  const addLine = () => {
    const key = randomUuid();
    setAdded(key);
    change((lines) => [...lines, { key, name: '', done: true, quantity: '1', fields: [], extra: true }]);
  };
  const allDone = listed.length > 0 && listed.every((line) => line.done);
  const tickAll = () =>
    change((lines) => [
      ...toggleAll(lines.filter(({ extra }) => !extra)),
      ...lines.filter(({ extra }) => extra),
    ]);

  // While only open actions are shown, newly ticked ones stay, because their values must still be filled in.
  const shown = lines
    .map((line, index) => ({ line, errors: errors?.[index] }))
    .filter(({ line, errors }) => !long || errors || !(line.done && settled?.has(line.key)));
  const lastWithValues = shown.findLast(({ line }) => line.done && line.fields.length > 0)?.line.key;

  const progress =
    listed.length > 0
      ? t('actions.doneOf', { done, total: lines.length })
      : t('actions.done', { count: done });
  const hint =
    offered === undefined && !failure
      ? t('actions.loading')
      : offered?.length === 0 && lines.length === 0
        ? t('actions.nothing')
        : lines.length > 0 && shown.length === 0 && t('actions.noneOpen');
  const summary = (
    <span className={classes.summary}>
      <span>{machine}</span>
      {place && <Count>{place}</Count>}
      {!long && <Count>{progress}</Count>}
    </span>
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
      {long && (
        <ChecklistProgress
          machine={machine}
          // With one machine, the popup's header shows its name.
          named={collapsible}
          text={progress}
          done={done}
          total={lines.length}
          onlyOpen={settled !== null}
          onOnlyOpen={() => setSettled(new Set(lines.filter((line) => line.done).map(({ key }) => key)))}
          onAll={() => setSettled(null)}
        />
      )}
      {open && (
        <div id={`${id}-lines`}>
          {failure}
          {hint && (
            <Text size="sm" c="dimmed" px="sm" pt={4} pb="sm">
              {hint}
            </Text>
          )}
          {shown.length > 0 && (
            <ul className={classes.lines} onKeyDown={toNextValue}>
              {shown.map(({ line, errors }) => (
                <ActionRow
                  key={line.key}
                  line={line}
                  autoFocus={line.key === added}
                  endsValues={line.key === lastWithValues}
                  errors={errors}
                  onChange={changeLine}
                  onRemove={removeLine}
                />
              ))}
            </ul>
          )}
          {/* Actions that come later would push these away from a finger that is about to touch them. */}
          <div hidden={coming}>
            <Box px={4} py={2} style={{ borderTop: '1px solid var(--app-border)' }}>
              <Button
                variant="subtle"
                size="sm"
                leftSection={<IconPlus size={18} aria-hidden />}
                aria-label={`${t('actions.add')}: ${machine}`}
                onClick={addLine}
              >
                {t('actions.add')}
              </Button>
            </Box>
            {footer}
          </div>
        </div>
      )}
    </div>
  );
}

/** After the machine's name. */
function Count({ children }: { children: string }) {
  return (
    <Text span size="sm" fw={400} c="dimmed">
      {children}
    </Text>
  );
}
