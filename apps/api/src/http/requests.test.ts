/** Requests that no screen of ours would send. */
import { beforeAll, describe, expect, it } from 'vitest';
import { type Api, useTestApp } from '../testing/app.ts';
import { buildAdmin, buildCategory, buildCustomer, buildDevice } from '../testing/builders.ts';

const app = useTestApp();
let api: Api;
let accountId: number;
let category: { id: number };
let customer: { id: number };

beforeAll(async () => {
  const owner = await buildAdmin(app);
  accountId = owner.accountId;
  api = await app.as(owner);
  category = { id: (await buildCategory(app, { accountId })).id };
  customer = { id: (await buildCustomer(app, { accountId })).id };
});

const send = (method: string, url: string, data?: unknown, headers: Record<string, string> = {}) =>
  api.http.request({ method, url, data, headers, validateStatus: () => true });
const json = { 'Content-Type': 'application/json' };

describe('a body', () => {
  it.each(['{', '{"name":}', 'nonsense', '"text"', '5', '\u0000'])(
    'that is not JSON of an object is refused: %j',
    async (text) => {
      const { status, data } = await send('post', '/api/customer/search', text, json);
      expect([status, data.code]).toEqual([400, 'MALFORMED_REQUEST']);
    },
  );

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/xml',
    'multipart/form-data',
    'application/json; charset=klingon',
  ])('of type %s is not taken for an empty one', async (type) => {
    const { status, data } = await send('post', '/api/customer/search', '{"text":"x"}', {
      'Content-Type': type,
    });
    expect([status, data.code]).toEqual([400, 'MALFORMED_REQUEST']);
  });

  it('may be omitted if all its fields are optional', async () => {
    expect((await send('post', '/api/customer/search')).status).toBe(200);
  });

  it('larger than a megabyte is refused', async () => {
    const { status, data } = await send('post', '/api/customer/search', { text: 'x'.repeat(1_100_000) });
    expect([status, data.code]).toEqual([413, 'FILE_TOO_LARGE']);
  });

  it.each([
    [
      'a list too long',
      '/api/device/getByFilter',
      { categories: Array.from({ length: 5000 }, (_, i) => i + 1) },
    ],
    ['a number as text', '/api/device/getByFilter', { id: '1' }],
    ['a list for a text', '/api/customer/search', { text: ['a'] }],
    ['a page beyond measure', '/api/customer/search', { page: 1e300 }],
    ['a size beyond measure', '/api/customer/search', { size: 1001 }],
    [
      'a column that is SQL',
      '/api/customer/search',
      { sort: { by: 'id; DROP TABLE customer', direction: 'asc' } },
    ],
    ['a direction that is SQL', '/api/device/search', { sort: { by: 'id', direction: 'asc, 1' } }],
    ['a NUL in a list', '/api/device/getByFilter', { countries: ['\0'] }],
    ['a year before our time', '/api/device/getByFilter', { dateFrom: '0000-01-01' }],
  ])('with %s is refused', async (_, url, body) => {
    const { status, data } = await send('post', url, body);
    expect([status, data.code]).toEqual([400, 'VALIDATION_FAILED']);
  });

  it.each(['__proto__', 'constructor', 'prototype', 'toString'])(
    'cannot reach the prototype through %s',
    async (key) => {
      for (const text of [
        `{"${key}":{"isAdmin":true}}`,
        `{"text":"x","${key}":1}`,
        `{"sort":{"${key}":1}}`,
      ]) {
        expect((await send('post', '/api/customer/search', text, json)).status).toBe(400);
      }
      expect(({} as Record<string, unknown>).isAdmin).toBeUndefined();
    },
  );

  it('accepts any language and letter, and returns it unchanged', async () => {
    const names = [
      'Ω≈ç√',
      '日本語の会社',
      'شركة الصيانة',
      '👩‍🔧 Service',
      "O'Brien; --",
      '<b>"&amp;',
      'e\u0301',
    ];
    for (const fullName of names) {
      const { data } = await send('post', '/api/customer/insert', {
        shortName: fullName.slice(0, 20),
        fullName: `${fullName} ok`,
      });
      expect(data.fullName).toBe(`${fullName} ok`);
      const found = await send('post', '/api/customer/search', { text: fullName });
      expect(
        found.data.content.map(({ id }: { id: number }) => id),
        fullName,
      ).toContain(data.id);
    }
  });

  it('refuses text that the database cannot store', async () => {
    for (const bad of ['a\u0000b', 'half \ud83d', '\udc00 half']) {
      const text = JSON.stringify(bad);
      const device = `{"name":${text},"category":{"id":${category.id}},"customer":{"id":${customer.id}}}`;
      expect((await send('post', '/api/device/insert', device, json)).data.fields, bad).toHaveProperty(
        'name',
        'INVALID',
      );
      const company = `{"shortName":"x","fullName":"xyz","city":${text}}`;
      expect((await send('post', '/api/customer/insert', company, json)).data.fields).toHaveProperty(
        'city',
        'INVALID',
      );
      expect((await send('post', '/api/customer/search', `{"text":${text}}`, json)).status).toBe(400);
    }
  });

  it('with a bad letter in an action’s value is refused, not stored in part', async () => {
    const { id, customerId } = await buildDevice(app, { accountId });
    for (const bad of ['\\u0000', '\\ud800']) {
      for (const part of ['value', 'unit', 'name']) {
        const field = `{"name":"n","value":"v","unit":"u"}`.replace(`"${part[0]}"`, `"${part[0]}${bad}"`);
        const form = new FormData();
        form.append(
          'serviceJson',
          `{"date":"2031-01-10T10:00:00Z","type":["REPAIR"],"customer":{"id":${customerId}},"devices":[{"id":${id}}],
            "actions":[{"device":{"id":${id}},"name":"a","fields":[${field}]}]}`,
        );
        expect((await send('post', '/api/service/add', form)).status, `${part} ${bad}`).toBe(400);
      }
    }
  });
});

describe('an address', () => {
  it('unknown below /api gets JSON in the caller’s language', async () => {
    for (const [url, method] of [
      ['/api/nothing', 'get'],
      ['/api', 'get'],
      ['/api/customer/insert', 'get'],
      ['/api/customer/findAll', 'delete'],
      ['/api/docs/nothing.js', 'get'],
    ] as const) {
      const { status, data, headers } = await send(method, url, undefined, { 'Accept-Language': 'pl' });
      expect([status, data.code], url).toEqual([404, 'NOT_FOUND']);
      expect(headers['content-type']).toContain('application/json');
      expect(headers['cache-control'], 'a cache may keep a 404 that does not forbid it').toBe('no-store');
      expect(data.message).not.toBe('This no longer exists or never did.');
    }
  });

  it('that cannot be decoded is refused', async () => {
    for (const url of ['/api/customer/findById/%zz', '/api/customer/findById/%E0%A4%A']) {
      expect((await send('get', url)).status).toBe(400);
    }
  });

  it('takes every parameter once', async () => {
    for (const url of [
      '/api/account/checkActiveAccount?email=a@example.com&email=b@example.com',
      '/api/account/checkActiveAccount?email[]=a@example.com',
      '/api/storage/downloadFile?fileName=a&fileName=b',
      '/api/user/language?language=en&language=de',
      '/api/account/activate?token=a&token=b',
    ]) {
      const method = url.includes('language') ? 'patch' : 'get';
      expect((await send(method, url)).status, url).toBe(400);
    }
    expect(app.mails).toEqual([]);
  });
});

describe('an address in our logs', () => {
  it('has no code of a document, and an end', async () => {
    const code = `${accountId}-7h3k9qxa2mvb4tncwe8rfy501j`;
    for (const path of [`/v/${code}`, `/V/${code.toUpperCase()}`, `/junk/${'x'.repeat(10_000)}`])
      expect((await send('get', `${path}?lang=en`)).status).toBe(404);
    const logged = app.logs.join();
    expect(logged).toContain('"path":"/v/…"');
    expect(logged.toLowerCase()).not.toContain('7h3k9qxa');
    expect(logged).toContain(`"path":"/junk/${'x'.repeat(194)}…"`);
    expect(logged).not.toContain('x'.repeat(195));
  });
});

describe('headers', () => {
  it('allow compressed answers of a kilobyte or more', async () => {
    const encodingOf = async (path: string) => {
      const answer = await fetch(`${app.url}${path}`, { headers: { 'Accept-Encoding': 'gzip' } });
      await answer.arrayBuffer();
      return answer.headers.get('content-encoding');
    };
    expect(await encodingOf('/api/openapi.json')).toBe('gzip');
    expect(await encodingOf('/healthz')).toBe(null);
  });

  it('finds its call in capital letters and with a slash behind, too', async () => {
    for (const path of ['/api/customer/findAll', '/API/Customer/FINDALL', '/api/customer/findAll/'])
      expect((await send('get', path)).status).toBe(200);
    for (const path of ['/api/customer', '/api', '/api/nothing/findAll', '/api//customer/findAll']) {
      const { status, data } = await send('get', path);
      expect([status, data.code]).toEqual([404, 'NOT_FOUND']);
    }
  });

  it('must prove that no form of another site sends the request', async () => {
    for (const value of ['', 'fetch']) {
      const { status, data } = await send('get', '/api/customer/findAll', undefined, {
        'X-Requested-With': value,
      });
      expect([status, data.code]).toEqual([403, 'XHR_HEADER_MISSING']);
    }
  });

  it('must not say that another site sends the request', async () => {
    const statuses = ['cross-site', 'same-origin', 'none'].map(async (site) => {
      const { status, data } = await send('get', '/api/customer/findAll', undefined, {
        'Sec-Fetch-Site': site,
      });
      return [status, data.code];
    });
    expect(await Promise.all(statuses)).toEqual([
      [403, 'XHR_HEADER_MISSING'],
      [200, undefined],
      [200, undefined],
    ]);
  });

  it.each([
    ['de-AT,de;q=0.9,en;q=0.8', 'Bitte melden Sie sich an.'],
    ['xx, pl;q=0.5', 'Zaloguj się.'],
    ['', 'Please sign in.'],
    ['*', 'Please sign in.'],
    ['x'.repeat(4000), 'Please sign in.'],
  ])('choose the language of errors: %s', async (language, message) => {
    const { data } = await app.anonymous.http.get('/api/customer/findAll', {
      headers: { 'Accept-Language': language },
      validateStatus: () => true,
    });
    expect(data.message).toBe(message);
  });

  it('of a megabyte do not bring the server down', async () => {
    const status = await fetch(`${app.url}/api/customer/findAll`, {
      headers: { 'X-Long': 'x'.repeat(1_000_000) },
    }).then(
      (answer) => answer.status,
      () => 431,
    );
    expect(status).toBe(431);
    const { Cookie } = { Cookie: `servicebook=${'9'.repeat(4000)}; other=%E0%A4%A; =; ;;` };
    const answer = await app.anonymous.http.get('/api/customer/findAll', {
      headers: { Cookie },
      validateStatus: () => true,
    });
    expect(answer.status).toBe(401);
  });

  it('may name any timezone that browsers know, and the database knows it too', async () => {
    const names = [
      ...Intl.supportedValuesOf('timeZone'),
      'Asia/Kolkata',
      'Europe/Kyiv',
      'Asia/Calcutta',
      'UTC',
      'Etc/GMT+5',
    ];
    for (const name of names) {
      await app.deps.db.global.$queryRaw`SELECT now() AT TIME ZONE ${name}`;
    }
    const checkAuth = (Timezone: string) => send('get', '/api/user/check-auth', undefined, { Timezone });
    for (const name of ['Asia/Kolkata', 'Europe/Kyiv', 'Asia/Calcutta']) {
      expect((await checkAuth(name)).data.timezone).toBe(name);
    }
    for (const name of ['Mars/Olympus', '+02:00', '', "'"])
      expect((await checkAuth(name)).data.timezone).toBe('UTC');
    const search = { dateFrom: '2026-01-01', dateTo: '2026-02-01' };
    expect((await send('post', '/api/service/search', search, { Timezone: '-12:00' })).status).toBe(200);
  });
});
