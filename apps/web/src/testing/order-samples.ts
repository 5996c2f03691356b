/** Sample plans and orders for the tests of screens. */
import type { Order, OrderDetails, OrderOffer } from '@servicebook/shared/order';
import type { AccountPlan } from '@servicebook/shared/plan';
import { queryClient } from '../lib/query-client.ts';
import { appConfigQuery } from '../lib/use-app-config.ts';

export const premium: AccountPlan = {
  id: 4,
  name: 'Premium',
  description: 'For the whole service department.',
  functions: '["Any number of users","Unlimited signed protocols"]',
  type: 'DEFAULT',
  period: 'month',
  monthNetPrice: 9,
  monthGrossPrice: 11.07,
  yearNetPrice: 90,
  yearGrossPrice: 110.7,
  vatRate: 23,
  quantity: 1,
  totalNetAmount: 9,
  totalVatAmount: 2.07,
  totalGrossAmount: 11.07,
  currency: 'USD',
  language: 'en',
};

export const free: AccountPlan = {
  ...premium,
  id: 3,
  name: 'Free',
  description: 'For one technician.',
  functions: '["1 user","10 signed protocols a month"]',
  type: 'FREE',
  monthNetPrice: 0,
  monthGrossPrice: 0,
  yearNetPrice: 0,
  yearGrossPrice: 0,
  totalNetAmount: 0,
  totalVatAmount: 0,
  totalGrossAmount: 0,
};

type Offered = OrderOffer['users'][number];

export const anna: Offered = {
  id: 1,
  email: 'anna@example.com',
  firstName: 'Anna',
  lastName: 'Nowak',
  invited: false,
  expired: false,
  planExpired: null,
  currentPlan: { type: 'FREE', name: 'Free' },
  accountPlan: premium,
};

/** A paying user. */
export const tomasz: Offered = {
  ...anna,
  id: 2,
  email: 'tomasz@example.com',
  firstName: 'Tomasz',
  lastName: 'Żuk',
  planExpired: '2031-03-07T11:00:00.000Z',
  currentPlan: { type: 'DEFAULT', name: 'Premium' },
};

export const offerOf = (...users: Offered[]): OrderOffer => ({ timezone: 'Europe/Warsaw', users });

const { id, name, period, quantity, vatRate, totalNetAmount, totalVatAmount, totalGrossAmount, currency } =
  premium;
const line: OrderDetails['users'][number] = {
  id: 1,
  email: 'anna@example.com',
  firstName: 'Anna',
  lastName: 'Nowak',
  accountPlan: {
    id,
    name,
    period,
    quantity,
    vatRate,
    totalNetAmount,
    totalVatAmount,
    totalGrossAmount,
    currency,
    unitNetPrice: 9,
  },
  planExpired: null,
};

/** An order of one month for each of these users. */
export const orderDetailsOf = (...users: Partial<typeof line>[]): string =>
  JSON.stringify({ users: users.map((user) => ({ ...line, ...user })) });

/** An order that Anna has just placed for herself. */
export const orderOf = (given: Partial<Order> = {}): Order => {
  const now = new Date().toISOString();
  return {
    id: 12,
    createdAt: now,
    updatedAt: now,
    date: now,
    paymentDate: null,
    orderDetails: orderDetailsOf({}),
    user: { id: 1, email: 'anna@example.com', firstName: 'Anna', lastName: 'Nowak' },
    totalAmount: 11.07,
    totalNetAmount: 9,
    totalVatAmount: 2.07,
    currency: 'USD',
    paymentType: '',
    paymentStatus: 'CREATED',
    p24SessionId: null,
    p24OrderId: null,
    paymentMethodId: null,
    paymentMethod: '',
    invoicePdf: null,
    invoiceXml: null,
    corrections: [],
    ...given,
  };
};

/** An installation with payments turned on. */
export const startSelling = () =>
  queryClient.setQueryData(
    appConfigQuery.queryKey,
    (config) => config && { ...config, paymentsEnabled: true },
  );
