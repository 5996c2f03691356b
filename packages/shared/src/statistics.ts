/** Statistics of protocols within a range of days for /statistics, and the counts of the home page. */

import { z } from 'zod';
import { endpoint } from './contract.ts';
import { DeviceStatus } from './device.ts';
import { exportFormat, tableAnswer } from './export-format.ts';
import { MachineName } from './machine-name.ts';
import { inDayOrder, optionalDate } from './primitives.ts';
import { ServiceType } from './service-kinds.ts';

/** The range of the protocols' dates, inclusive, in the caller's timezone; null: open-ended. */
const days = { dateFrom: optionalDate, dateTo: optionalDate };
const span = z.strictObject(days).refine(...inDayOrder);
export type StatisticsSpan = z.output<typeof span>;

/** The protocols of one user. Lists all current employees, and former ones with protocols in the range. */
export const UserServices = z.object({
  userId: z.number(),
  lastName: z.string(),
  firstName: z.string(),
  countUserServices: z.number(),
  countUserSignedServices: z.number(),
});
export type UserServices = z.infer<typeof UserServices>;

/**
 * A protocol of type REPAIR is a repair of each of its machines. `daysBetweenRepairs` is the time between consecutive
 * repairs of a machine; null: no machine was repaired twice.
 */
const repairs = { repairs: z.number(), daysBetweenRepairs: z.number().nullable() };

const CategoryRepairs = z.object({
  id: z.number(),
  name: z.string(),
  /** Machines of the category, repaired or not. */
  machines: z.number(),
  ...repairs,
});
export type CategoryRepairs = z.infer<typeof CategoryRepairs>;

const MachineRepairs = MachineName.extend({
  customer: z.object({ id: z.number(), shortName: z.string() }),
  category: z.object({ id: z.number(), name: z.string() }),
  ...repairs,
});
export type MachineRepairs = z.infer<typeof MachineRepairs>;

/** Maximum length of the lists of machines. */
export const namedMachines = 10;

const counts = { all: z.number(), signed: z.number() };

export const StatisticsOverview = z.object({
  totals: z.object({
    ...counts,
    /** Customers with a protocol, each counted once. */
    customers: z.number(),
    machines: z.number(),
    ...repairs,
  }),
  /** `YYYY-MM`; every month from the first with a protocol to the last. */
  months: z.array(z.object({ month: z.string(), ...counts })),
  /** A protocol of two types counts for both. */
  types: z.array(z.object({ type: ServiceType, ...counts })),
  /** Categories with repairs, most repairs first. */
  categories: z.array(CategoryRepairs),
  /** Most repairs first. */
  mostRepaired: z.array(MachineRepairs),
  /** Machines repaired more than once, shortest time between repairs first. */
  shortestBetweenRepairs: z.array(MachineRepairs),
});
export type StatisticsOverview = z.infer<typeof StatisticsOverview>;

/** The tables that can be exported. */
export const statisticsTables = ['USERS', 'MONTHS', 'TYPES', 'CATEGORIES', 'MACHINES'] as const;
export type StatisticsTable = (typeof statisticsTables)[number];

export const StatisticsExport = z
  .strictObject({ ...days, table: z.enum(statisticsTables, 'INVALID'), format: exportFormat })
  .refine(...inDayOrder);
export type StatisticsExport = z.output<typeof StatisticsExport>;

export const HomeFigures = z.object({
  /** Lowest weight first, without statuses that no machine has. */
  machines: z.array(z.object({ status: DeviceStatus, count: z.number() })),
  customers: z.number(),
  categories: z.number(),
  /** Users who can sign in. */
  employees: z.number(),
  /** Number of machines that are overdue, and due within 30 days from today. */
  inspections: z.object({ overdue: z.number(), soon: z.number() }),
  services: z.object({
    any: z.boolean(),
    unsigned: z.number(),
    ownUnsigned: z.number(),
    /** Signed ones whose mail to the customer was refused, and not sent again since. */
    mailRefused: z.number(),
  }),
  /** Not done, and due by the end of this day in the user's timezone. */
  todos: z.object({ dueUntil: z.string(), all: z.number(), own: z.number() }),
});
export type HomeFigures = z.infer<typeof HomeFigures>;

export const statisticsContract = {
  servicesUsers: endpoint({
    method: 'get',
    path: '/api/statistics/servicesUsers',
    summary: 'How many protocols everybody wrote, and how many of them are signed',
    access: 'account.read',
    query: span,
    response: z.array(UserServices),
    revalidated: true,
  }),
  overview: endpoint({
    method: 'get',
    path: '/api/statistics/overview',
    summary: 'Protocols by month and type; repairs, and the time between them, by category and machine',
    access: 'account.read',
    query: span,
    response: StatisticsOverview,
    revalidated: true,
  }),
  export: endpoint({
    method: 'post',
    path: '/api/statistics/export',
    summary: 'One table of the statistics to take along',
    access: 'account.read',
    body: StatisticsExport,
    ...tableAnswer,
  }),
  home: endpoint({
    method: 'get',
    path: '/api/statistics/home',
    summary: 'What the home page counts: machines, inspections, protocols, to-dos of today',
    access: 'account.read',
    response: HomeFigures,
  }),
};
