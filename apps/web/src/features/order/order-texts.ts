import { formatDay } from '@servicebook/i18n/format.ts';
/** How orders and their days read on the screens of the feature. */
import { isPayable, type Order, orderDeadlineHours } from '@servicebook/shared/order';
import { currentLanguage } from '../../lib/i18n.ts';
import { wallTime } from '../../lib/wall-clock.ts';

/** An instant's day in a timezone, as people write it. */
export function dayText(moment: string, timezone: string): string {
  return formatDay(wallTime(moment, timezone).slice(0, 10), currentLanguage());
}

const hour = 3_600_000;

/** Whether an order may be paid now; past its deadline it no longer may, though its state may not say so yet. */
export const mayPay = ({ paymentStatus, createdAt }: Pick<Order, 'paymentStatus' | 'createdAt'>): boolean =>
  isPayable(paymentStatus) && Date.now() < new Date(createdAt).getTime() + orderDeadlineHours * hour;
