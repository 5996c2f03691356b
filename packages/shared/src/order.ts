/** Orders: extending the paid access of users. */
import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import { endpoint } from './contract.ts';
import { amount } from './money.ts';
import { AccountPlan, type Period, periods, quantityProblem } from './plan.ts';
import { id, idText, mostRows, pageOf } from './primitives.ts';

export const orderStatuses = [
  'CREATED',
  'PROCESSING',
  'SIGNED',
  'SUCCESS',
  'REJECTED',
  'AFTER_DEADLINE',
] as const;
export type OrderStatus = (typeof orderStatuses)[number];

/** States in which an order may still be sent to the payment provider. */
export const isPayable = (status: OrderStatus): boolean => status === 'CREATED' || status === 'PROCESSING';

/** How long the price of an order is valid after its creation. */
export const orderDeadlineHours = 24;

const maxUsers = 500;

/**
 * The end of access after an extension: the later of the current end and today, plus months or years, minus one day,
 * at noon in the account's timezone. A day that the month does not have becomes its last day before one is subtracted.
 * @param planExpired the current end, or null if there is none. @param now an instant; both ISO 8601.
 * @returns an instant, ISO 8601 UTC. @throws RangeError for an unknown timezone
 */
export function extendedUntil(
  planExpired: string | null,
  now: string,
  timezone: string,
  period: Period,
  quantity: number,
): string {
  const dayOf = (instant: string) =>
    Temporal.Instant.from(instant).toZonedDateTimeISO(timezone).toPlainDate();
  const today = dayOf(now);
  const current = planExpired === null ? today : dayOf(planExpired);
  const start = Temporal.PlainDate.compare(current, today) > 0 ? current : today;
  return start
    .add(period === 'year' ? { years: quantity } : { months: quantity }, { overflow: 'constrain' })
    .subtract({ days: 1 })
    .toZonedDateTime({ timeZone: timezone, plainTime: '12:00' })
    .toInstant()
    .toString({ fractionalSecondDigits: 3 });
}

/** A line as sent. It may contain more about the user and the plan; the server ignores it and looks it up. */
const OrderUser = z.object({
  id,
  accountPlan: z
    .object({
      period: z.enum(periods, 'INVALID').default('month'),
      quantity: z.number('REQUIRED').transform(Math.floor),
    })
    .superRefine(({ period, quantity }, context) => {
      const message = quantityProblem(quantity, period);
      if (message) context.addIssue({ code: 'custom', message, path: ['quantity'] });
    }),
});

const OrderUsers = z
  .array(OrderUser)
  .min(1, 'REQUIRED')
  .max(maxUsers, 'TOO_MANY')
  .superRefine((users, context) => {
    const seen = new Set<number>();
    for (const [index, user] of users.entries()) {
      if (seen.has(user.id))
        context.addIssue({ code: 'custom', message: 'LISTED_TWICE', path: [index, 'id'] });
      seen.add(user.id);
    }
  });

/** The specification has two names for the lines: `users` in its table of calls, `usersToExtendAccess` in its entities. */
export const OrderInput = z
  .strictObject({
    users: OrderUsers.optional(),
    /** The same lines under the other name. If sent together with `users`, both must be equal. */
    usersToExtendAccess: OrderUsers.optional(),
    /** The total shown on the screen; an order with another price is refused. */
    totalGrossPrice: amount,
  })
  .superRefine(({ users, usersToExtendAccess }, context) => {
    if (!users && !usersToExtendAccess)
      context.addIssue({ code: 'custom', message: 'REQUIRED', path: ['users'] });
    if (users && usersToExtendAccess && JSON.stringify(users) !== JSON.stringify(usersToExtendAccess))
      context.addIssue({ code: 'custom', message: 'INVALID', path: ['usersToExtendAccess'] });
  })
  .transform(({ users, usersToExtendAccess, totalGrossPrice }) => ({
    users: users ?? usersToExtendAccess ?? [],
    totalGrossPrice,
  }));
export type OrderInput = z.output<typeof OrderInput>;

/** One user of an order, with the cost of the extension; a copy that does not follow changes of user or plan. */
export const OrderDetailUser = z.object({
  /** Null after that user was deleted. */
  id: z.number().nullable(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  accountPlan: AccountPlan.pick({
    id: true,
    name: true,
    period: true,
    quantity: true,
    vatRate: true,
    totalNetAmount: true,
    totalVatAmount: true,
    totalGrossAmount: true,
    currency: true,
  }).extend({ unitNetPrice: z.number() }),
  /** End of access after the payment; null while unpaid. */
  planExpired: z.string().nullable(),
});
export const OrderDetails = z.object({ users: z.array(OrderDetailUser) });
export type OrderDetails = z.infer<typeof OrderDetails>;

/** Reads `orderDetails`; malformed text has no users, so that no screen breaks. */
export function parseOrderDetails(text: string): OrderDetails {
  try {
    return OrderDetails.parse(JSON.parse(text));
  } catch {
    return { users: [] };
  }
}

/** A stored document of an invoice. */
const InvoiceFile = z.object({
  filename: z.string(),
  /** The value for `downloadFile?fileName=`. */
  fileName: z.string(),
});

export const Order = z.object({
  id: z.number(),
  createdAt: z.string(),
  updatedAt: z.string(),
  date: z.string(),
  paymentDate: z.string().nullable(),
  /** JSON text of OrderDetails. */
  orderDetails: z.string(),
  user: z.object({ id: z.number(), email: z.string(), firstName: z.string(), lastName: z.string() }),
  /** Gross, decimal. */
  totalAmount: z.number(),
  totalNetAmount: z.number(),
  totalVatAmount: z.number(),
  currency: z.string(),
  paymentType: z.string(),
  paymentStatus: z.enum(orderStatuses),
  p24SessionId: z.string().nullable(),
  p24OrderId: z.number().nullable(),
  paymentMethodId: z.number().nullable(),
  paymentMethod: z.string(),
  /** Null until it is drawn, shortly after the payment. */
  invoicePdf: InvoiceFile.nullable(),
  /** The structured e-invoice, KSeF FA(3); for buyers in Poland only. */
  invoiceXml: InvoiceFile.nullable(),
  /** Corrections of the invoice, oldest first. */
  corrections: z.array(
    z.object({
      number: z.string(),
      invoicePdf: InvoiceFile.nullable(),
      invoiceXml: InvoiceFile.nullable(),
    }),
  ),
});
export type Order = z.infer<typeof Order>;

/** The data for the order screen: all users, with the plan and prices of an extension. */
export const OrderOffer = z.object({
  /** The account's timezone; new ends of access are calculated in it. */
  timezone: z.string(),
  users: z.array(
    z.object({
      id: z.number(),
      email: z.string(),
      firstName: z.string(),
      lastName: z.string(),
      /** Has not signed in yet. */
      invited: z.boolean(),
      expired: z.boolean(),
      /** End of the current access. */
      planExpired: z.string().nullable(),
      /** The plan the user has now. */
      currentPlan: z.object({ type: AccountPlan.shape.type, name: z.string() }),
      /** The plan of the extension: the user's own, or the account's default plan for a user on FREE. */
      accountPlan: AccountPlan,
    }),
  ),
});
export type OrderOffer = z.infer<typeof OrderOffer>;

export const orderContract = {
  insert: endpoint({
    method: 'post',
    path: '/api/order',
    summary: 'Orders the extension of users’ access; the server prices it itself',
    access: 'order.manage',
    openToExpired: true,
    idempotent: true,
    body: OrderInput,
    response: Order,
    errors: ['COMPANY_DATA_REQUIRED', 'PRICE_CHANGED', 'PAYMENTS_DISABLED'],
  }),
  find: endpoint({
    method: 'get',
    path: '/api/order',
    summary: 'One order; polled while its payment is awaited',
    access: 'order.manage',
    openToExpired: true,
    query: z.strictObject({ id: idText }),
    response: Order,
  }),
  all: endpoint({
    method: 'get',
    path: '/api/order/all',
    summary: 'Orders, the newest first',
    access: 'order.manage',
    openToExpired: true,
    query: z.strictObject({
      pageNo: z.coerce
        .number<number | string>('INVALID')
        .int('INVALID')
        .min(0, 'INVALID')
        .max(1_000_000, 'INVALID')
        .default(0),
      pageSize: z.coerce
        .number<number | string>('INVALID')
        .int('INVALID')
        .min(1, 'INVALID')
        .max(mostRows, 'INVALID')
        .default(10),
    }),
    response: pageOf(Order),
  }),
  offer: endpoint({
    method: 'get',
    path: '/api/order/offer',
    summary: 'Whose access can be extended, on which plan and at what price',
    access: 'order.manage',
    openToExpired: true,
    response: OrderOffer,
  }),
};
