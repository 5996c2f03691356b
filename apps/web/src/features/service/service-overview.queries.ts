/** Lists of protocols, apart from what the form of one needs. */
import {
  type ServiceExport,
  type ServiceFilter,
  serviceOverviewContract,
} from '@servicebook/shared/service-overview';
import type { z } from 'zod';
import { apiOf } from '../../lib/api-client.ts';
import { listQueryOf } from '../../lib/queries.ts';

const api = apiOf(serviceOverviewContract);

export const serviceSearchQuery = listQueryOf(['service', 'search'], api.search);

/** The ids of all results. */
export const findServiceIds = (request: z.input<typeof ServiceFilter>): Promise<number[]> =>
  api.findIds({ body: request });

/** All results of a search, as a file. */
export const exportServices = (request: z.input<typeof ServiceExport>): Promise<File> =>
  api.export({ body: request });
