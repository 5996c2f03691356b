import { Text } from '@mantine/core';
import { formatList } from '@servicebook/i18n/format.ts';
import { joinPresent } from '@servicebook/i18n/names.ts';
import { conflictsOf } from '@servicebook/shared/planning';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../../lib/i18n.ts';
import { visitsOnDayQuery } from './visit.queries.ts';
import { windowText } from './visit-texts.ts';

interface Props {
  /** The visit that is changed; null: a new one. */
  visitId: number | null;
  day: string | null;
  /** `HH:MM`; empty: no time, which overlaps with nothing. */
  from: string;
  to: string;
  minutes: number | null;
  technicians: readonly number[];
}

/** Names the other visits of the chosen technicians that leave no time for this one. Its text: `visit`. */
export function OverlapOnDay({ visitId, day, from, to, minutes, technicians }: Props) {
  const { t } = useTranslation('visit');
  const known = day !== null && /^\d{4}-\d{2}-\d{2}$/.test(day) && from !== '' && technicians.length > 0;
  const { data: board } = useQuery({ ...visitsOnDayQuery(day ?? ''), enabled: known });
  if (!known || !board) return null;
  const own = {
    ...{ id: 0, day, from, to: to || null, minutes, devices: [] },
    state: 'PLANNED' as const,
    technicians: technicians.map((id) => ({ id, firstName: '', lastName: '', active: true })),
  };
  const overlapping = board.visits.filter(
    (visit) => visit.id !== visitId && conflictsOf([own, visit], []).get(0)?.includes('OVERLAP'),
  );
  if (overlapping.length === 0) return null;
  const names = overlapping.map((visit) => joinPresent([windowText(visit), visit.customer.shortName], ' '));
  return (
    <Text size="sm" c="var(--mantine-color-error)" role="status">
      {t('overlapsOnDay', { visits: formatList(names, currentLanguage()) })}
    </Text>
  );
}
