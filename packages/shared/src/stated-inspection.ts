/** The day of a next inspection that a company states. Apart from the rules, because all lists of machines load those. */
import { addMonths } from './calendar.ts';
import { date } from './primitives.ts';

/** No machine in service has dates from before. An older date is a typing error. */
const firstStatedDay = '1950-01-01';

/** A next inspection as a company states it: it may be overdue, and no interval is longer than 50 years. */
export const statedInspectionDay = date.refine(
  (day) => day >= firstStatedDay && day <= addMonths(new Date().toISOString().slice(0, 10), 600),
  'INVALID',
);
