import { ActionIcon, Checkbox, CloseButton, TextInput } from '@mantine/core';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './action-row.module.css';
import { type ActionField, type ActionLine, stepQuantity } from './checklist.ts';

interface ActionRowProps {
  line: ActionLine;
  quantityError?: string | undefined;
  valueErrors: (index: number) => string | undefined;
  nameError?: string | undefined;
  /** A line just added by hand takes the cursor. */
  autoFocus?: boolean;
  onChange: (line: ActionLine) => void;
  onRemove: () => void;
}

/** One service action: done or not, and when done how often and with which values. */
export function ActionRow(props: ActionRowProps) {
  const { line, quantityError, valueErrors, nameError, autoFocus, onChange, onRemove } = props;
  const { t } = useTranslation('service');
  const setField = (index: number, value: string) =>
    onChange({ ...line, fields: line.fields.map((each, at) => (at === index ? { ...each, value } : each)) });

  return (
    <li className={classes.row} data-done={line.done || undefined}>
      <div className={classes.head}>
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
            error={nameError}
            onChange={(event) => onChange({ ...line, name: event.currentTarget.value })}
          />
        ) : (
          <Checkbox
            classNames={{
              root: classes.tick ?? '',
              body: classes.tickBody ?? '',
              labelWrapper: classes.tickText ?? '',
              label: classes.tickLabel ?? '',
            }}
            label={line.name}
            checked={line.done}
            onChange={(event) => onChange({ ...line, done: event.currentTarget.checked })}
          />
        )}
        {line.done && (
          <QuantityStepper
            of={line.name || t('actions.name')}
            value={line.quantity}
            error={quantityError}
            onChange={(quantity) => onChange({ ...line, quantity })}
          />
        )}
        {line.extra && (
          <CloseButton
            iconSize={18}
            aria-label={t('actions.remove', { action: line.name || t('actions.name') })}
            onClick={onRemove}
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
              error={valueErrors(index)}
              onChange={(value) => setField(index, value)}
            />
          ))}
        </div>
      )}
    </li>
  );
}

interface ValueInputProps {
  field: ActionField;
  of: string;
  error?: string | undefined;
  onChange: (value: string) => void;
}

function ValueInput({ field, of, error, onChange }: ValueInputProps) {
  return (
    <TextInput
      label={field.name}
      aria-label={`${of}: ${field.name}${field.unit && `, ${field.unit}`}`}
      // What has a unit is measured.
      inputMode={field.unit ? 'decimal' : 'text'}
      autoComplete="off"
      maxLength={255}
      enterKeyHint="next"
      value={field.value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
      {...(field.unit
        ? {
            rightSection: <span className={classes.unit}>{field.unit}</span>,
            rightSectionPointerEvents: 'none',
            rightSectionWidth: `calc(${Math.min(field.unit.length, 12)}ch + 1.25rem)`,
          }
        : {})}
    />
  );
}

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
