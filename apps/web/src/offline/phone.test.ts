import 'fake-indexeddb/auto';
import type { Device } from '@servicebook/shared/device';
import { type WorkingSet, WorkingSetQuery } from '@servicebook/shared/offline';
import type { AxiosResponse, InternalAxiosRequestConfig } from 'axios';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { http } from '../lib/api-client.ts';
import { queryClient } from '../lib/query-client.ts';
import { sessionKey } from '../lib/session-key.ts';
import { fakeServer } from '../testing/fake-server.ts';
import { sessionUser } from '../testing/render-app.tsx';

const workingSet = 'POST /api/offline/workingSet';
const anna = sessionUser();
const jan = { ...sessionUser('ROLE_USER'), id: 2 };
const takenAt = '2026-11-23T14:05:00.000Z';

const machine = (id: number, name: string): Device => ({
  ...{ id, name, ownNumber: '', status: 'OK', statusWeight: 4, category: { id: 1, name: 'Presses' } },
  ...{ customer: { id: 1, shortName: 'Adler', fullName: '' }, manufacturer: '', model: '', serialNumber: '' },
  ...{ yearBuilt: null, sourcePower: '', transferDate: null, warranty: '', warrantyLength: null },
  ...{ streetAddress: '', zipCode: '', city: '', country: '', gpsLatitude: null, gpsLongitude: null },
  ...{ isPeriodicInspectionEnabled: false, inspectionPeriodInMonths: null, lastService: null },
  ...{ nextInspection: null, warrantyUntil: null, archived: null, revision: 1 },
});

type Set = NonNullable<WorkingSet['set']>;
const answer = (chunks: Set['chunks'], more: Partial<WorkingSet> = {}): WorkingSet => ({
  takenAt,
  revision: 'r1',
  set: { whole: true, missingMachines: 0, more: more.revision === null, chunks },
  ...more,
});
const chunk = (key: string, hash: string, records?: Device[]) =>
  ({ kind: 'machines', key, hash, records }) as const;

/** The modules as in a newly opened page: nothing in memory, IndexedDB unchanged. */
async function freshPage() {
  vi.resetModules();
  const [{ phone }, { refreshStored }, stored] = await Promise.all([
    import('./phone.ts'),
    import('./refresh.ts'),
    import('./stored.ts'),
  ]);
  // The refresh has an API client of its own, which asks the same server.
  const client = await import('../lib/api-client.ts');
  client.http.defaults.adapter = http.defaults.adapter as NonNullable<typeof http.defaults.adapter>;
  return { phone, refreshStored, stored };
}

const find = (id: number) => ({
  method: 'get',
  path: `/api/device/findById/${id}`,
  query: {},
  body: undefined,
});
const checkAuth = { ...find(0), path: '/api/user/check-auth' };

function onPhoneDevice(): void {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (media) => ({ matches: media === '(pointer: coarse)' }) as MediaQueryList,
  );
}

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  queryClient.setQueryData(sessionKey, anna);
  onPhoneDevice();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** A phone with the machine 5 of Anna's. */
async function filled() {
  fakeServer({ [workingSet]: { body: answer([chunk('machines/5', 'a', [machine(5, 'Press')])]) } });
  const page = await freshPage();
  await page.phone.remember(anna);
  await page.refreshStored(anna);
  return page;
}

describe('The data on a phone', () => {
  it('answers in a page that is opened without a network', async () => {
    await filled();
    const { phone } = await freshPage();
    expect(await phone.answer(checkAuth, null)).toEqual({ data: anna, takenAt });
    expect(await phone.answer(find(5), anna)).toEqual({ data: machine(5, 'Press'), takenAt });
    expect(await phone.answer(find(6), anna)).toBeNull();
  });

  it('arrives in several answers, and loses what is not listed any more', async () => {
    const { phone, refreshStored } = await filled();
    const later = '2026-11-23T15:00:00.000Z';
    const answers = [
      answer([chunk('machines/6', 'b', [machine(6, 'Saw')]), chunk('machines/7', 'c')], {
        ...{ revision: null, takenAt: later },
      }),
      answer([chunk('machines/6', 'b'), chunk('machines/7', 'c', [machine(7, 'Lift')])], { takenAt: later }),
    ];
    const server = fakeServer({ [workingSet]: () => ({ body: answers.shift() }) });
    const client = await import('../lib/api-client.ts');
    client.http.defaults.adapter = http.defaults.adapter as NonNullable<typeof http.defaults.adapter>;
    await refreshStored(anna);
    expect(server.sentTo(workingSet)).toMatchObject([
      { revision: 'r1', have: { 'machines/5': 'a' } },
      { revision: null, have: { 'machines/6': 'b' } },
    ]);
    expect(await phone.answer(find(5), anna)).toBeNull();
    expect(await phone.answer(find(6), anna)).toEqual({ data: machine(6, 'Saw'), takenAt: later });
    expect(await phone.answer(find(7), anna)).toEqual({ data: machine(7, 'Lift'), takenAt: later });
  });

  it('is newer where a screen has had a newer answer of the server', async () => {
    await filled();
    const { phone } = await freshPage();
    const { queryClient: cache } = await import('../lib/query-client.ts');
    // Opened a moment before the network went, and not stored yet.
    cache.setQueryData(['device', 'one', 6], machine(6, 'Saw'));
    // Of the same revision: changed here, and not sent yet.
    cache.setQueryData(['device', 'one', 5], machine(5, 'Shear'));
    expect(await phone.answer(find(6), anna)).toMatchObject({ data: { name: 'Saw' } });
    expect(await phone.answer(find(5), anna)).toMatchObject({ data: { name: 'Press' } });
    const search = { method: 'post', path: '/api/device/search', query: {}, body: { text: '' } };
    expect(await phone.answer(search, anna)).toMatchObject({
      data: { content: [{ name: 'Press' }, { name: 'Saw' }] },
    });
    cache.setQueryData(['device', 'one', 5], { ...machine(5, 'Crane'), revision: 2 });
    expect(await phone.answer(find(5), anna)).toMatchObject({ data: { name: 'Crane' } });
    // The server's last word was that it is gone.
    const gone = async () => Promise.reject(new Error('404'));
    await cache
      .fetchQuery({ queryKey: ['device', 'one', 6], queryFn: gone, retry: false, staleTime: 0 })
      .catch(() => {});
    expect(await phone.answer(find(6), anna)).toBeNull();
  });

  it('has what was written on it until a refresh that was asked for later, also in a new page', async () => {
    const { phone, refreshStored } = await filled();
    const update = { method: 'put', path: '/api/device/update', query: {}, body: { id: 5 } };
    const renamed = { ...machine(5, 'Shear'), revision: 2 };
    // While a refresh is under way, which does not have it yet.
    const under = answer([chunk('machines/5', 'a')], { revision: 'r2' });
    fakeServer({ [workingSet]: { body: under } });
    const client = await import('../lib/api-client.ts');
    const network = http.defaults.adapter as (config: InternalAxiosRequestConfig) => Promise<AxiosResponse>;
    client.http.defaults.adapter = async (config) => {
      const answered = await network(config);
      await phone.note(update, renamed, anna);
      return answered;
    };
    await refreshStored(anna);
    const next = await freshPage();
    expect(await next.phone.answer(find(5), anna)).toMatchObject({ data: renamed });
    // Deleted, and gone.
    const deletion = { method: 'delete', path: '/api/device/delete/5', query: {}, body: undefined };
    await next.phone.note(deletion, '', anna);
    expect(await next.phone.answer(find(5), anna)).toBeNull();
    await next.phone.note(update, renamed, jan);
    await next.refreshStored(anna);
    expect(await next.phone.answer(find(5), anna)).toMatchObject({ data: { name: 'Press' } });
  });

  it('has what was written on it under a key that the server takes from an earlier version too', async () => {
    const { phone, stored } = await filled();
    const update = { ...find(5), method: 'put', path: '/api/device/update' };
    await phone.note(update, { ...machine(5, 'Shear'), revision: 2 }, anna);
    const row = (await stored.readOwner('1:1')) ?? expect.fail('nothing is stored');
    const { written } = await stored.readKept(row);
    expect(written).toHaveLength(1);
    const have = Object.fromEntries(written.map((key) => [key, '']));
    expect(WorkingSetQuery.parse({ have })).toMatchObject({ have });
  });

  it('is not shown to another user, and is erased when that one signs in', async () => {
    const { phone } = await filled();
    expect(await phone.answer(find(5), jan)).toBeNull();
    await phone.remember(jan);
    expect(await phone.answer(checkAuth, null)).toMatchObject({ data: jan });
    expect(await phone.answer(find(5), jan)).toBeNull();
    expect(await phone.answer(find(5), anna)).toBeNull();
  });

  it('loses what another user has sent, even if nothing is stored', async () => {
    const { phone } = await freshPage();
    const { listSent, noteSent } = await import('./outbox/sent.ts');
    const sent = (seq: number, owner: string) =>
      ({ seq, owner, label: { kind: 'protocol', name: 'Mill' } }) as Parameters<typeof noteSent>[0];
    await noteSent(sent(1, '1:1'));
    await noteSent(sent(2, '1:2'));
    await phone.remember(jan);
    expect(await listSent('1:1')).toEqual([]);
    expect(await listSent('1:2')).toHaveLength(1);
  });

  it('is erased, and does not come back with an answer that was still under way', async () => {
    const { phone, stored } = await filled();
    const row = await stored.readOwner(stored.ownerOf(anna));
    if (!row) throw new Error('nothing is stored');
    await phone.erase();
    await stored.keepAnswer(row, answer([chunk('machines/5', 'a', [machine(5, 'Press')])]), {
      written: [],
    });
    expect(await phone.answer(checkAuth, null)).toBeNull();
    expect(await phone.answer(find(5), anna)).toBeNull();
    await phone.remember(anna);
    expect(await phone.answer(find(5), anna)).toBeNull();
  });

  it('is unreadable without its key', async () => {
    await filled();
    const { runOnStored } = await import('./database.ts');
    const [chunks, owners] = await runOnStored((database) =>
      Promise.all([database.getAll('chunks'), database.getAll('owners')]),
    );
    expect(JSON.stringify([chunks, owners])).not.toMatch(/Press|Nowak/);
    expect(owners[0]?.key.extractable).toBe(false);
    expect(new TextDecoder().decode(chunks[0]?.records.bytes)).not.toContain('Press');
  });

  it('keeps a user signed in for thirty days without the server', async () => {
    await filled();
    const { phone, stored } = await freshPage();
    const start = Date.now();
    const now = vi.spyOn(Date, 'now');
    expect(await phone.isTooLongAway()).toBe(false);
    now.mockReturnValue(start + stored.rememberedFor - 60_000);
    expect(await phone.answer(checkAuth, null)).toMatchObject({ data: anna });
    expect(await phone.isTooLongAway()).toBe(false);
    now.mockReturnValue(start + stored.rememberedFor + 60_000);
    expect(await phone.answer(checkAuth, null)).toBeNull();
    expect(await phone.isTooLongAway()).toBe(true);
  });

  it('keeps nobody longer because a clock was set back, and erases nothing when it was set ahead', async () => {
    await filled();
    const { phone, stored } = await freshPage();
    const start = Date.now();
    const day = 24 * 3_600_000;
    const now = vi.spyOn(Date, 'now');
    const isIn = async (days: number) => {
      now.mockReturnValue(start + days * day);
      return (await phone.answer(checkAuth, null)) !== null;
    };
    expect(await isIn(365)).toBe(false);
    expect(await isIn(20)).toBe(true);
    expect(await isIn(-365)).toBe(true);
    // Eleven days later by that clock, it is the 31st day.
    expect(await isIn(-354)).toBe(false);
    // The server knows better.
    await phone.remember(anna);
    expect(await isIn(-354)).toBe(true);
    expect(await stored.readOwner(null)).toMatchObject({ set: { complete: true } });
  });

  it('is not kept on a computer that nobody asked to', async () => {
    vi.mocked(window.matchMedia).mockImplementation(() => ({ matches: false }) as MediaQueryList);
    const server = fakeServer({});
    const { phone, refreshStored, stored } = await freshPage();
    await phone.remember(anna);
    await refreshStored(anna);
    expect(await stored.readOwner(null)).toBeUndefined();
    expect(server.requests).toEqual([]);
  });

  it('is done without where the browser stores nothing', async () => {
    vi.stubGlobal('indexedDB', undefined);
    const { phone } = await freshPage();
    await expect(phone.remember(anna)).rejects.toThrow();
  });
});
