import { type LogExport, logContract } from '@servicebook/shared/log';
import type { z } from 'zod';
import { apiOf } from '../../lib/api-client.ts';
import { listQueryOf } from '../../lib/queries.ts';

const logApi = apiOf(logContract);

/** All results of a search, as a file. */
export const exportLog = (request: z.input<typeof LogExport>): Promise<File> =>
  logApi.export({ body: request });

// Any change can add an entry.
export const logSearchQuery = listQueryOf(['log', 'search'], logApi.search, { staleTime: 0 });
