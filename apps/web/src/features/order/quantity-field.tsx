import { ActionIcon, TextInput } from '@mantine/core';
import { maxQuantity, type Period, wholeQuantity } from '@servicebook/shared/plan';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldText } from '../../lib/error-text.ts';
import { showToast } from '../../lib/toast.ts';

interface QuantityFieldProps {
  id: string;
  quantity: number;
  period: Period;
  error: string | undefined;
  /** A whole number; 0 if the field is empty. */
  onChange: (quantity: number) => void;
}

const showWarning = () =>
  showToast({ id: 'quantity', tone: 'error', message: fieldText('INCORRECT_QTY') ?? 'INCORRECT_QTY' });

/** The number of months or years, rounded down to a whole number; below one, the field is emptied with a warning. */
export function QuantityField({ id, quantity, period, error, onChange }: QuantityFieldProps) {
  const { t } = useTranslation('order');
  // The typed text, including "1.", until blur.
  const [typed, setTyped] = useState<string | null>(null);

  const type = (text: string) => {
    const normalized = text.trim().replace(',', '.');
    const { quantity: whole, warning } = wholeQuantity(Number(normalized), period);
    setTyped(whole > 0 && normalized.endsWith('.') ? normalized : null);
    // An empty field is usually about to be filled, so the warning waits for blur.
    if (warning === 'INCORRECT_QTY' && normalized !== '') showWarning();
    onChange(whole);
  };
  const leave = () => {
    setTyped(null);
    if (quantity === 0) showWarning();
  };
  const step = (by: 1 | -1) => onChange(Math.min(Math.max(quantity + by, 1), maxQuantity[period]));
  return (
    <TextInput
      id={id}
      w={{ base: '100%', xs: '13rem' }}
      styles={{ input: { textAlign: 'center' } }}
      label={t(`quantity.${period}`)}
      inputMode="numeric"
      autoComplete="off"
      maxLength={6}
      value={typed ?? (quantity === 0 ? '' : String(quantity))}
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={leave}
      error={error}
      leftSectionWidth="2.75rem"
      rightSectionWidth="2.75rem"
      leftSectionPointerEvents="all"
      rightSectionPointerEvents="all"
      leftSection={
        <ActionIcon
          variant="transparent"
          bg="transparent"
          color="gray"
          size="lg"
          aria-label={t('less')}
          aria-controls={id}
          disabled={quantity <= 1}
          onClick={() => step(-1)}
        >
          <IconMinus size={18} aria-hidden />
        </ActionIcon>
      }
      rightSection={
        <ActionIcon
          variant="transparent"
          bg="transparent"
          color="gray"
          size="lg"
          aria-label={t('more')}
          aria-controls={id}
          disabled={quantity >= maxQuantity[period]}
          onClick={() => step(1)}
        >
          <IconPlus size={18} aria-hidden />
        </ActionIcon>
      }
    />
  );
}
