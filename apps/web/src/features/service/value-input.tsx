import { TextInput, UnstyledButton } from '@mantine/core';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './action-row.module.css';
import { type ActionField, changeSign } from './checklist.ts';

interface ValueInputProps {
  field: ActionField;
  of: string;
  error?: string | undefined;
  /** Enter closes the keyboard instead of moving to the next value. */
  isLast: boolean;
  onChange: (value: string) => void;
}

/**
 * One value of an action. Values with a unit are measurements: they get a numeric keyboard and a button for the sign.
 */
export function ValueInput({ field, of, error, isLast, onChange }: ValueInputProps) {
  const { t } = useTranslation('service');
  const input = useRef<HTMLInputElement>(null);
  const { name, unit, value } = field;
  return (
    <TextInput
      ref={input}
      className={unit.length > longUnit ? (classes.wide ?? '') : ''}
      label={name}
      aria-label={`${of}: ${name}${unit && `, ${unit}`}`}
      inputMode={unit ? 'decimal' : 'text'}
      autoComplete="off"
      maxLength={255}
      enterKeyHint={isLast ? 'done' : 'next'}
      data-value
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
      {...(unit
        ? {
            inputContainer: (box) => (
              <div className={classes.measured}>
                {/* The numeric keyboard of an iPhone has no minus. */}
                <UnstyledButton
                  className={classes.sign ?? ''}
                  aria-label={t('actions.sign', { field: `${of}: ${name}` })}
                  // Keeps the keyboard open.
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => {
                    onChange(changeSign(value));
                    input.current?.focus();
                  }}
                >
                  ±
                </UnstyledButton>
                {box}
                <span className={classes.unit}>{unit}</span>
              </div>
            ),
          }
        : {})}
    />
  );
}

/** From this length on, the value and its unit get their own line. */
const longUnit = 8;
