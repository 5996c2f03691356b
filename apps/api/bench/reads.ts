/** The calls that only read, and the statements they run, for the floor to run again. */
import { addDays } from '@servicebook/shared/calendar';
import type { Deps } from '../src/deps.ts';
import { nameAccount } from '../src/platform/database.ts';
import type { Size } from './dataset.ts';
import { mondayOfThisWeek } from './visits.ts';

export interface Statement {
  /** Prepares it, as the application does. */
  name?: string | undefined;
  text: string;
  values: unknown[];
}

export interface Read {
  title: string;
  path: string;
  /** Given: it is a search. */
  body?: object;
  headers?: Record<string, string>;
  status?: number;
  /** How many wait at once; 4 when not given. */
  concurrency?: number[];
}

const monday = mondayOfThisWeek();

const lastYear = () => {
  const now = Date.now();
  const day = (moment: number) => new Date(moment).toISOString().slice(0, 10);
  return `dateFrom=${day(now - 365 * 864e5)}&dateTo=${day(now)}`;
};

/** A screen's one call, alone and with others. */
const alone = [1, 4];

const devices = '/api/device/search';
const inspections = '/api/device/periodicInspections';
const everything = {
  'a serial number': 'SN-c4ca4238',
  'a customer’s name': 'klient 77',
  'a protocol’s number': '5000/11',
  'a machine and a fault': 'maszyna 777 wyciek',
  'a very common word': 'maszyna',
  'two letters': 'ma',
  'a typing error': 'wytwornai 7',
  'nothing found': 'żółw',
};

/** What a map of 1,400 by 580 pixels shows of the country, of a region, and of a district. */
const parts = {
  all: { west: 2.8125, south: 47.040182, east: 36.5625, north: 57.326521, zoom: 6 },
  'a region': { west: 14.765625, south: 50.736455, east: 23.203125, north: 53.330873, zoom: 8 },
  'a district': { west: 18.369141, south: 51.835778, east: 19.423828, north: 52.160455, zoom: 11 },
};

/** @param machine one of the account's */
export const readsOf = ({ machines, machine }: Size & { machine: number }): Read[] => [
  { title: 'first 50', path: devices, body: { size: 50 } },
  { title: 'first 50, rare text', path: devices, body: { size: 50, text: 'SN-c4ca4238' } },
  { title: 'first 50, a customer’s name', path: devices, body: { size: 50, text: 'klient 77' } },
  { title: 'first 50, two letters', path: devices, body: { size: 50, text: 'm7' }, concurrency: alone },
  { title: 'first 50, nothing found', path: devices, body: { size: 50, text: 'żółw' } },
  { title: 'last 50', path: devices, body: { size: 50, page: machines / 50 - 1 }, concurrency: alone },
  { title: 'one by id', path: `/api/device/findById/${machine}`, concurrency: [1, 4, 16] },
  {
    title: 'names in use, all',
    path: '/api/device/findAllDevicesNames',
    concurrency: alone,
  },
  ...Object.entries({ 'nothing typed': '', typed: 'maszyna 777', 'two letters': 'm7' }).map(
    ([title, text]) => ({
      title: `names in use, ${title}`,
      path: `/api/device/findAllDevicesNames?${new URLSearchParams({ text })}`,
      concurrency: alone,
    }),
  ),
  { title: 'home page', path: '/api/statistics/home', concurrency: alone },
  { title: 'a year by employee', path: `/api/statistics/servicesUsers?${lastYear()}` },
  { title: 'a year’s statistics', path: `/api/statistics/overview?${lastYear()}`, concurrency: alone },
  { title: 'inspections, first 50', path: `${inspections}/search`, body: { size: 50 } },
  {
    title: 'inspections, a customer’s name',
    path: `${inspections}/search`,
    body: { size: 50, text: 'klient 77' },
  },
  {
    title: 'inspections due soon, after warranty hidden',
    path: `${inspections}/search`,
    body: { size: 50, due: 'SOON', onlyActual: true },
  },
  {
    title: 'inspections of a month',
    path: `${inspections}/calendar`,
    body: { month: new Date().toISOString().slice(0, 7) },
  },
  { title: 'inspections on the map, where', path: `${inspections}/points`, body: {}, concurrency: alone },
  ...Object.entries(parts).map(([title, part]) => ({
    title: `inspections on the map, ${title}`,
    path: `${inspections}/pointsInPart`,
    body: { part },
    concurrency: alone,
  })),
  { title: 'service events, first 50', path: '/api/service/search', body: { size: 50 } },
  {
    title: 'service events, a machine’s name',
    path: '/api/service/search',
    body: { size: 50, text: 'maszyna 77' },
  },
  { title: 'to-dos, first 50', path: '/api/todo/search', body: { size: 50 } },
  ...Object.entries(everything).map(([title, text]) => ({
    title: `search everything: ${title}`,
    path: '/api/search',
    body: { text },
    concurrency: [1],
  })),
  { title: 'visits, first 50', path: '/api/visit/search', body: { size: 50 } },
  { title: 'planning board, a week', path: `/api/planning/board?from=${monday}&to=${addDays(monday, 6)}` },
];

/** The reads of a call without Prisma. The floor omits its other statements, so the ratio is a lower bound. */
export async function recordStatements(deps: Deps, call: () => Promise<unknown>): Promise<Statement[]> {
  const { read } = deps.db;
  const statements: Statement[] = [];
  deps.db.read = (account, statement, name) => {
    const { text, values } = nameAccount(statement, account.accountId);
    statements.push({ name, text, values: [...values] });
    return read(account, statement, name);
  };
  try {
    await call();
    return statements;
  } finally {
    deps.db.read = read;
  }
}
