import { Alert, Text } from '@mantine/core';
import { brokenPromise, isOpenVisit, type Visit } from '@servicebook/shared/visit';
import { useTranslation } from 'react-i18next';
import { useToday } from '../../lib/use-today.ts';
import { whenText } from './visit-texts.ts';

interface Props {
  visit: Pick<Visit, 'told' | 'state'>;
  /** The day and time it is to have; null: it will not take place. */
  next: Pick<Visit, 'day' | 'from' | 'to'> | null;
}

/** Says before a change that the customer was told a day that will no longer hold. Its texts: `announcement`. */
export function ToldCustomer({ visit, next }: Props) {
  const { t } = useTranslation('announcement');
  const today = useToday();
  const told = brokenPromise(visit, next, today);
  if (!told || (!isOpenVisit(visit) && visit.state !== 'CANCELLED')) return null;
  return (
    <Alert color="yellow" variant="light">
      <Text c="var(--mantine-color-text)">
        {t(next ? 'before.moved' : 'before.gone', { when: whenText(told) ?? '' })}
      </Text>
    </Alert>
  );
}
