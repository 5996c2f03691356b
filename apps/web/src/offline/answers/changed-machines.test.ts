/** Machines as they will be once what waits on this phone is sent. */
import type { Device } from '@servicebook/shared/device';
import { describe, expect, it } from 'vitest';
import { press } from '../../testing/render-tab.tsx';
import type { Entry } from '../outbox/database.ts';
import { machineChangesIn } from '../outbox/machine-changes.ts';
import { answerFrom } from './answer.ts';
import { withMachines } from './changed-machines.ts';
import type { StoredRecords } from './stored-records.ts';

const saw: Device = { ...press, id: 6, name: 'Band saw', status: 'DANGER' };
const figures = [
  { status: 'OK', count: 2 },
  { status: 'DANGER', count: 1 },
];

function storedWith(entries: Partial<Entry>[], machines = [press, saw]): StoredRecords {
  const records: Record<string, { id: number }[]> = {
    machines,
    home: [{ id: 1, machines: figures } as never],
  };
  const all = async (kind: string) => records[kind] ?? [];
  const byId = async (kind: string) => new Map((await all(kind)).map((record) => [record.id, record]));
  const known = { all, byId, userId: 1, language: 'en', timezone: 'Europe/Warsaw', nameOf: () => null };
  const changes = machineChangesIn(
    entries.map((entry) => ({ refusal: null, base: null, ...entry }) as Entry),
  );
  return withMachines({ ...known, now: '2026-11-22T09:00:00Z' } as unknown as StoredRecords, changes);
}
const changed = (after: Partial<Device>, before: Device | null = press) => ({
  label: { kind: 'machine', name: '' } as const,
  base: before,
  answer: { ...(before ?? press), ...after },
});
const fault = { label: { kind: 'event', name: '' } as const, body: { setsFault: true, device: { id: 5 } } };
const signed = (refusal: Entry['refusal'] = null) => ({
  ...{ label: { kind: 'signature', name: '' } as const, refusal },
  answer: { results: [{ device: { id: 5 }, result: 'FAILED', statusAfter: 'BROKEN' }] },
});
const refused = { code: 'NO_PERMISSION', status: 403, message: '', fields: {} };

const ask = (path: string, body: unknown, stored: StoredRecords) =>
  answerFrom({ method: body ? 'post' : 'get', path, query: {}, body }, async () => stored);
const countsOf = async (stored: StoredRecords) => (await stored.all('home'))[0]?.machines;
const statusOf = async (...entries: Partial<Entry>[]) =>
  (await storedWith(entries).byId('machines')).get(5)?.status;

describe('A machine that was changed on this phone', () => {
  it('is found by what was changed, and as what it was no more', async () => {
    const stored = storedWith([changed({ status: 'BROKEN', city: 'Hull' })]);
    const find = (body: object) => ask('/api/device/search', body, stored);
    const found = { totalElements: 1, content: [{ id: 5, status: 'BROKEN', city: 'Hull' }] };
    expect(await find({ statuses: ['FAULT', 'BROKEN'] })).toMatchObject(found);
    expect(await find({ city: 'hull' })).toMatchObject(found);
    expect(await find({ statuses: ['BROKEN'], customerId: 99 })).toMatchObject({ totalElements: 0 });
    expect(await find({ statuses: ['OK'] })).toMatchObject({ totalElements: 0 });
    expect(await ask('/api/device/needingAttention/count', undefined, stored)).toBe(2);
  });

  it('moves from one count of the home page to another', async () => {
    expect(await countsOf(storedWith([changed({ status: 'BROKEN' })]))).toEqual([
      { status: 'OK', count: 1 },
      { status: 'BROKEN', count: 1 },
      { status: 'DANGER', count: 1 },
    ]);
    expect(await countsOf(storedWith([changed({ status: 'DANGER' })]))).toEqual([
      { status: 'OK', count: 1 },
      { status: 'DANGER', count: 2 },
    ]);
    expect(await countsOf(storedWith([changed({ city: 'Hull' })]))).toEqual(figures);
    // Somebody else has set another one meanwhile: it is counted as that.
    const theirs = storedWith([changed({ status: 'OK' }, saw)], [press, { ...saw, status: 'OK' }]);
    expect(await countsOf(theirs)).toEqual(figures);
    const archived = {
      ...press,
      archived: { at: '2026-11-01T09:00:00Z', reason: 'SOLD' },
    } as unknown as Device;
    expect(await countsOf(storedWith([fault], [archived, saw]))).toEqual(figures);
  });

  it('keeps what others have changed in other fields', async () => {
    const stored = storedWith([changed({ city: 'Hull' })], [{ ...press, status: 'FAULT', revision: 4 }, saw]);
    expect((await stored.byId('machines')).get(5)).toMatchObject({
      city: 'Hull',
      status: 'FAULT',
      revision: 4,
    });
  });

  it('has the last status of those that were set, with a fault or with a signed result', async () => {
    expect(await statusOf(fault)).toBe('FAULT');
    expect(await statusOf({ ...fault, body: { device: { id: 5 } } })).toBe('OK');
    expect(await statusOf(signed())).toBe('BROKEN');
    expect(await statusOf(signed(refused))).toBe('OK');
    expect(await statusOf(signed(), fault)).toBe('FAULT');
    expect(await statusOf(fault, changed({ city: 'Hull' }))).toBe('FAULT');
    expect(await statusOf(fault, changed({ status: 'IN_REPAIR' }))).toBe('IN_REPAIR');
  });
});
