import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { DateField } from '../../components/date-field.tsx';

/** The day of a visit; without one it is to be planned. Its texts: `visit`. */
export function DayField(
  field: Omit<ComponentProps<typeof DateField>, 'label' | 'description' | 'clearable'>,
) {
  const { t } = useTranslation('visit');
  return <DateField label={t('day')} description={t('dayHint')} clearable {...field} />;
}
