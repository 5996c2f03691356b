import { logKinds } from '@servicebook/shared/log';
import { z } from 'zod';
import { daysOf } from '../../components/day-range.tsx';
import { oneId, oneOf, typedDay } from '../../lib/address.ts';

/** The filters of the log, stored in the page's address; null means "any". */
export const LogFilter = z.object({
  kind: oneOf(logKinds),
  userId: oneId,
  dateFrom: typedDay,
  dateTo: typedDay,
});
export type LogFilter = z.output<typeof LogFilter>;

/** The filter as the server expects it. */
export const filterRequest = ({ kind, userId, ...days }: LogFilter) => ({
  kinds: kind ? [kind] : [],
  userId,
  ...daysOf(days),
});
