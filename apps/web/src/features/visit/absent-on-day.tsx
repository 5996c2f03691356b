import { Text } from '@mantine/core';
import { namesOf } from '@servicebook/i18n/names.ts';
import { useTranslation } from 'react-i18next';
import { useAway } from './use-away.ts';

interface Props {
  people: readonly { id: number; firstName: string | null; lastName: string | null }[];
  /** Null: no day yet. */
  day: string | null;
}

/** Names those who are absent on the planned day. Its text: `visit`. */
export function AbsentOnDay({ people, day }: Props) {
  const { t } = useTranslation('visit');
  const away = useAway(day);
  const absent = people.filter(({ id }) => away(id));
  if (absent.length === 0) return null;
  return (
    <Text size="sm" c="var(--mantine-color-error)" mt={4} role="status">
      {t('absentOnDay', { names: namesOf(absent) })}
    </Text>
  );
}
