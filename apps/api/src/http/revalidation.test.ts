/** A list that did not change is not sent again, and one that changed always is. */
import { deviceContract } from '@servicebook/shared/device';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type Api, useTestApp } from '../testing/app.ts';
import { buildAdmin, buildCategory, buildCustomer, buildDevice, buildUser } from '../testing/builders.ts';

const app = useTestApp();
const { path } = deviceContract.findAll;
let accountId: number;
let person: Awaited<ReturnType<typeof buildUser>>;
let api: Api;
let device: Awaited<ReturnType<typeof buildDevice>>;

beforeAll(async () => {
  person = await buildAdmin(app);
  accountId = person.accountId;
  api = await app.as(person);
  device = await buildDevice(app, { accountId });
});

const ask = (of: Api, tag?: string, headers: Record<string, string> = {}, from = path) =>
  of.http.get(from, {
    headers: { ...headers, ...(tag && { 'If-None-Match': tag }) },
    validateStatus: (status) => status < 500,
  });

const tagOf = async (of: Api = api, headers = {}): Promise<string> =>
  String((await ask(of, undefined, headers)).headers.etag);

describe('an unchanged list', () => {
  it('is answered 304 from one small look-up, and says so to caches', async () => {
    const tag = await tagOf();
    const read = vi.spyOn(app.deps.db, 'read');
    const answer = await ask(api, `"other", ${tag}`);
    expect(answer).toMatchObject({ status: 304, data: '' });
    expect(answer.headers).toMatchObject({ etag: tag, 'cache-control': 'private, no-cache' });
    const statements = read.mock.calls
      .map(([, { text }]) => text)
      .filter((text) => !text.includes('session'));
    read.mockRestore();
    expect(statements).toEqual(['SELECT revision FROM account WHERE id = $1']);
  });

  it('is known by its own tag only: not by another’s, nor in another language or timezone', async () => {
    const tag = await tagOf();
    expect((await ask(await app.as(await buildUser(app, { accountId })), tag)).status).toBe(200);
    const stranger = await buildAdmin(app);
    expect((await ask(await app.as(stranger), tag)).data).toEqual([]);
    const now = await tagOf();
    expect((await ask(api, now)).status).toBe(304);
    expect((await ask(api, now, { Timezone: 'Asia/Tokyo' })).status).toBe(200);
    const visitor = await app.as(person, { 'Accept-Language': 'de' });
    expect((await ask(visitor, now)).status).toBe(200);
  });

  it('is refused without a session, with or without a tag', async () => {
    expect((await ask(app.anonymous, await tagOf())).status).toBe(401);
  });
});

describe('a changed list', () => {
  it.each<[string, () => Promise<unknown>]>([
    ['a machine came', () => buildDevice(app, { accountId })],
    [
      'a machine went',
      async () => {
        const { id } = await buildDevice(app, { accountId });
        await api.device.delete({ params: { id } });
      },
    ],
    [
      'a machine was changed behind the application',
      () => app.deps.db.global.$executeRaw`UPDATE device SET name = 'Press' WHERE id = ${device.id}`,
    ],
    [
      'its customer was renamed',
      () =>
        app.deps.db.global
          .$executeRaw`UPDATE customer SET short_name = 'New' WHERE id = ${device.customerId}`,
    ],
    [
      'its category was renamed',
      () => app.deps.db.global.$executeRaw`UPDATE category SET name = 'New' WHERE id = ${device.categoryId}`,
    ],
  ])('is sent again when %s', async (_, change) => {
    const tag = await tagOf();
    await change();
    const answer = await ask(api, tag);
    expect(answer.status).toBe(200);
    expect(answer.headers.etag).not.toBe(tag);
  });

  it('is not caused by another account or by a rollback', async () => {
    const tag = await tagOf();
    await buildDevice(app, { accountId: (await buildAdmin(app)).accountId });
    const { categoryId, customerId } = device;
    const givenUp = app.deps.db.of({ accountId }).$transaction(async (tx) => {
      await tx.device.create({ data: { accountId, name: 'Never', categoryId, customerId } });
      throw new Error('given up');
    });
    await expect(givenUp).rejects.toThrow('given up');
    expect((await ask(api, tag)).status).toBe(304);
  });

  it('changes when the writer commits, not when it writes; other writers do not wait for it', async () => {
    const db = app.deps.db.of({ accountId });
    const { categoryId, customerId } = device;
    const create = (tx: typeof db | Parameters<Parameters<typeof db.$transaction>[0]>[0], name: string) =>
      tx.device.create({ data: { accountId, name, categoryId, customerId } });
    let commit = () => {};
    let written = () => {};
    const hasWritten = new Promise<void>((resolve) => {
      written = resolve;
    });
    const slow = db.$transaction(async (tx) => {
      await create(tx, 'Slow');
      written();
      await new Promise<void>((resolve) => {
        commit = resolve;
      });
    });
    await hasWritten;
    const before = await tagOf();
    await create(db, 'Quick');
    const between = await ask(api, before);
    expect(between.status).toBe(200);
    expect((await ask(api, String(between.headers.etag))).status).toBe(304);
    commit();
    await slow;
    const after = await ask(api, String(between.headers.etag));
    expect(after.data.map(({ name }: { name: string }) => name)).toContain('Slow');
  });

  it('never misses earlier changes, with any number of writers', async () => {
    const body = { category: { id: device.categoryId }, customer: { id: device.customerId } };
    const saved = new Set<number>();
    let isWriting = true;
    const write = async (writer: number) => {
      for (let turn = 0; turn < 12; turn++)
        saved.add(await api.device.insert({ body: { ...body, name: `Press ${writer}-${turn}` } }));
    };
    const watch = async () => {
      let copy = new Set<number>();
      let tag: string | undefined;
      const look = async () => {
        const expected = [...saved];
        const answer = await ask(api, tag);
        if (answer.status === 200) {
          tag = String(answer.headers.etag);
          copy = new Set(answer.data.map(({ id }: { id: number }) => id));
        }
        expect(expected.filter((id) => !copy.has(id))).toEqual([]);
      };
      while (isWriting) await look();
      // Once more, now that all is written: the look before may have begun earlier.
      await look();
      expect((await ask(api, tag)).status).toBe(304);
      expect([...saved].filter((id) => !copy.has(id))).toEqual([]);
    };
    const watchers = [watch(), watch()];
    await Promise.all([1, 2, 3, 4].map(write));
    isWriting = false;
    await Promise.all(watchers);
    expect(saved.size).toBe(48);
  });
});

it('knows the lists of customers and categories too', async () => {
  await Promise.all([buildCustomer(app, { accountId }), buildCategory(app, { accountId })]);
  for (const from of ['/api/customer/findAll', '/api/category/findAll', '/api/device/findAllDevicesNames']) {
    const { headers } = await ask(api, undefined, {}, from);
    expect((await ask(api, String(headers.etag), {}, from)).status).toBe(304);
  }
});
