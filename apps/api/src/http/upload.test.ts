/** Multipart requests that no screen of ours would send; none may leave bytes behind. */
import { connect } from 'node:net';
import { beforeAll, expect, it, vi } from 'vitest';
import { type Api, useTestApp } from '../testing/app.ts';
import { buildAdmin, buildService } from '../testing/builders.ts';

const app = useTestApp();
let api: Api;
let serviceId: number;

beforeAll(async () => {
  const owner = await buildAdmin(app);
  api = await app.as(owner);
  serviceId = (await buildService(app, { accountId: owner.accountId, userId: owner.id })).id;
});

const send = (method: string, url: string, data?: unknown, headers: Record<string, string> = {}) =>
  api.http.request({ method, url, data, headers, validateStatus: () => true });
const form = (...parts: [name: string, value: string | Blob, fileName?: string][]) => {
  const data = new FormData();
  for (const [name, value, fileName] of parts) {
    if (typeof value === 'string') data.append(name, value);
    else data.append(name, value, fileName ?? 'a.txt');
  }
  return data;
};
const file = new Blob(['text']);

it.each([
  ['a file too many', form(['file', file], ['file', file])],
  ['a file under another name', form(['other', file])],
  ['fields without end', form(...Array.from({ length: 50 }, (_, i): [string, string] => [`f${i}`, 'x']))],
  ['fields that build objects', form(['file[__proto__][x]', 'y'])],
  ['no file', form()],
])('a form with %s is refused', async (_, data) => {
  const answer = await send('patch', `/api/service/addFile/${serviceId}`, data);
  expect(answer.status).toBe(400);
  await app.expectNoStrayFiles();
});

it.each([
  ['no boundary', 'multipart/form-data', 'x'],
  [
    'an end that never comes',
    'multipart/form-data; boundary=x',
    '--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nhalf',
  ],
  ['a broken head', 'multipart/form-data; boundary=x', '--x\r\nContent-Disposition\r\n\r\nx\r\n--x--'],
  ['nothing in it', 'multipart/form-data; boundary=x', '--x--\r\n'],
  ['another type', 'application/json', '{}'],
])('a form that has %s is refused', async (_, type, data) => {
  const answer = await send('patch', `/api/service/addFile/${serviceId}`, data, { 'Content-Type': type });
  expect(answer.status).toBe(400);
  await app.expectNoStrayFiles();
});

it.each(['', '{', '[]', 'null', '5'])('a form with %j for its JSON is refused', async (text) => {
  expect((await send('post', '/api/service/add', form(['serviceJson', text]))).status).toBe(400);
  expect(
    (await send('post', '/api/service/add', form(['serviceJson', text], ['protocolSerwisowyFile', file])))
      .status,
  ).toBe(400);
  await app.expectNoStrayFiles();
});

it('a form leaves nothing behind when its sender hangs up half way', async () => {
  const { hostname, port } = new URL(app.url);
  const Cookie = String(api.http.defaults.headers.Cookie);
  const socket = connect(Number(port), hostname);
  await new Promise((resolve) => socket.once('connect', resolve));
  socket.write(
    `PATCH /api/service/addFile/${serviceId} HTTP/1.1\r\nHost: x\r\nX-Requested-With: XMLHttpRequest\r\nCookie: ${Cookie}\r\n` +
      'Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 9000000\r\n\r\n' +
      `--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n${'a'.repeat(500_000)}`,
  );
  await vi.waitFor(async () => expect(await app.strayFiles()).toHaveLength(1), { timeout: 15_000 });
  socket.destroy();
  await app.expectNoStrayFiles();
  expect((await send('get', '/api/user/check-auth')).status).toBe(200);
});
