import { type StatisticsExport, statisticsContract } from '@servicebook/shared/statistics';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { apiOf } from '../../lib/api-client.ts';
import type { Span } from './span.ts';

const statisticsApi = apiOf(statisticsContract);

/** The specified date format of the call. */
const queryOf = ({ dateFrom, dateTo }: Span) => ({
  ...(dateFrom && { dateFrom: `${dateFrom}T00:00` }),
  ...(dateTo && { dateTo: `${dateTo}T00:00` }),
});

// Any change of a protocol affects the statistics. The server answers 304 if they are unchanged.
const fresh = { staleTime: 0, placeholderData: keepPreviousData } as const;

export const servicesUsersQuery = (span: Span) =>
  queryOptions({
    queryKey: ['statistics', 'servicesUsers', span],
    queryFn: ({ signal }) => statisticsApi.servicesUsers({ query: queryOf(span), signal }),
    ...fresh,
  });

export const overviewQuery = (span: Span) =>
  queryOptions({
    queryKey: ['statistics', 'overview', span],
    queryFn: ({ signal }) => statisticsApi.overview({ query: queryOf(span), signal }),
    ...fresh,
  });

export const homeQuery = queryOptions({
  queryKey: ['statistics', 'home'],
  queryFn: ({ signal }) => statisticsApi.home({ signal }),
  staleTime: 0,
});

export const exportStatistics = (request: z.input<typeof StatisticsExport>): Promise<File> =>
  statisticsApi.export({ body: request });
