import { type ServiceType, serviceTypes } from '@servicebook/shared/service';
import { IconCheck } from '@tabler/icons-react';
import { type Ref, useId } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './type-chips.module.css';

interface TypeChipsProps {
  value: readonly ServiceType[];
  onChange: (value: ServiceType[]) => void;
  error?: string | undefined;
  /** The first chip, which the form focuses on an error. */
  ref?: Ref<HTMLInputElement>;
}

/** The types of work: one or several, each a chip. */
export function TypeChips({ value, onChange, error, ref }: TypeChipsProps) {
  const { t } = useTranslation('service');
  const id = useId();
  const toggle = (type: ServiceType) =>
    onChange(serviceTypes.filter((known) => (known === type) !== value.includes(known)));
  return (
    <fieldset className={classes.root} aria-describedby={error ? `${id}-error` : undefined}>
      <legend className={classes.legend}>
        {t('form.types')} <span aria-hidden>*</span>
      </legend>
      <div className={classes.chips}>
        {serviceTypes.map((type, index) => (
          <label key={type} className={classes.chip} data-invalid={error ? true : undefined}>
            <input
              {...(index === 0 ? { ref } : {})}
              type="checkbox"
              className={classes.box}
              checked={value.includes(type)}
              aria-invalid={error ? true : undefined}
              onChange={() => toggle(type)}
            />
            <IconCheck className={classes.check} size={16} stroke={2.5} aria-hidden />
            {t(`types.${type}`)}
          </label>
        ))}
      </div>
      {error && (
        <p id={`${id}-error`} className={classes.error} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}
