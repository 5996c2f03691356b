/** Far pages of a list are read from its end. Nobody notices: together, all pages are the list. */
import { BinSearch } from '@servicebook/shared/bin';
import { CategorySearch } from '@servicebook/shared/category';
import { CustomerSearch } from '@servicebook/shared/customer';
import { DeviceSearch } from '@servicebook/shared/device';
import { InspectionSearch } from '@servicebook/shared/inspection-overview';
import { LogSearch } from '@servicebook/shared/log';
import { ServiceHistorySearch } from '@servicebook/shared/past-service';
import { type Page, sortDirections, sortKeysOf } from '@servicebook/shared/primitives';
import { ServiceSearch } from '@servicebook/shared/service-overview';
import { TodoSearch } from '@servicebook/shared/todo';
import { VisitSearch } from '@servicebook/shared/visit';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Api, useTestApp } from '../testing/app.ts';
import {
  buildAdmin,
  buildBinned,
  buildCategory,
  buildCustomer,
  buildDevice,
  buildLogEntry,
  buildService,
  buildTodo,
  buildUser,
  buildVisit,
} from '../testing/builders.ts';

const app = useTestApp();
let api: Api;
let deviceId: number;

/** Not a multiple of the page's size. */
const rows = 11;
const size = 3;

/** Of a few values in turn, so that many rows have the same. */
const turn = <Value>(at: number, ...values: Value[]): Value => values[at % values.length] as Value;

beforeAll(async () => {
  const owner = await buildAdmin(app);
  const { accountId, id: userId } = owner;
  const colleague = await buildUser(app, { accountId });
  api = await app.as(owner);
  const own = { accountId };
  ({ id: deviceId } = await buildDevice(app, own));
  for (let at = 0; at < rows; at++) {
    const category = await buildCategory(app, { ...own, name: `${turn(at, 'Łuk', 'luk', 'Zoo')} ${at}` });
    const customer = await buildCustomer(app, {
      ...own,
      shortName: `${turn(at, 'Żuk', 'zuk', 'Adler')} ${at}`,
    });
    const day = turn(at, null, new Date('2025-01-10'), new Date('2025-03-10'), new Date('2025-01-10'));
    const device = await buildDevice(app, {
      ...own,
      name: turn(at, 'Prasa', 'prasa', 'Ärmel'),
      customerId: customer.id,
      categoryId: category.id,
      status: turn(at, 'OK', 'FAULT'),
      city: turn(at, '', 'Łódź', 'Lodz'),
      yearBuilt: turn(at, null, 1999, 2001),
      transferDate: day,
      warrantyLength: turn(at, 24, null),
      inspectionPeriodInMonths: 12,
    });
    const protocol = {
      ...own,
      year: turn(at, 2025, 2026),
      month: turn(at, 1, 1, 2),
      number: 1 + Math.floor(at / 2),
      numberExtension: turn(at, '', 'B'),
      date: new Date(turn(at, '2026-01-10', '2025-01-10', '2026-02-10')),
      userId: turn(at, userId, colleague.id),
    };
    await buildService(app, { ...protocol, deviceId: turn(at, deviceId, device.id) });
    await buildVisit(app, {
      ...own,
      userId,
      deviceId,
      day: turn(at, null, '2026-01-10', '2026-01-11'),
      ...turn(at, {}, { fromMinute: 120, toMinute: 180 }, {}, {}, { fromMinute: 60, toMinute: 120 }, {}),
      priority: turn(at, 'NORMAL', 'URGENT'),
    });
    await buildTodo(app, owner, {
      date: turn(at, null, '2026-01-10'),
      description: turn(at, 'Oil', 'oil', 'Ö'),
    });
    const timestamp = new Date(turn(at, '2026-01-10', '2026-01-11'));
    await buildLogEntry(app, {
      ...own,
      timestamp,
      who: turn(at, 'a@b.pl', 'B@b.pl'),
      what: turn(at, 'Ł', 'l'),
    });
    await buildBinned(app, owner);
    await api.pastService.insert({
      body: {
        device: { id: deviceId },
        date: turn(at, '2025-01-10', '2025-02-10'),
        types: ['REPAIR'],
        number: `${at}`,
      },
    });
  }
});

type Search = (request: { body: object }) => Promise<Page<unknown>>;
const lists: [string, (api: Api) => unknown, readonly string[]][] = [
  ['machines', ({ device }) => device.search, sortKeysOf(DeviceSearch)],
  ['inspections', ({ inspection }) => inspection.search, sortKeysOf(InspectionSearch)],
  ['customers', ({ customer }) => customer.search, sortKeysOf(CustomerSearch)],
  ['categories', ({ category }) => category.search, sortKeysOf(CategorySearch)],
  ['protocols', ({ serviceOverview }) => serviceOverview.search, sortKeysOf(ServiceSearch)],
  ['services of a machine', ({ pastService }) => pastService.history, sortKeysOf(ServiceHistorySearch)],
  ['visits', ({ visit }) => visit.search, sortKeysOf(VisitSearch)],
  ['to-dos', ({ todo }) => todo.search, sortKeysOf(TodoSearch)],
  ['the log', ({ log }) => log.search, sortKeysOf(LogSearch)],
  ['the bin', ({ bin }) => bin.search, sortKeysOf(BinSearch)],
];

describe('The pages of a list', () => {
  it.each(lists)(
    'are those of the whole list, by every column and in both directions: %s',
    async (name, of, keys) => {
      const search = of(api) as Search;
      const body = name === 'services of a machine' ? { deviceId } : {};
      const sorts = keys.flatMap((by) => sortDirections.map((direction) => ({ by, direction })));
      for (const sort of [undefined, ...sorts]) {
        const asked = { ...body, ...(sort && { sort }) };
        const whole = await search({ body: { ...asked, size: 1000 } });
        expect(whole.content.length).toBeGreaterThanOrEqual(rows);
        const pages: unknown[] = [];
        for (let page = 0; page < Math.ceil(whole.totalElements / size); page++) {
          const { content, totalElements } = await search({ body: { ...asked, size, page } });
          expect(totalElements).toBe(whole.totalElements);
          pages.push(...content);
        }
        expect(pages, JSON.stringify(sort)).toEqual(whole.content);
      }
    },
  );

  it.each(lists)('are empty behind the last one, and say how many rows there are: %s', async (name, of) => {
    const search = of(api) as Search;
    const body = name === 'services of a machine' ? { deviceId } : {};
    const { totalElements } = await search({ body });
    for (const page of [Math.ceil(totalElements / size), 1_000_000])
      expect(await search({ body: { ...body, size, page } })).toMatchObject({ content: [], totalElements });
    const last = Math.ceil(totalElements / size) - 1;
    const { content } = await search({ body: { ...body, size, page: last } });
    expect(content).toHaveLength(totalElements - last * size);
  });
});
