import { paymentTypes, serviceTypes } from '@servicebook/shared/service';
import { filterStates } from '@servicebook/shared/service-overview';
import { z } from 'zod';
import { daysOf } from '../../components/day-range.tsx';
import { oneId, oneOf, typedDay } from '../../lib/address.ts';

/** The filters of the overview, stored in the page's address; null means "any". */
export const OverviewFilter = z.object({
  type: oneOf(serviceTypes),
  state: oneOf(filterStates),
  payment: oneOf(paymentTypes),
  invoicing: oneOf(['OPEN', 'INVOICED']),
  userId: oneId,
  customerId: oneId,
  dateFrom: typedDay,
  dateTo: typedDay,
});
export type OverviewFilter = z.output<typeof OverviewFilter>;

/** The filter as the server expects it. */
export const filterRequest = ({
  type,
  state,
  payment,
  invoicing,
  userId,
  customerId,
  ...days
}: OverviewFilter) => ({
  types: type ? [type] : [],
  states: state ? [state] : [],
  paymentTypes: payment ? [payment] : [],
  invoiced: invoicing && invoicing === 'INVOICED',
  userId,
  customerId,
  ...daysOf(days),
});
