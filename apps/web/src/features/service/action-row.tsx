import { ActionIcon, CloseButton, TextInput } from '@mantine/core';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import { memo, startTransition, useOptimistic } from 'react';
import { useTranslation } from 'react-i18next';
import { PlainCheckbox } from '../../components/plain-checkbox.tsx';
import { fieldText } from '../../lib/error-text.ts';
import classes from './action-row.module.css';
import { type ActionField, type ActionLine, stepQuantity } from './checklist.ts';
import { ValueInput } from './value-input.tsx';

type FieldError = { message?: string } | undefined;

/** The form's errors of one line. */
export interface LineErrors {
  name?: FieldError;
  quantity?: FieldError;
  fields?: ({ value?: FieldError } | undefined)[];
}

interface ActionRowProps {
  line: ActionLine;
  errors: LineErrors | undefined;
  /** A custom line that was just added takes the focus. */
  autoFocus: boolean;
  /** This line has the last value. */
  endsValues: boolean;
  onChange: (line: ActionLine) => void;
  onRemove: (key: string) => void;
}

/** The form returns copies, so lines are compared by value. */
const drawsTheSame = (before: ActionRowProps, after: ActionRowProps) =>
  before.errors === after.errors &&
  before.autoFocus === after.autoFocus &&
  before.endsValues === after.endsValues &&
  before.onChange === after.onChange &&
  before.onRemove === after.onRemove &&
  JSON.stringify(before.line) === JSON.stringify(after.line);

/** One service action: done or not and, if done, its quantity and values. */
export const ActionRow = memo(function ActionRow(props: ActionRowProps) {
  const { line, errors, autoFocus, endsValues, onRemove } = props;
  // The tick is rendered at once; its effects on the row and the form follow.
  const [done, showDone] = useOptimistic(line.done);
  const onChange = (change: Partial<ActionLine>) => props.onChange({ ...line, done, ...change });
  const { t } = useTranslation('service');
  const quantityError = fieldText(errors?.quantity?.message);
  const setField = (index: number, change: Partial<ActionField>) =>
    onChange({ fields: line.fields.map((each, at) => (at === index ? { ...each, ...change } : each)) });

  return (
    <li className={classes.row} data-done={line.done || undefined}>
      <div className={classes.head} data-extra={line.extra || undefined}>
        {line.extra ? (
          <TextInput
            className={classes.name ?? ''}
            aria-label={t('actions.name')}
            placeholder={t('actions.name')}
            autoFocus={autoFocus}
            autoComplete="off"
            maxLength={255}
            enterKeyHint="done"
            value={line.name}
            error={fieldText(errors?.name?.message)}
            onChange={(event) => onChange({ name: event.currentTarget.value })}
          />
        ) : (
          <PlainCheckbox
            className={classes.tick}
            checked={done}
            onChange={({ currentTarget: { checked } }) =>
              startTransition(() => {
                showDone(checked);
                onChange({ done: checked });
              })
            }
          >
            {line.name}
          </PlainCheckbox>
        )}
        {line.done && (
          <QuantityStepper
            of={line.name || t('actions.name')}
            value={line.quantity}
            error={quantityError}
            onChange={(quantity) => onChange({ quantity })}
          />
        )}
        {line.extra && (
          <CloseButton
            iconSize={18}
            aria-label={t('actions.remove', { action: line.name || t('actions.name') })}
            onClick={() => onRemove(line.key)}
          />
        )}
      </div>
      {quantityError && (
        <p className={classes.error} role="alert">
          {t('actions.quantity')}: {quantityError}
        </p>
      )}
      {line.done && line.fields.length > 0 && (
        <div className={classes.fields}>
          {line.fields.map((field, index) => (
            <ValueInput
              // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat, places do not
              key={index}
              field={field}
              of={line.name}
              error={fieldText(errors?.fields?.[index]?.value?.message)}
              isLast={endsValues && index === line.fields.length - 1}
              onChange={(change) => setField(index, change)}
            />
          ))}
        </div>
      )}
    </li>
  );
}, drawsTheSame);

interface QuantityStepperProps {
  of: string;
  value: string;
  error?: string | undefined;
  onChange: (value: string) => void;
}

function QuantityStepper({ of, value, error, onChange }: QuantityStepperProps) {
  const { t } = useTranslation('service');
  const step = (by: 1 | -1) => onChange(stepQuantity(value, by));
  return (
    <div className={classes.stepper} data-invalid={error ? true : undefined}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="md"
        className={classes.step ?? ''}
        aria-label={t('actions.less', { action: of })}
        disabled={value.trim() === '0'}
        onClick={() => step(-1)}
      >
        <IconMinus size={18} aria-hidden />
      </ActionIcon>
      <input
        className={classes.quantity}
        aria-label={t('actions.quantityOf', { action: of })}
        aria-invalid={error ? true : undefined}
        inputMode="decimal"
        enterKeyHint="done"
        autoComplete="off"
        maxLength={10}
        value={value}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <ActionIcon
        variant="subtle"
        color="gray"
        size="md"
        className={classes.step ?? ''}
        aria-label={t('actions.more', { action: of })}
        onClick={() => step(1)}
      >
        <IconPlus size={18} aria-hidden />
      </ActionIcon>
    </div>
  );
}
