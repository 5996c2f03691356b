/** The numbers of protocols: each once, without holes, whoever saves at the same time. */
import type { ServiceProtocol } from '@servicebook/shared/service';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Api, refusal, useTestApp } from '../../testing/app.ts';
import { buildAdmin, buildDevice, buildTeam, buildUser } from '../../testing/builders.ts';
import { dateOfFreshMonth, type ProtocolBody, protocolOf } from '../../testing/protocols.ts';

const app = useTestApp();
let admin: Api;
let technician: Api;
let colleague: Api;
let accountId: number;
let device: { id: number; customerId: number };

beforeAll(async () => {
  ({ accountId, admin, technician, colleague } = await buildTeam(app));
  device = await buildDevice(app, { accountId });
});

const protocol = (given: Partial<ProtocolBody> = {}) => protocolOf(device, given);
const add = (given: Partial<ProtocolBody> = {}, api = technician) =>
  api.service.add({ body: protocol(given) });
const refused = async (given: Record<string, unknown>, api = technician) =>
  refusal(api.service.add({ body: { ...protocol(), ...given } as ProtocolBody }));

describe('the number of a protocol', () => {
  const numbers = (protocols: ServiceProtocol[]) =>
    protocols.map(({ number }) => number).sort((a, b) => a - b);

  it('counts from one to twenty when two technicians save twenty protocols at once', async () => {
    const date = dateOfFreshMonth();
    const saved = await Promise.all(
      Array.from({ length: 20 }, (_, index) => add({ date }, index % 2 === 0 ? technician : colleague)),
    );
    expect(numbers(saved)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
  });

  it('is taken once by twenty identical requests with one key, their file stored once', async () => {
    const body = protocol();
    const idempotencyKey = crypto.randomUUID();
    const file = new Blob(['note']);
    const send = (given = body) =>
      technician.service.add({ body: given, file, fileName: 'a.txt', idempotencyKey });
    const saved = await Promise.all(Array.from({ length: 20 }, () => send()));
    expect(new Set(saved.map((each) => JSON.stringify(each))).size).toBe(1);
    expect(saved[0]?.fileDtos).toHaveLength(1);
    await app.expectNoStrayFiles();
    const other = { status: 409, code: 'IDEMPOTENCY_MISMATCH' };
    expect(await refusal(send({ ...body, faultDescription: 'Other' }))).toMatchObject(other);
    const otherFile = { body, file: new Blob(['other']), fileName: 'a.txt', idempotencyKey };
    expect(await refusal(technician.service.add(otherFile))).toMatchObject(other);
    expect(await refusal(admin.service.add({ body, file, fileName: 'a.txt', idempotencyKey }))).toMatchObject(
      other,
    );
    await app.expectNoStrayFiles();
    const key = await refusal(technician.service.add({ body, idempotencyKey: 'not-a-uuid' }));
    expect(key).toMatchObject({ status: 400, code: 'MALFORMED_REQUEST' });
  });

  it('may be given, with a letter, and goes on from the highest', async () => {
    const date = dateOfFreshMonth();
    expect(await add({ date, number: 25, numberExtension: 'a' })).toMatchObject({
      fullNumber: '25A',
      number: 25,
    });
    expect((await add({ date, number: 25 })).fullNumber).toBe('25');
    expect((await add({ date })).fullNumber).toBe('26');
    expect((await add({ date, numberExtension: 'B' })).fullNumber).toBe('27');
    expect(await refused({ date, number: 25, numberExtension: 'A' })).toMatchObject({
      status: 409,
      code: 'SERVICE_NUMBER_EXISTS',
      message: 'A document with the given number already exists.',
    });
    for (const wrong of [
      { number: 2.5 },
      { number: -1 },
      { number: '25' },
      { number: 1, numberExtension: 'AB' },
      { numberExtension: '1' },
    ]) {
      expect(Object.values((await refused({ date, ...wrong })).fields ?? {})).toEqual(['INCORRECT_NUMBER']);
    }
  });

  it('can be changed to a free one only', async () => {
    const date = dateOfFreshMonth();
    const first = await add({ date });
    const next = await add({ date });
    const body = protocol({ date });
    expect(
      await refusal(technician.service.add({ body: { ...body, id: next.id, number: first.number } })),
    ).toMatchObject({ status: 409, code: 'SERVICE_NUMBER_EXISTS' });
    expect(await technician.service.add({ body: { ...body, id: next.id, number: 7 } })).toMatchObject({
      number: 7,
    });
  });

  it('stays apart from other accounts’ numbers', async () => {
    const date = dateOfFreshMonth();
    await add({ date });
    const owner = await buildAdmin(app);
    const theirs = await buildDevice(app, { accountId: owner.accountId });
    const api = await app.as(owner);
    const body = protocol({ date, customer: { id: theirs.customerId }, devices: [{ id: theirs.id }] });
    expect((await api.service.add({ body })).number).toBe(1);
  });

  it('counts in the month of the account’s timezone, whatever the browser’s', async () => {
    const travelling = await app.as(await buildUser(app, { accountId }), { Timezone: 'Pacific/Auckland' });
    const saved = [
      await add({ date: '2027-05-31T21:59:59Z' }, travelling),
      await add({ date: '2027-05-31T22:00:00Z' }, travelling),
      await add({ date: '2027-06-01T00:30:00+03:00' }, travelling),
    ];
    expect(saved.map(({ month, fullNumber }) => [month, fullNumber])).toEqual([
      [5, '1'],
      [6, '1'],
      [5, '2'],
    ]);
  });

  it('changes with the month: the last one of a month moves and takes the next number there', async () => {
    const [from, to] = [dateOfFreshMonth(), dateOfFreshMonth()];
    const [first, last] = [await add({ date: from }), await add({ date: from })];
    await add({ date: to });
    const moved = (id: number) => technician.service.add({ body: { ...protocol({ date: to }), id } });
    expect(await refusal(moved(first.id))).toMatchObject({
      status: 400,
      fields: { date: 'DATE_OTHER_MONTH' },
    });
    expect(await moved(last.id)).toMatchObject({ number: 2, date: expect.stringContaining(to.slice(0, 7)) });
    expect(await moved(first.id)).toMatchObject({ number: 3 });
    expect((await add({ date: from })).number).toBe(1);
  });

  it('survives moves in opposite directions and deletions at once', async () => {
    const [left, right] = [dateOfFreshMonth(), dateOfFreshMonth()];
    for (let round = 0; round < 3; round++) {
      const [a, b] = [await add({ date: left }), await add({ date: right })];
      const move = (id: number, date: string) => admin.service.add({ body: { ...protocol({ date }), id } });
      const tries = [
        move(a.id, right),
        move(b.id, left),
        admin.service.delete({ params: { id: a.id } }),
        add({ date: left }),
      ];
      for (const settled of await Promise.allSettled(tries)) {
        if (settled.status === 'rejected')
          expect([304, 400, 404, 409]).toContain(settled.reason.response?.status);
      }
    }
  });
});
