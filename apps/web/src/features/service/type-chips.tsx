import '@mantine/core/styles/Chip.layer.css';
import { Chip, Group, Text } from '@mantine/core';
import { type ServiceType, serviceTypes } from '@servicebook/shared/service';
import { type Ref, useId } from 'react';
import { useTranslation } from 'react-i18next';

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
    <fieldset aria-describedby={error ? `${id}-error` : undefined}>
      <Text component="legend" size="sm" fw={550} pb={6}>
        {t('form.types')}{' '}
        <Text span inherit c="var(--mantine-color-error)" aria-hidden>
          *
        </Text>
      </Text>
      <Group gap="xs">
        {serviceTypes.map((type, index) => (
          <Chip
            key={type}
            {...(index === 0 ? { ref } : {})}
            variant="filled"
            checked={value.includes(type)}
            aria-invalid={error ? true : undefined}
            onChange={() => toggle(type)}
          >
            {t(`types.${type}`)}
          </Chip>
        ))}
      </Group>
      {error && (
        <Text id={`${id}-error`} size="xs" c="var(--mantine-color-error)" mt={6} role="alert">
          {error}
        </Text>
      )}
    </fieldset>
  );
}
