import { TextInput, UnstyledButton } from '@mantine/core';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './action-row.module.css';
import { type ActionField, changeSign } from './checklist.ts';

interface ValueInputProps {
  field: ActionField;
  of: string;
  error?: string | undefined;
  /** The keyboard's Enter closes it instead of leading on. */
  isLast: boolean;
  onChange: (value: string) => void;
}

/** One value of an action. What has a unit is measured: figures come first, and a key for the sign. */
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
                {/* The number pad of an iPhone has no minus. */}
                <UnstyledButton
                  className={classes.sign ?? ''}
                  aria-label={t('actions.sign', { field: `${of}: ${name}` })}
                  // The keyboard stays open.
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

/** From here on the value and its unit take a line of their own. */
const longUnit = 8;
