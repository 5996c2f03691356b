/** Which orders can be paid. */
import { isPayable, type Order, orderDeadlineHours } from '@servicebook/shared/order';

const hour = 3_600_000;

/** Whether an order may be paid now. Past its deadline it may not, even if its status has not changed yet. */
export const mayPay = ({ paymentStatus, createdAt }: Pick<Order, 'paymentStatus' | 'createdAt'>): boolean =>
  isPayable(paymentStatus) && Date.now() < new Date(createdAt).getTime() + orderDeadlineHours * hour;
