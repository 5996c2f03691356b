import { Alert, Text } from '@mantine/core';
import { isOpenVisit, type Visit } from '@servicebook/shared/visit';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useToday } from '../../lib/use-today.ts';
import { announcementsQuery } from './announcement.queries.ts';
import { whenText } from './visit-texts.ts';

type Plan = Pick<Visit, 'day' | 'from' | 'to'>;

interface Props {
  visit: Pick<Visit, 'id' | 'state'>;
  /** The day and time it is to have; null: it will not take place. */
  next: Plan | null;
}

/** Says before a change that the customer was told a day that will no longer hold. Its texts: `announcement`. */
export function ToldCustomer({ visit, next }: Props) {
  const { t } = useTranslation('announcement');
  const today = useToday();
  const told = useQuery(announcementsQuery(visit.id)).data?.sent[0];
  if (!told || told.day < today || (!isOpenVisit(visit) && visit.state !== 'CANCELLED')) return null;
  const holds = next && next.day === told.day && next.from === told.from && next.to === told.to;
  if (holds) return null;
  return (
    <Alert color="yellow" variant="light">
      <Text c="var(--mantine-color-text)">
        {t(next ? 'before.moved' : 'before.gone', { when: whenText(told) ?? '' })}
      </Text>
    </Alert>
  );
}
