import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import { SegmentedControl } from '@mantine/core';
import { type Period, periods } from '@servicebook/shared/plan';
import { useTranslation } from 'react-i18next';

interface PeriodToggleProps {
  /** Names the line for screen readers. */
  label: string;
  /** Null: nothing selected. */
  value: Period | null;
  onChange: (period: Period) => void;
}

/** Chooses monthly or yearly. */
export function PeriodToggle({ label, value, onChange }: PeriodToggleProps) {
  const { t } = useTranslation('order');
  return (
    <SegmentedControl
      display="flex"
      w={{ base: '100%', xs: '11rem' }}
      aria-label={label}
      data={periods.map((period) => ({ value: period, label: t(period) }))}
      value={value ?? ''}
      onChange={(chosen) => onChange(chosen === 'year' ? 'year' : 'month')}
    />
  );
}
