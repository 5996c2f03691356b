import type { IncidentQuery } from '@servicebook/shared/incident';
import type { z } from 'zod';
import { isDay } from '../../lib/day-text.ts';

export interface IncidentFilter {
  dateFrom: string | null;
  dateTo: string | null;
  showService: boolean;
}

export const noFilter: IncidentFilter = { dateFrom: null, dateTo: null, showService: true };

export const isFiltered = ({ dateFrom, dateTo, showService }: IncidentFilter): boolean =>
  Boolean(dateFrom || dateTo) || !showService;

/** An invalid day is marked at its field and does not filter. */
const dayOrNone = (value: string | null) => (value && isDay(value) ? value : null);

/** The call's query; what is empty is left out. */
export function incidentRequest(
  deviceId: number,
  text: string,
  { dateFrom, dateTo, showService }: IncidentFilter,
): z.input<typeof IncidentQuery> {
  const [from, to] = [dayOrNone(dateFrom), dayOrNone(dateTo)];
  return {
    deviceId,
    showService,
    ...(text && { text }),
    ...(from && { dateFrom: from }),
    ...(to && { dateTo: to }),
  };
}
