/** Lists as long as an account are sent while they are read: in parts, no faster than they are taken, and never half. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { get, type IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { endpoint, streamedList } from '@servicebook/shared/contract';
import { Router } from 'express';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { Prisma } from '../generated/prisma/client.ts';
import { inOrder, readJson, readTexts } from '../platform/paged-query.ts';
import { useTestApp } from '../testing/app.ts';
import { handlers, type Parts } from './handlers.ts';
import { mount } from './mount.ts';
import { createPages } from './pages.ts';

const routes = Router();
const app = useTestApp({}, { routes });

const path = '/api/streamed';
const contract = {
  list: endpoint({
    method: 'get',
    path,
    summary: 'Rows',
    access: 'public',
    response: streamedList(z.object({ id: z.number() })),
  }),
};
let parts: () => Parts<{ id: number }>;
/** How many parts were asked for, and whether nobody asks any more. */
let asked = 0;
let ended = false;

const counted = (given: () => AsyncGenerator<{ id: number }[] | Buffer>) =>
  async function* () {
    try {
      for await (const part of given()) {
        asked++;
        yield part;
      }
    } finally {
      ended = true;
    }
  };

beforeAll(() => {
  mount(() => routes, app.deps, createPages(undefined), handlers(contract, { list: async () => parts() }));
});

beforeEach(() => {
  asked = 0;
  ended = false;
});

const headers = { 'X-Requested-With': 'XMLHttpRequest' };
const ask = () => app.anonymous.http.get(path, { validateStatus: () => true });
const logged = () => app.logs.filter((line) => JSON.parse(line).level >= 50);

/** Callers that take in nothing of their answers. */
const waiting: IncomingMessage[] = [];
async function askAndWait(more: Record<string, string> = {}): Promise<IncomingMessage> {
  const request = get(`${app.url}${path}`, { headers: { ...headers, ...more } });
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  answer.on('error', () => {});
  waiting.push(answer);
  return answer;
}
afterEach(() => {
  for (const answer of waiting.splice(0)) answer.destroy();
});

/** 200 MB, more than any connection holds on its way. */
async function* endless(): AsyncGenerator<Buffer> {
  for (let count = 0; count < 2_000; count++)
    yield Buffer.from(`[{"id":${count},"filling":"${'x'.repeat(100_000)}"}]`);
}

describe('a streamed list', () => {
  it('is one list of all parts, in order, whether they are rows or bytes', async () => {
    parts = counted(async function* () {
      yield [{ id: 1 }, { id: 2 }];
      yield Buffer.from('[{"id":3}]');
      yield Buffer.from('[]');
      yield [];
      yield Buffer.from('[{"id":4}, \n {"id":5}]');
    });
    const { status, data, headers: answered } = await ask();
    expect(status).toBe(200);
    expect(data).toEqual([1, 2, 3, 4, 5].map((id) => ({ id })));
    expect(answered).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'private, no-cache',
    });
  });

  it('is sent in pieces, and others have their turn after each', async () => {
    let turn = 0;
    let next = setImmediate(function count() {
      turn++;
      next = setImmediate(count);
    });
    const { write } = ServerResponse.prototype;
    const written: { bytes: number; turn: number }[] = [];
    const spy = vi.spyOn(ServerResponse.prototype, 'write').mockImplementation(function (
      this: ServerResponse,
      ...given: unknown[]
    ) {
      written.push({ bytes: (given[0] as Buffer).length, turn });
      return write.apply(this, given as Parameters<typeof write>);
    });
    parts = counted(async function* () {
      yield Buffer.from(`[{"id":1,"filling":"${'x'.repeat(300_000)}"}]`);
    });
    const answer = await askAndWait({ 'Accept-Encoding': 'identity' });
    expect(JSON.parse(String(await buffer(answer)))).toHaveLength(1);
    spy.mockRestore();
    clearImmediate(next);
    expect(Math.max(...written.map(({ bytes }) => bytes))).toBe(64 * 1024);
    expect(new Set(written.map((each) => each.turn)).size).toBe(written.length);
  });

  it('is empty without parts, or if all are empty', async () => {
    parts = counted(async function* () {});
    expect((await ask()).data).toEqual([]);
    parts = counted(async function* () {
      yield Buffer.from('[]');
    });
    expect((await ask()).data).toEqual([]);
  });

  it('lets out only what the contract names of rows', async () => {
    parts = counted(async function* () {
      yield [{ id: 1, passwordHash: 'leaked' }];
    });
    expect((await ask()).data).toEqual([{ id: 1 }]);
  });

  it('is answered with an error, logged once, if its beginning cannot be read', async () => {
    parts = counted(async function* () {
      yield await Promise.reject(new Error('no beginning'));
    });
    const { status, data } = await ask();
    expect([status, data.code]).toEqual([500, 'INTERNAL']);
    expect(logged().filter((line) => line.includes('no beginning'))).toHaveLength(1);
  });

  it.each(['identity', 'gzip'])(
    'ends without an end if reading fails later, logged once (%s)',
    async (encoding) => {
      const reason = `lost ${encoding}`;
      parts = counted(async function* () {
        // Nothing that compression could hold back.
        for (let id = 0; id < 20; id++)
          yield Buffer.from(`[{"id":${id},"filling":"${randomBytes(50_000).toString('hex')}"}]`);
        throw new Error(reason);
      });
      const answer = await askAndWait({ 'Accept-Encoding': encoding });
      await expect(buffer(answer)).rejects.toThrow('aborted');
      expect(answer.complete).toBe(false);
      const lines = () => logged().filter((line) => line.includes(reason));
      await vi.waitFor(() => expect(lines()).toHaveLength(1), { timeout: 15_000 });
      expect(JSON.parse(lines()[0] ?? '')).toMatchObject({
        requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      });
    },
  );

  it('is read no faster than it is taken, while others are answered', async () => {
    parts = counted(endless);
    await askAndWait();
    for (let count = 0; count < 50; count++) await app.anonymous.http.get('/readyz');
    expect(asked).toBeLessThan(2_000);
    expect(ended).toBe(false);
  });

  it.each(['identity', 'gzip'])(
    'is read no further when the caller hangs up, without an error (%s)',
    async (encoding) => {
      parts = counted(endless);
      const before = logged().length;
      (await askAndWait({ 'Accept-Encoding': encoding })).destroy();
      await vi.waitFor(() => expect(ended).toBe(true), { timeout: 15_000 });
      expect(asked).toBeLessThan(2_000);
      expect(logged()).toHaveLength(before);
    },
  );

  it('keeps no text that the database has written, only its bytes', async () => {
    const rows: unknown[] = [];
    const read: typeof app.deps.db.read = async <Row>(...given: Parameters<typeof app.deps.db.read>) => {
      const answered = await app.deps.db.read<Row>(...given);
      rows.push(...answered);
      return answered;
    };
    const [bytes] = await readTexts(
      { read },
      { accountId: 1 },
      Prisma.sql`SELECT '[1]' AS text WHERE ${1}::int = 1`,
    );
    expect(bytes).toEqual(Buffer.from('[1]'));
    expect(rows).toEqual([{ text: '' }]);
  });

  it('holds no connection of the database while callers take in nothing', async () => {
    // 40 MB in 20 batches.
    const account = { accountId: 1 };
    parts = () =>
      readJson(app.deps.db, account, {
        select: Prisma.sql`n AS id, repeat('x', 4000) AS filling`,
        from: Prisma.sql`FROM generate_series(1, 10000) AS n WHERE ${account.accountId}::int = 1`,
        order: inOrder('asc', Prisma.sql`n`),
        id: Prisma.sql`n`,
      });
    // More than there are connections.
    await Promise.all(Array.from({ length: 12 }, () => askAndWait()));
    expect((await app.anonymous.http.get('/readyz')).data).toEqual({ status: 'ready' });
    const idle = await app.deps.db.global.$queryRaw<unknown[]>`
      SELECT FROM pg_stat_activity
       WHERE datname = current_database() AND state LIKE 'idle in transaction%'`;
    expect(idle).toEqual([]);
  });
});
