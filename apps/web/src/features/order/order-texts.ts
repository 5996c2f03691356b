import { formatDay } from '@servicebook/i18n/format.ts';
/** Formats orders and their dates for the screens of the feature. */
import { isPayable, type Order, orderDeadlineHours } from '@servicebook/shared/order';
import { currentLanguage } from '../../lib/i18n.ts';
import { wallTime } from '../../lib/wall-clock.ts';

/** The date of an instant in a timezone, formatted. */
export function dayText(moment: string, timezone: string): string {
  return formatDay(wallTime(moment, timezone).slice(0, 10), currentLanguage());
}

const hour = 3_600_000;

/** Whether an order may be paid now. Past its deadline it may not, even if its status has not changed yet. */
export const mayPay = ({ paymentStatus, createdAt }: Pick<Order, 'paymentStatus' | 'createdAt'>): boolean =>
  isPayable(paymentStatus) && Date.now() < new Date(createdAt).getTime() + orderDeadlineHours * hour;
