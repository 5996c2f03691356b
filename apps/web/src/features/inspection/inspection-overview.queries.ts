import { type InspectionExport, inspectionContract, maxIds } from '@servicebook/shared/inspection-overview';
import type { z } from 'zod';
import { apiOf } from '../../lib/api-client.ts';
import { listQueryOf } from '../../lib/queries.ts';

const inspectionApi = apiOf(inspectionContract);

// Inspections are derived from a machine and its signed protocols, so they share the keys of machines.
export const inspectionSearchQuery = listQueryOf(['device', 'inspections', 'search'], inspectionApi.search);
export const inspectionPointsQuery = listQueryOf(['device', 'inspections', 'points'], inspectionApi.points);
export const inspectionCalendarQuery = listQueryOf(
  ['device', 'inspections', 'calendar'],
  inspectionApi.calendar,
);

/** The chosen machines as they are now, with what is planned for them. */
export async function readInspections(ids: readonly number[]) {
  const { content } = await inspectionApi.search({ body: { ids: [...ids], size: maxIds } });
  return content.map(({ device: { id, name, serialNumber, customer, category }, planned }) => ({
    id,
    name,
    serialNumber,
    customer,
    category,
    planned: planned !== null,
  }));
}

/** All results of a search, as a file. */
export const exportInspections = (request: z.input<typeof InspectionExport>): Promise<File> =>
  inspectionApi.export({ body: request });
