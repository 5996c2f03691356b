import { InspectionSearch } from '@servicebook/shared/inspection-overview';
import { optionalDate } from '@servicebook/shared/primitives';
import { z } from 'zod';

const { onlyActual, due, planned } = InspectionSearch.shape;

export const views = ['list', 'map', 'calendar'] as const;
export const dues = due.unwrap().options;
export const plans = planned.unwrap().options;

/** Filter and view of the overview, stored in the page's address. */
export const OverviewAddress = z.object({
  view: z.enum(views).default('list'),
  onlyActual,
  due,
  planned,
  /** A single day, after a click on it in the calendar. */
  day: optionalDate,
  /** `YYYY-MM`; null: the current one. */
  month: z
    .string()
    .refine((month) => z.iso.date().safeParse(`${month}-01`).success)
    .nullable()
    .default(null),
});
export type OverviewAddress = z.output<typeof OverviewAddress>;
