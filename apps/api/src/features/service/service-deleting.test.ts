/** Deleting protocols: only the last of a month, so that the numbers have no holes, and never a signed one. */
import { beforeAll, describe, expect, it } from 'vitest';
import { type Api, refusal, useTestApp } from '../../testing/app.ts';
import { buildDevice, buildTeam, emptyBin } from '../../testing/builders.ts';
import { dateOfFreshMonth, protocolOf, signProtocol } from '../../testing/protocols.ts';

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

const add = (date = dateOfFreshMonth(), file?: Blob) =>
  technician.service.add({ body: protocolOf(device, { date }), ...(file && { file, fileName: 'a.txt' }) });
const remove = (id: number, api = technician) => api.service.delete({ params: { id } });

describe('deleting a protocol', () => {
  it('answers 304 unless it is the last of its month; its number is assigned again', async () => {
    const date = dateOfFreshMonth();
    const [first, last] = [await add(date), await add(date)];
    await add();
    expect((await refusal(remove(first.id))).status).toBe(304);
    await remove(last.id);
    expect((await refusal(remove(last.id))).status).toBe(404);
    const again = await add(date);
    expect(again.number).toBe(last.number);
    await remove(again.id);
    await remove(first.id);
    expect((await add(date)).number).toBe(1);
  });

  it('takes letters into account', async () => {
    const date = dateOfFreshMonth();
    const plain = await technician.service.add({ body: protocolOf(device, { date, number: 3 }) });
    const lettered = await technician.service.add({
      body: protocolOf(device, { date, number: 3, numberExtension: 'A' }),
    });
    expect((await refusal(remove(plain.id))).status).toBe(304);
    await remove(lettered.id);
    await remove(plain.id);
  });

  it('is for its author and admins', async () => {
    const mine = await add();
    expect(await refusal(remove(mine.id, colleague))).toMatchObject({ status: 403, code: 'NO_PERMISSION' });
    await remove(mine.id);
    await remove((await add()).id, admin);
  });

  it('is refused forever once it was signed, even if it was reopened and is the last of its month', async () => {
    const protocol = await add();
    await signProtocol(technician, protocol.id);
    const signed = { status: 409, code: 'SIGNED_PROTOCOL', message: expect.stringContaining('evidence') };
    for (const api of [technician, admin])
      expect(await refusal(remove(protocol.id, api))).toMatchObject(signed);
    await admin.service.add({ body: { ...protocolOf(device, { date: protocol.date }), id: protocol.id } });
    for (const api of [technician, admin])
      expect(await refusal(remove(protocol.id, api))).toMatchObject(signed);
    expect(await admin.service.versions({ params: { id: protocol.id } })).toHaveLength(1);
    expect((await add(protocol.date)).number).toBe(protocol.number + 1);
  });

  it('is also refused by the database once it was signed', async () => {
    const { id } = await add();
    await signProtocol(technician, id);
    const row = { accountId_id: { accountId, id } };
    await expect(app.deps.db.of({ accountId }).service.delete({ where: row })).rejects.toMatchObject({
      code: 'P2003',
    });
  });

  it('deletes its files, and those in the store once they leave the bin', async () => {
    const protocol = await add(undefined, new Blob(['note']));
    const db = app.deps.db.of({ accountId });
    const [file] = await db.storedFile.findMany({ where: { serviceId: protocol.id } });
    await remove(protocol.id, admin);
    expect(await db.storedFile.count({ where: { id: file?.id } })).toBe(0);
    await emptyBin(app);
    await expect(app.deps.files.get(file?.key ?? '')).rejects.toThrow();
    await app.expectNoStrayFiles();
    const entry = await db.auditLog.findFirst({ where: { kind: 'DELETED', entityId: protocol.id } });
    expect(entry?.what).toBe(`1/${String(protocol.month).padStart(2, '0')}/${protocol.year}`);
  });

  it('and signing it at the same time leave either a signed protocol or none', async () => {
    for (let round = 0; round < 5; round++) {
      const { id } = await add();
      const [signed, deleted] = await Promise.allSettled([signProtocol(colleague, id), remove(id)]);
      const exists = (await app.deps.db.of({ accountId }).service.count({ where: { id } })) === 1;
      expect([signed.status, deleted.status].sort()).toEqual(['fulfilled', 'rejected']);
      expect(exists).toBe(signed.status === 'fulfilled');
    }
    await app.expectNoStrayFiles();
  });

  it('leaves no gap while others save', async () => {
    const date = dateOfFreshMonth();
    const first = await add(date);
    await Promise.allSettled([remove(first.id), ...Array.from({ length: 8 }, () => add(date))]);
    const { content } = await admin.serviceOverview.search({
      body: { size: 100, dateFrom: date.slice(0, 10), dateTo: date.slice(0, 10) },
    });
    const numbers = content.map(({ number }) => number).sort((a, b) => a - b);
    expect(numbers).toEqual(Array.from({ length: numbers.length }, (_, index) => index + 1));
  });
});
