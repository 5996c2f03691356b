/** Deleting several protocols: from the end of their month backwards, so that the numbers have no holes. */
import { documentNumber, type ServiceProtocol } from '@servicebook/shared/service';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Api, refusal, useTestApp } from '../../testing/app.ts';
import { buildAdmin, buildDevice, buildTeam, buildVisit } from '../../testing/builders.ts';
import { dateOfFreshMonth, protocolOf, signProtocol } from '../../testing/protocols.ts';

const app = useTestApp();
let admin: Api;
let technician: Api;
let accountId: number;
let userId: number;
let device: { id: number; customerId: number };

beforeAll(async () => {
  ({ accountId, userId, admin, technician } = await buildTeam(app));
  device = await buildDevice(app, { accountId });
});

const change = { action: 'service.delete' } as const;
const add = (date: string, given: object = {}, api = technician) =>
  api.service.add({ body: protocolOf(device, { date, ...given }) });
const several = async (count: number, date: string, api = technician): Promise<ServiceProtocol[]> => {
  const added: ServiceProtocol[] = [];
  while (added.length < count) added.push(await add(date, {}, api));
  return added;
};
const check = (protocols: ServiceProtocol[], api = admin) =>
  api.bulk.check({ body: { ids: protocols.map(({ id }) => id), change } });
const run = (protocols: ServiceProtocol[], api = admin) =>
  api.bulk.run({ body: { ids: protocols.map(({ id }) => id), change } });
const undo = (id: number | null, api = admin) => api.bulk.undo({ params: { id: id ?? 0 } });
const numberOf = async ({ id }: ServiceProtocol) =>
  (await admin.service.findById({ params: { id } })).fullNumber;

describe('deleting several protocols', () => {
  it('deletes the last ones of each month, and gives them their numbers back', async () => {
    const [one, other] = [dateOfFreshMonth(), dateOfFreshMonth()];
    const [first, second, third] = (await several(3, one)) as [
      ServiceProtocol,
      ServiceProtocol,
      ServiceProtocol,
    ];
    const alone = await add(other);
    const lettered = await add(other, { number: alone.number, numberExtension: 'A' });
    const chosen = [second, lettered, third, alone];
    expect(await check(chosen)).toEqual({ changed: 4, same: 0, gone: 0, refused: [], notes: [] });
    const { id, changed } = await run(chosen);
    expect(changed).toBe(4);
    expect((await refusal(numberOf(third))).status).toBe(404);
    expect(await undo(id)).toEqual({ reversed: 4, kept: [], renumbered: [] });
    for (const protocol of [first, ...chosen]) expect(await numberOf(protocol)).toBe(protocol.fullNumber);
  });

  it('leaves those after which one stays, signed ones, and those of others', async () => {
    const date = dateOfFreshMonth();
    const [first, second, third, fourth] = (await several(4, date)) as [
      ServiceProtocol,
      ServiceProtocol,
      ServiceProtocol,
      ServiceProtocol,
    ];
    expect(await check([first, second, fourth])).toMatchObject({
      changed: 1,
      refused: [
        { id: first.id, name: documentNumber(first), reason: 'NOT_LAST' },
        { id: second.id, reason: 'NOT_LAST' },
      ],
    });
    await signProtocol(technician, third.id);
    expect(await check([first, second, third, fourth])).toMatchObject({
      changed: 1,
      refused: [{ reason: 'NOT_LAST' }, { reason: 'NOT_LAST' }, { id: third.id, reason: 'SIGNED' }],
    });
    const office = await add(date, {}, admin);
    expect(await check([fourth, office], technician)).toMatchObject({
      changed: 0,
      refused: [
        { id: fourth.id, reason: 'NOT_LAST' },
        { id: office.id, reason: 'NOT_OWN' },
      ],
    });
    expect(await run([fourth, office])).toMatchObject({ changed: 2 });
  });

  it('says by what numbers were taken since, and gives the protocols the next ones', async () => {
    const date = dateOfFreshMonth();
    const [, second, third] = (await several(3, date)) as [ServiceProtocol, ServiceProtocol, ServiceProtocol];
    const { id } = await run([second, third]);
    const checkUndo = (api = admin) => api.bulk.undoCheck({ params: { id: id ?? 0 } });
    expect(await checkUndo()).toEqual({ taken: [] });
    const usurper = await add(date);
    expect(usurper.fullNumber).toBe(second.fullNumber);
    expect(await checkUndo()).toEqual({
      taken: [
        {
          id: second.id,
          name: documentNumber(second),
          by: { id: usurper.id, customer: usurper.customer.shortName, who: expect.any(String) },
        },
      ],
    });
    expect((await refusal(checkUndo(technician))).status).toBe(404);
    expect((await refusal(checkUndo(await app.as(await buildAdmin(app))))).status).toBe(404);
    const [next, last] = [4, 3].map((number) => documentNumber({ ...second, number, numberExtension: '' }));
    expect(await undo(id)).toEqual({
      reversed: 2,
      kept: [],
      renumbered: [
        { id: second.id, name: documentNumber(second), next: last },
        { id: third.id, name: documentNumber(third), next },
      ],
    });
    expect(await numberOf(usurper)).toBe(second.fullNumber);
    expect(await checkUndo()).toEqual({ taken: [] });
  });

  it('plans their visits as before, and starts them again', async () => {
    const visit = await buildVisit(app, { accountId, userId, deviceId: device.id, day: '2026-12-01' });
    const protocols = [await add(dateOfFreshMonth(), { visitId: visit.id })];
    const state = async () => (await admin.visit.findById({ params: { id: visit.id } })).state;
    expect(await state()).toBe('STARTED');
    const { id } = await run(protocols);
    expect(await state()).toBe('PLANNED');
    await undo(id);
    expect(await state()).toBe('STARTED');
  });

  it('never leaves a hole while others write protocols', async () => {
    const date = dateOfFreshMonth();
    const protocols = await several(6, date);
    // Who comes last may find nothing left to delete.
    await Promise.allSettled([
      run(protocols.slice(3)),
      add(date),
      run(protocols.slice(4), technician),
      add(date),
    ]);
    const { year, month } = protocols[0] as ServiceProtocol;
    const left = await app.deps.db.of({ accountId }).service.findMany({ where: { year, month } });
    const numbers = left.map(({ number }) => number).sort((a, b) => a - b);
    expect(numbers).toEqual(numbers.map((_, index) => index + 1));
  });

  it('never reaches another company’s', async () => {
    const protocols = [await add(dateOfFreshMonth())];
    const stranger = await app.as(await buildAdmin(app));
    for (const attempt of [check, run])
      expect(await refusal(attempt(protocols, stranger))).toMatchObject({ status: 404 });
  });

  it('takes a whole page of 100', async () => {
    const date = dateOfFreshMonth();
    const [first] = (await several(1, date)) as [ServiceProtocol];
    const rows = await app.deps.db.of({ accountId }).service.createManyAndReturn({
      data: Array.from({ length: 99 }, (_, n) => ({
        accountId,
        userId,
        userCreatedId: userId,
        customerId: device.customerId,
        number: first.number + 1 + n,
        year: first.year,
        month: first.month,
        date: new Date(date),
      })),
      select: { id: true },
    });
    const ids = [first.id, ...rows.map(({ id }) => id)];
    const { id, changed } = await admin.bulk.run({ body: { ids, change } });
    expect(changed).toBe(100);
    expect(await undo(id)).toEqual({ reversed: 100, kept: [], renumbered: [] });
    expect(await numberOf(first)).toBe(first.fullNumber);
  }, 120_000);
});
