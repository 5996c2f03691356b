/** The end of a company's contract: notice, closing, 30 days to fetch the data or to reopen, erasure. */
import { z } from 'zod';
import { addDays, addMonths } from './calendar.ts';
import { endpoint } from './contract.ts';
import { date } from './primitives.ts';

/** How long the data of a closed account can be fetched: as long as the EU Data Act asks at least (Art. 25(2)(g)). */
export const retrievalDays = 30;
/** How long before the end notice can be given: as long as the Data Act allows at most (Art. 25(2)(d)). */
const noticeMonths = 2;

/** The latest last day of work that can be chosen today. */
export const latestEnd = (today: string): string => addMonths(today, noticeMonths);

/** The last day on which the data of an account can be fetched that is closed on this day. */
export const retrievalEnd = (closedOn: string): string => addDays(closedOn, retrievalDays);

/** How the contract of a company stands. All days are on the company's calendar. */
export const Closure = z.object({
  today: date,
  /** The last day of work, after notice was given. */
  endsOn: date.nullable(),
  /** The day since when nobody works in the account. */
  closedOn: date.nullable(),
  /** The last day on which a closed account can be fetched or reopened. */
  retrievalUntil: date.nullable(),
  /** The last day of the access that was paid furthest ahead. */
  paidUntil: date.nullable(),
  /** The day from which changed terms apply; who leaves before gets paid time back. Null: none are announced. */
  termsFrom: date.nullable(),
});
export type Closure = z.infer<typeof Closure>;

export const closureContract = {
  get: endpoint({
    method: 'get',
    path: '/api/account/closure',
    summary: "How the company's contract stands: notice, closing, the last day to fetch the data",
    access: 'account.manage',
    openToExpired: true,
    openToClosed: true,
    response: Closure,
  }),
  giveNotice: endpoint({
    method: 'post',
    path: '/api/account/closure',
    summary: 'Ends the contract after a day within two months, or at once',
    access: 'account.manage',
    openToExpired: true,
    /** `endsOn`: the last day of work; null closes the account at once. */
    body: z.strictObject({ endsOn: date.nullable() }),
    response: Closure,
  }),
  takeBack: endpoint({
    method: 'delete',
    path: '/api/account/closure',
    summary: 'Takes the notice back while the account is still open',
    access: 'account.manage',
    openToExpired: true,
    response: Closure,
  }),
  reopen: endpoint({
    method: 'post',
    path: '/api/account/closure/reopen',
    summary: 'Opens a closed account again, with everything in it',
    access: 'account.manage',
    openToExpired: true,
    openToClosed: true,
    response: Closure,
  }),
};
