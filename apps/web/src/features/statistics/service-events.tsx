import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { daysOf, isReversed } from '../../components/day-range.tsx';
import { EmptyState, ErrorState } from '../../components/states.tsx';
import { useAddress } from '../../lib/use-address.ts';
import { useToday } from '../../lib/use-today.ts';
import { ProtocolFigures } from './protocol-figures.tsx';
import { RepairFigures } from './repair-figures.tsx';
import classes from './service-events.module.css';
import { SpanAddress, spanOf } from './span.ts';
import { SpanBar } from './span-bar.tsx';
import { overviewQuery } from './statistics.queries.ts';
import { Totals } from './totals.tsx';
import { UsersTable } from './users-table.tsx';

/** Statistics of the protocols in a range of days, which is stored in the address. */
export function ServiceEvents() {
  const { t } = useTranslation('statistics');
  const today = useToday();
  const { values, change } = useAddress(SpanAddress, { resets: 'page' });
  const span = spanOf(values, today);
  const request = daysOf(span);
  const reversed = isReversed(span);
  const { data, error, refetch } = useQuery({ ...overviewQuery(request), enabled: !reversed });
  return (
    <Stack className={classes.page ?? ''} gap="xl">
      <SpanBar
        span={span}
        today={today}
        onChange={(part) => {
          const { dateFrom, dateTo } = { ...span, ...part };
          change({ dateFrom: dateFrom ?? '', dateTo: dateTo ?? '' });
        }}
      />
      {!reversed && (
        <>
          {error && !data ? <ErrorState error={error} onRetry={refetch} /> : <Totals totals={data?.totals} />}
          <UsersTable span={request} />
          {data?.totals.all === 0 && <EmptyState title={t('emptyTitle')} hint={t('emptyHint')} />}
          {data && data.totals.all > 0 && (
            <div className={classes.figures}>
              <ProtocolFigures overview={data} span={request} />
              <RepairFigures overview={data} span={request} />
            </div>
          )}
        </>
      )}
    </Stack>
  );
}
