import {
  type InspectionCalendarFilter,
  type InspectionExport,
  type InspectionMapFilter,
  type InspectionSearch,
  inspectionContract,
} from '@servicebook/shared/inspection-overview';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { apiOf } from '../../lib/api-client.ts';

const inspectionApi = apiOf(inspectionContract);

/** Changes of a machine appear here, so the keys start like those of machines. */
const overview = ['device', 'inspections'];

export const inspectionSearchQuery = (request: z.input<typeof InspectionSearch>) =>
  queryOptions({
    queryKey: [...overview, 'search', request],
    queryFn: ({ signal }) => inspectionApi.search({ body: request, signal }),
    // The page before stays in sight until the next is here.
    placeholderData: keepPreviousData,
  });

export const inspectionPointsQuery = (filter: z.input<typeof InspectionMapFilter>) =>
  queryOptions({
    queryKey: [...overview, 'points', filter],
    queryFn: ({ signal }) => inspectionApi.points({ body: filter, signal }),
    placeholderData: keepPreviousData,
  });

export const inspectionCalendarQuery = (filter: z.input<typeof InspectionCalendarFilter>) =>
  queryOptions({
    queryKey: [...overview, 'calendar', filter],
    queryFn: ({ signal }) => inspectionApi.calendar({ body: filter, signal }),
    placeholderData: keepPreviousData,
  });

/** All that a search finds, as a file. */
export const exportInspections = (request: z.input<typeof InspectionExport>): Promise<File> =>
  inspectionApi.export({ body: request });
