import type { IncidentQuery } from '@servicebook/shared/incident';
import type { z } from 'zod';
import { daysOf } from '../../components/day-range.tsx';

export interface IncidentFilter {
  dateFrom: string | null;
  dateTo: string | null;
  showService: boolean;
}

export const noFilter: IncidentFilter = { dateFrom: null, dateTo: null, showService: true };

export const isFiltered = ({ dateFrom, dateTo, showService }: IncidentFilter): boolean =>
  Boolean(dateFrom || dateTo) || !showService;

/** The query of the call; empty values are omitted. */
export function incidentRequest(
  deviceId: number,
  text: string,
  { showService, ...range }: IncidentFilter,
): z.input<typeof IncidentQuery> {
  const { dateFrom, dateTo } = daysOf(range);
  return {
    deviceId,
    showService,
    ...(text && { text }),
    ...(dateFrom && { dateFrom }),
    ...(dateTo && { dateTo }),
  };
}
