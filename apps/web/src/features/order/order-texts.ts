/** How orders and their days read on the screens of the feature. */
import { isPayable, type Order, orderDeadlineHours } from '@servicebook/shared/order';
import { formatDay } from '../../lib/day-text.ts';
import { currentLanguage } from '../../lib/i18n.ts';

/** An instant's day in a timezone, as people write it. */
export function dayText(moment: string, timezone: string): string {
  // Swedish writes dates as ISO 8601 does.
  const day = new Intl.DateTimeFormat('sv', { timeZone: timezone }).format(new Date(moment));
  return formatDay(day, currentLanguage());
}

const hour = 3_600_000;

/** Whether an order may be paid now; past its deadline it no longer may, though its state may not say so yet. */
export const mayPay = ({ paymentStatus, createdAt }: Pick<Order, 'paymentStatus' | 'createdAt'>): boolean =>
  isPayable(paymentStatus) && Date.now() < new Date(createdAt).getTime() + orderDeadlineHours * hour;
