import { id, optionalDate } from '@servicebook/shared/primitives';
import { z } from 'zod';

/** Which visits the list shows. */
const shown = ['OPEN', 'TO_PLAN', 'DONE', 'CANCELLED', 'ALL'] as const;
export const shownVisits = shown;

export const VisitFilter = z.object({
  show: z.enum(shown).default('OPEN'),
  userId: id.nullable().default(null),
  /** A range of days, from the calendar. */
  dateFrom: optionalDate,
  dateTo: optionalDate,
});

/** The open dialog in the address (`visit=new`). */
export const VisitTarget = z.object({ visit: z.literal('new').nullish() });
