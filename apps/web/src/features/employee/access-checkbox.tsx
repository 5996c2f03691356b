import { Checkbox } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useNarrowScreen } from '../../components/use-narrow-screen.ts';
import type { AccessChoice } from './use-access-choice.ts';

interface AccessCheckboxProps {
  choice: AccessChoice;
  id: number;
  name: string;
}

/** Selects a user whose access is to be extended. Has a visible label if there is no column header. */
export function AccessCheckbox({ choice, id, name }: AccessCheckboxProps) {
  const { t } = useTranslation('order');
  const narrow = useNarrowScreen();
  return (
    <Checkbox
      aria-label={t('access.select', { name })}
      {...(narrow && { label: t('access.column') })}
      checked={choice.ids.includes(id)}
      disabled={choice.locked}
      onChange={() => choice.toggle(id)}
    />
  );
}
