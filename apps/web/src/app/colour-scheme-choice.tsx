import '@mantine/core/styles/SegmentedControl.layer.css';
import { SegmentedControl, useMantineColorScheme } from '@mantine/core';
import { useTranslation } from 'react-i18next';

const choices = ['light', 'dark', 'auto'] as const;

/** Light, dark, or as the system has it. */
export function ColourSchemeChoice() {
  const { t } = useTranslation();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <SegmentedControl
      fullWidth
      aria-label={t('colourScheme.title')}
      value={colorScheme}
      onChange={setColorScheme}
      data={choices.map((value) => ({ value, label: t(`colourScheme.${value}`) }))}
    />
  );
}
