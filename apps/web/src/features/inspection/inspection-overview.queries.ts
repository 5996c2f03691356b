import { type InspectionExport, inspectionContract } from '@servicebook/shared/inspection-overview';
import type { z } from 'zod';
import { apiOf } from '../../lib/api-client.ts';
import { listQueryOf } from '../../lib/queries.ts';

const inspectionApi = apiOf(inspectionContract);

// Inspections follow from a machine and its signed protocols, so the keys are those of machines.
export const inspectionSearchQuery = listQueryOf(['device', 'inspections', 'search'], inspectionApi.search);
export const inspectionPointsQuery = listQueryOf(['device', 'inspections', 'points'], inspectionApi.points);
export const inspectionCalendarQuery = listQueryOf(
  ['device', 'inspections', 'calendar'],
  inspectionApi.calendar,
);

/** All that a search finds, as a file. */
export const exportInspections = (request: z.input<typeof InspectionExport>): Promise<File> =>
  inspectionApi.export({ body: request });
