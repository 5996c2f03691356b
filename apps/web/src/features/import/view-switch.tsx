import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import { SegmentedControl } from '@mantine/core';
import { formatNumber } from '@servicebook/i18n/format.ts';
import { useNarrowScreen } from '../../components/use-narrow-screen.ts';
import { currentLanguage } from '../../lib/i18n.ts';

interface Props<View extends string> {
  label: string;
  value: View;
  onChange: (view: View) => void;
  views: { value: View; label: string; count: number }[];
}

/** Chooses one of several tables, each with how many rows it has. On a phone, one stands below another. */
export function ViewSwitch<View extends string>({ label, value, onChange, views }: Props<View>) {
  const narrow = useNarrowScreen();
  return (
    <SegmentedControl
      aria-label={label}
      fullWidth={narrow}
      orientation={narrow ? 'vertical' : 'horizontal'}
      w={narrow ? '100%' : undefined}
      mb="md"
      value={value}
      onChange={(next) => onChange(next as View)}
      data={views.map((view) => ({
        value: view.value,
        label: `${view.label} (${formatNumber(view.count, currentLanguage())})`,
      }))}
    />
  );
}
