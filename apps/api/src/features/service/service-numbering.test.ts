/** The numbers of protocols: each once, without holes, whoever saves at the same time. */
import type { ServiceProtocol } from '@servicebook/shared/service';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Api, refusal, useTestApp } from '../../testing/app.ts';
import { buildAdmin, buildDevice, buildTeam, buildUser } from '../../testing/builders.ts';
import { dateOfFreshMonth, type ProtocolBody, protocolOf, signProtocol } from '../../testing/protocols.ts';

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

  it('is assigned once to twenty identical requests with one key, and their file is stored once', async () => {
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

  it('may be chosen, with a letter, and continues from the highest', async () => {
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

  it('is independent of other accounts’ numbers', async () => {
    const date = dateOfFreshMonth();
    await add({ date });
    const owner = await buildAdmin(app);
    const theirs = await buildDevice(app, { accountId: owner.accountId });
    const api = await app.as(owner);
    const body = protocol({ date, customer: { id: theirs.customerId }, devices: [{ id: theirs.id }] });
    expect((await api.service.add({ body })).number).toBe(1);
  });

  it('counts in the month of the account’s timezone, regardless of the browser’s', async () => {
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

  it('changes with the month: a protocol that was never signed takes the next number there', async () => {
    const [from, to] = [dateOfFreshMonth(), dateOfFreshMonth()];
    const [first, last] = [await add({ date: from }), await add({ date: from })];
    await add({ date: to });
    const moved = (id: number) => technician.service.add({ body: { ...protocol({ date: to }), id } });
    expect(await moved(first.id)).toMatchObject({ number: 2, date: expect.stringContaining(to.slice(0, 7)) });
    expect(await moved(last.id)).toMatchObject({ number: 3 });
    expect((await add({ date: from })).number).toBe(1);
    const entry = await app.deps.db
      .of({ accountId })
      .auditLog.findFirst({ where: { kind: 'CHANGED', entity: 'service', entityId: last.id } });
    const ending = (date: string) => `${date.slice(5, 7)}/${date.slice(0, 4)}`;
    expect(entry?.changes).toMatchObject({ number: [`2/${ending(from)}`, `3/${ending(to)}`] });
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

describe('the number of a protocol that was signed', () => {
  const signed = async (date = dateOfFreshMonth(), given: Partial<ProtocolBody> = {}) => {
    const { id } = await add({ date, ...given });
    return signProtocol(technician, id);
  };
  const numberOf = ({ fullNumber, month, year }: ServiceProtocol) => ({ fullNumber, month, year });

  it('stays with its month when the date is corrected, also while it is open again', async () => {
    const before = await signed(dateOfFreshMonth(), { number: 7, numberExtension: 'B' });
    const date = dateOfFreshMonth();
    const reopened = await admin.service.add({ body: { ...protocol({ date }), id: before.id } });
    expect(reopened).toMatchObject({
      ...numberOf(before),
      state: 'NEW',
      date: expect.stringContaining(date.slice(0, 10)),
    });
    const [day, again] = [
      dateOfFreshMonth(),
      await signProtocol(technician, before.id, { date: dateOfFreshMonth() }),
    ];
    expect(again).toMatchObject({ ...numberOf(before), version: 2 });
    const corrected = {
      ...protocol({ date: day, number: 7, numberExtension: 'B', isToSign: true }),
      id: before.id,
    };
    expect(await admin.service.add({ body: corrected })).toMatchObject({ ...numberOf(before), version: 3 });
  });

  it('never changes', async () => {
    const { id, date, number } = await signed();
    const refusedNumber = { status: 400, fields: { number: 'NUMBER_SIGNED' } };
    for (const given of [{ number: 900 }, { number, numberExtension: 'A' }]) {
      expect(await refused({ id, date, ...given }, admin)).toMatchObject(refusedNumber);
      expect(await refused({ id, date, ...given, isToSign: true }, admin)).toMatchObject(refusedNumber);
    }
  });

  it('cannot be changed past the application either', async () => {
    const { id, month } = await signed();
    const set = (data: object) =>
      app.deps.db.of({ accountId }).service.update({ where: { accountId_id: { accountId, id } }, data });
    for (const data of [
      { number: 900 },
      { numberExtension: 'Z' },
      { year: 1999 },
      { month: (month % 12) + 1 },
      { currentVersion: 0 },
    ])
      await expect(set(data)).rejects.toMatchObject({ code: 'P2003' });
  });

  it('is never assigned to another protocol, with any simultaneous deletions, saves and renumbering', async () => {
    const date = dateOfFreshMonth();
    const kept = [await signed(date), await signed(date)];
    await add({ date });
    const top = await signed(date);
    const open = await Promise.all(Array.from({ length: 6 }, () => add({ date })));
    const tries = Array.from({ length: 50 }, (_, index) => {
      const target = [...kept, top, ...open][index % 9]?.id ?? 0;
      const wanted = kept[index % 2]?.number;
      if (index % 5 === 0) return admin.service.delete({ params: { id: target } });
      if (index % 5 === 1)
        return admin.service.add({ body: { ...protocol({ date, number: wanted }), id: target } });
      if (index % 5 === 2) return add({ date });
      if (index % 5 === 3) return add({ date, number: wanted });
      return signProtocol(technician, target, { date: dateOfFreshMonth() });
    });
    for (const settled of await Promise.allSettled(tries)) {
      if (settled.status === 'rejected')
        expect([304, 400, 404, 409]).toContain(settled.reason.response?.status);
    }
    for (const each of [...kept, top])
      expect(numberOf(await admin.service.findById({ params: { id: each.id } }))).toEqual(numberOf(each));
    const versions = await app.deps.db.of({ accountId }).serviceVersion.findMany({ where: {} });
    const issued = versions.map(
      ({ snapshot, serviceId }) => `${JSON.parse(snapshot).documentNumber} of ${serviceId}`,
    );
    const numbers = [...new Set(issued)].map((each) => each.split(' ')[0]);
    expect(numbers).toHaveLength(new Set(numbers).size);
  }, 60_000);
});
