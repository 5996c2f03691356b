import type { Period } from '@servicebook/shared/plan';
import { paths } from '@servicebook/shared/screen-paths';

export { paths };

export type Path = (typeof paths)[keyof typeof paths];

type Query = Record<string, string | number | null | undefined>;

/** An address with a query; empty values are omitted. */
export function withQuery(path: Path, query: Query): string {
  const entries = Object.entries(query).flatMap(([name, value]) =>
    value === null || value === undefined || value === '' ? [] : [[name, String(value)]],
  );
  return entries.length ? `${path}?${new URLSearchParams(entries)}` : path;
}

/** Replaces an employee's id in an address for all employees. */
export const everybody = 'everybody';

/** The screen from which another was opened and to which "back" returns. */
export type Origin = 'machineList' | 'customerEdit' | 'categoryEdit' | Overview;

/** Overviews that open machines. Each value is also the name of its path. */
export const overviews = [
  'machinePeriodicInspection',
  'servicesList',
  'statistics',
] as const satisfies (keyof typeof paths)[];
type Overview = (typeof overviews)[number];

/** The tabs of My account in the address. */
export type AccountTab = 'user' | 'management' | 'orders' | 'branches' | 'prices' | 'company';

export const linkTo = {
  machineEdit: (query: {
    id: number;
    customerId?: number | undefined;
    categoryId?: number;
    prev?: Origin;
    activeTab?: string;
    /** The address of an open protocol. */
    service?: number | 'new';
    /** The visit a new protocol is written on. */
    visit?: number | null | undefined;
  }) => withQuery(paths.machineEdit, query),
  visit: (visit: { id: number }) => withQuery(paths.visit, visit),
  /** The open visits of one technician on these days. */
  visitsOf: ({ userId, from, to }: { userId: number; from: string; to: string }) =>
    withQuery(paths.visitList, { userId, dateFrom: from, dateTo: to }),
  /** As specified, the address contains the customer's fields; the screen still loads the customer by id. */
  customerEdit: (customer: { id: number } & Query) => withQuery(paths.customerEdit, customer),
  categoryEdit: (category: { id: number; name?: string; from?: string }) =>
    withQuery(paths.categoryEdit, category),
  userEdit: (user: { id: number }) => withQuery(paths.userEdit, user),
  myAccount: (query: { tab: AccountTab }) => withQuery(paths.myAccount, query),
  /** The order screen for these users; the address contains them, so that a reload keeps them. */
  order: (users: readonly number[], period: Period = 'month') =>
    `${paths.order}?users=${users.join(',')}${period === 'year' ? '&period=year' : ''}`,
};
