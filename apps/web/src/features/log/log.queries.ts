import { type LogExport, type LogSearch, logContract } from '@servicebook/shared/log';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { apiOf } from '../../lib/api-client.ts';

const logApi = apiOf(logContract);

/** All that a search finds, as a file. */
export const exportLog = (request: z.input<typeof LogExport>): Promise<File> =>
  logApi.export({ body: request });

export const logSearchQuery = (request: z.input<typeof LogSearch>) =>
  queryOptions({
    queryKey: ['log', 'search', request],
    queryFn: ({ signal }) => logApi.search({ body: request, signal }),
    // The page before stays in sight until the next is here.
    placeholderData: keepPreviousData,
    // Whatever is done anywhere may be a new entry.
    staleTime: 0,
  });
