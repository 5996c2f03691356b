import { Button, TextInput, UnstyledButton } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './action-row.module.css';
import { type ActionField, changeSign } from './checklist.ts';

interface ValueInputProps {
  field: ActionField;
  of: string;
  error?: string | undefined;
  /** Enter closes the keyboard instead of moving to the next value. */
  isLast: boolean;
  onChange: (change: Partial<ActionField>) => void;
}

/** One value of an action. If the category asks for it, an empty one can be explained. */
export function ValueInput(props: ValueInputProps) {
  const { field, of, error, onChange } = props;
  const { t } = useTranslation('service');
  const [asked, setAsked] = useState(false);
  const { name, required, value, reason = '' } = field;
  if (!required && !reason) return <Value {...props} />;
  const explains = value.trim() === '' && (asked || reason !== '' || !!error);
  return (
    <div>
      <Value {...props} />
      {explains ? (
        <TextInput
          mt={4}
          aria-label={t('actions.whyNotOf', { field: `${of}: ${name}` })}
          placeholder={t('actions.whyNotHint')}
          autoComplete="off"
          maxLength={255}
          enterKeyHint="done"
          autoFocus={asked}
          value={reason}
          onChange={(event) => onChange({ reason: event.currentTarget.value })}
        />
      ) : (
        value.trim() === '' && (
          <Button variant="subtle" size="xs" onClick={() => setAsked(true)}>
            {t('actions.whyNot')}
          </Button>
        )
      )}
    </div>
  );
}

/**
 * Values with a unit are measurements: they get a numeric keyboard and a button for the sign.
 */
function Value({ field, of, error, isLast, onChange }: ValueInputProps) {
  const { t } = useTranslation('service');
  const input = useRef<HTMLInputElement>(null);
  const { name, unit, value, required } = field;
  return (
    <TextInput
      ref={input}
      className={unit.length > longUnit ? (classes.wide ?? '') : ''}
      label={name}
      withAsterisk={required ?? false}
      aria-label={`${of}: ${name}${unit && `, ${unit}`}`}
      inputMode={unit ? 'decimal' : 'text'}
      autoComplete="off"
      maxLength={255}
      enterKeyHint={isLast ? 'done' : 'next'}
      data-value
      value={value}
      error={error}
      onChange={(event) => onChange({ value: event.currentTarget.value })}
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
                    onChange({ value: changeSign(value) });
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
