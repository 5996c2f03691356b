/** The office's overviews, and the statements they run, for the floor to run again. */
import { addDays } from '@servicebook/shared/calendar';
import type { Deps } from '../src/deps.ts';
import { assertNamesAccount } from '../src/platform/database.ts';
import { mondayOfThisWeek } from './visits.ts';

export interface Statement {
  text: string;
  values: unknown[];
}

const monday = mondayOfThisWeek();

const lastYear = () => {
  const now = Date.now();
  const day = (moment: number) => new Date(moment).toISOString().slice(0, 10);
  return `dateFrom=${day(now - 365 * 864e5)}&dateTo=${day(now)}`;
};

/** Path and, where it is a search, body. */
export const overviewCalls: Record<string, [path: string, body?: object]> = {
  'home page': ['/api/statistics/home'],
  'a year by employee': [`/api/statistics/servicesUsers?${lastYear()}`],
  'a year’s statistics': [`/api/statistics/overview?${lastYear()}`],
  'inspections, first 50': ['/api/device/periodicInspections/search', { size: 50 }],
  'inspections, a customer’s name': [
    '/api/device/periodicInspections/search',
    { size: 50, text: 'klient 77' },
  ],
  'inspections due soon, after warranty hidden': [
    '/api/device/periodicInspections/search',
    { size: 50, due: 'SOON', onlyActual: true },
  ],
  'inspections of a month': [
    '/api/device/periodicInspections/calendar',
    { month: new Date().toISOString().slice(0, 7) },
  ],
  'inspections on the map': ['/api/device/periodicInspections/points', {}],
  'service events, first 50': ['/api/service/search', { size: 50 }],
  'service events, a machine’s name': ['/api/service/search', { size: 50, text: 'maszyna 77' }],
  'to-dos, first 50': ['/api/todo/search', { size: 50 }],
  'search everything: a serial number': ['/api/search', { text: 'SN-c4ca4238' }],
  'search everything: a customer’s name': ['/api/search', { text: 'klient 77' }],
  'search everything: a protocol’s number': ['/api/search', { text: '5000/11' }],
  'search everything: a machine and a fault': ['/api/search', { text: 'maszyna 777 wyciek' }],
  'search everything: a very common word': ['/api/search', { text: 'maszyna' }],
  'search everything: two letters': ['/api/search', { text: 'ma' }],
  'search everything: a typing error': ['/api/search', { text: 'wytwornai 7' }],
  'search everything: nothing found': ['/api/search', { text: 'żółw' }],
  'visits, first 50': ['/api/visit/search', { size: 50 }],
  'planning board, a week': [`/api/planning/board?from=${monday}&to=${addDays(monday, 6)}`],
};

/** The reads of a call without Prisma. The floor omits its other statements, so the ratio is a lower bound. */
export async function recordStatements(deps: Deps, call: () => Promise<unknown>): Promise<Statement[]> {
  const { read } = deps.db;
  const statements: Statement[] = [];
  deps.db.read = (account, statement, name) => {
    const { text, values } = assertNamesAccount(statement, account.accountId);
    statements.push({ text, values: [...values] });
    return read(account, statement, name);
  };
  try {
    await call();
    return statements;
  } finally {
    deps.db.read = read;
  }
}
