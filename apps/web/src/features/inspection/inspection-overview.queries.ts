import {
  type InspectionExport,
  type InspectionMapFilter,
  inspectionContract,
} from '@servicebook/shared/inspection-overview';
import type { z } from 'zod';
import { apiOf } from '../../lib/api-client.ts';
import { listQueryOf } from '../../lib/queries.ts';

const inspectionApi = apiOf(inspectionContract);

// Inspections are derived from a machine and its signed protocols, so they share the keys of machines.
export const inspectionSearchQuery = listQueryOf(['device', 'inspections', 'search'], inspectionApi.search);
export const inspectionPointsQuery = listQueryOf(['device', 'inspections', 'points'], inspectionApi.points);
export const inspectionPartQuery = listQueryOf(
  ['device', 'inspections', 'pointsInPart'],
  inspectionApi.pointsInPart,
);
export const inspectionCalendarQuery = listQueryOf(
  ['device', 'inspections', 'calendar'],
  inspectionApi.calendar,
);

const mostInPage = 100;

/** The chosen machines as they are now, with what is planned for them. */
export async function readInspections(ids: readonly number[]) {
  const found = [];
  for (let page = 0; found.length < ids.length; page++) {
    const { content } = await inspectionApi.search({
      body: { ids: [...ids], sort: { by: 'customer', direction: 'asc' }, page, size: mostInPage },
    });
    found.push(...content);
    if (content.length < mostInPage) break;
  }
  return found.map(({ device: { id, name, serialNumber, customer, category }, planned }) => ({
    id,
    name,
    serialNumber,
    customer,
    category,
    planned: planned !== null,
  }));
}

/** All results of a search, to choose them: the most urgent if there are too many. */
export const findInspectionIds = (filter: z.input<typeof InspectionMapFilter>): Promise<number[]> =>
  inspectionApi.findIds({ body: filter });

/** All results of a search, as a file. */
export const exportInspections = (request: z.input<typeof InspectionExport>): Promise<File> =>
  inspectionApi.export({ body: request });
