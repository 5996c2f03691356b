/** Every endpoint, including future ones: roles, other accounts' data, and invalid input. */
import { contracts } from '@servicebook/shared';
import { may, type Role } from '@servicebook/shared/access';
import { signedInAs, signedInAsHeader } from '@servicebook/shared/call-headers';
import { type Contract, type Endpoint, fillPath } from '@servicebook/shared/contract';
import { isAxiosError } from 'axios';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hashToken, newToken } from '../platform/token.ts';
import { type Api, refusal, useTestApp } from './app.ts';
import { buildAdmin, buildCustomerSession } from './builders.ts';
import { signProtocol } from './protocols.ts';
import { buildWorld, customerEmail, filtering, type Ids, samples, type World } from './sweep-samples.ts';

const app = useTestApp();
/** Ids of one account that no other account may reach. */
let foreign: World;
/** For calls that are refused: each test proves that it has changed nothing here. */
let own: World;
let unpaid: Api;
/** Signed in with a mailed password, and has not chosen another yet. */
let undecided: Api;
/** An admin of a closed account. */
let leaving: World;
let untouched: Record<string, string>;
/** Of a customer of `own`, who is signed in to their page. */
let customersToken: string;
let customersCookie: string;
beforeAll(async () => {
  foreign = await buildWorld(app);
  own = await buildWorld(app);
  unpaid = await app.as(await buildAdmin(app, { accountId: own.accountId, planExpired: null }));
  const newcomer = await buildAdmin(app);
  undecided = await app.as(newcomer);
  await mustChoosePassword(newcomer.accountId);
  leaving = await buildWorld(app);
  await leaving.admin.closure.giveNotice({ body: { endsOn: null } });
  customersToken = newToken(own.accountId);
  const customer = { accountId: own.accountId, customerId: own.ids.customer };
  const { token: code } = await app.deps.db.of(own).customerPage.findFirstOrThrow();
  await buildCustomerSession(app, customer, { email: customerEmail, tokenHash: hashToken(customersToken) });
  customersCookie = `servicebook-my-${code}=${customersToken}`;
  untouched = await rowsOf(foreign, own);
});

const endpoints = Object.entries(contracts).flatMap(([feature, contract]) =>
  Object.entries(contract as Contract).map(([name, endpoint]) => ({
    title: `${feature}.${name}`,
    feature,
    name,
    endpoint,
  })),
);
const guarded = endpoints.filter(({ endpoint }) => endpoint.access !== 'public');

type Sample = (ids: Ids, role: Role) => Record<string, unknown>;
const sampleOf = (feature: string, name: string) => {
  const sample = (samples as unknown as Record<string, Record<string, Sample>>)[feature]?.[name];
  if (!sample) throw new Error(`${feature}.${name} needs a sample request in sweep-samples.ts`);
  return (ids: Ids, role: Role = 'ROLE_ADMIN') => sample(ids, role);
};

/** Something of the right form for every place in a path. */
const placeholders = new Proxy<Record<string, unknown>>(
  {
    type: 'MACHINE_FILE',
    entity: 'device',
    scope: 'all',
    kind: 'machines',
    which: 'all',
    format: 'csv',
    sha256: '0'.repeat(64),
  },
  { get: (known, name: string) => known[name] ?? 1 },
);

const callOf = (api: Api, feature: string, name: string) =>
  (api as unknown as Record<string, Record<string, (request: object) => Promise<unknown>>>)[feature]?.[
    name
  ] as (request: object) => Promise<unknown>;

async function statusOf(call: Promise<unknown>): Promise<number> {
  try {
    await call;
    return 200;
  } catch (error) {
    if (isAxiosError(error) && error.response) return error.response.status;
    throw error;
  }
}

/** Everything these accounts own: the rows of each table as text. */
async function rowsOf(...owners: { accountId: number }[]): Promise<Record<string, string>> {
  const { global } = app.deps.db;
  const tables = await global.$queryRaw<{ name: string }[]>`
    SELECT table_name AS name FROM information_schema.columns
     WHERE table_schema = 'public' AND column_name = 'account_id' AND table_name <> 'session' ORDER BY 1`;
  const dumps = tables.map(
    ({ name }) =>
      `SELECT '${name}' AS name, json_agg(t ORDER BY t::text)::text AS rows FROM "${name}" t WHERE account_id = ANY ($1)`,
  );
  const owned = owners.map(({ accountId }) => accountId);
  const found = await global.$queryRawUnsafe<{ name: string; rows: string }[]>(
    dumps.join(' UNION ALL '),
    owned,
  );
  return Object.fromEntries(found.map(({ name, rows }) => [name, rows]));
}

/** As if every session of the account had been opened with a mailed password. */
const mustChoosePassword = (accountId: number) =>
  app.deps.db.of({ accountId }).session.updateMany({ where: {}, data: { mustChoosePassword: true } });

describe.each(guarded)('$title', ({ feature, name, endpoint }) => {
  it('refuses calls without a session', async () => {
    expect(await statusOf(callOf(app.anonymous, feature, name)(sampleOf(feature, name)(foreign.ids)))).toBe(
      401,
    );
  });

  it('is no entry for a customer who is signed in to their page', async () => {
    const headers = { Cookie: `servicebook=${customersToken}; ${customersCookie}` };
    const api = await app.as({ accountId: own.accountId, id: own.userId }, headers);
    expect(await statusOf(callOf(api, feature, name)(sampleOf(feature, name)(own.ids)))).toBe(401);
  });

  it('serves only the permitted roles', async () => {
    for (const role of ['ROLE_USER', 'ROLE_ADMIN'] as const) {
      const allowed = may([role], endpoint.access as never);
      const changes = allowed && !endpoint.answersHead;
      const world = changes ? await buildWorld(app) : own;
      const api = role === 'ROLE_ADMIN' ? world.admin : world.technician;
      if (endpoint.passwordChoice === 'only') await mustChoosePassword(world.accountId);
      const status = await statusOf(callOf(api, feature, name)(sampleOf(feature, name)(world.ids, role)));
      expect(status, role).toBe(allowed ? 200 : 403);
    }
  });

  it('is closed until a mailed password is replaced, unless its contract says otherwise', async () => {
    if (endpoint.passwordChoice !== 'closed') return;
    const answer = callOf(undecided, feature, name)(sampleOf(feature, name)(foreign.ids));
    expect(await refusal(answer)).toMatchObject({ status: 403, code: 'PASSWORD_CHOICE_REQUIRED' });
  });

  it('is closed until the plan is paid, unless its contract says otherwise', async () => {
    if (endpoint.openToExpired) return;
    expect(await statusOf(callOf(unpaid, feature, name)(sampleOf(feature, name)(own.ids)))).toBe(402);
  });

  it('is closed after the end of the contract, unless its contract says otherwise', async () => {
    const request = sampleOf(feature, name)(leaving.ids);
    expect(await statusOf(callOf(leaving.technician, feature, name)(request))).toBe(401);
    if (endpoint.openToClosed) return;
    const answer = await refusal(callOf(leaving.admin, feature, name)(request));
    expect(answer.status).toBe(423);
    if (endpoint.response !== 'file') expect(answer.code).toBe('ACCOUNT_CLOSED');
  });

  it('does not reach another account through any id', async () => {
    const call = callOf(own.admin, feature, name);
    const sample = sampleOf(feature, name);
    for (const key of Object.keys(own.ids) as (keyof Ids)[]) {
      const request = sample({ ...own.ids, [key]: foreign.ids[key] });
      if (JSON.stringify(request) === JSON.stringify(sample(own.ids))) continue;
      expect([400, 404], key).toContain(await statusOf(call(request)));
    }
    expect(await rowsOf(foreign, own)).toEqual(untouched);
  });

  it('does nothing for a page that was loaded for another user', async () => {
    const colleague = { accountId: own.accountId, userId: own.ids.employee };
    for (const loadedFor of [signedInAs(foreign), signedInAs(colleague), '', 'nonsense']) {
      const page = await app.as(
        { accountId: own.accountId, id: own.userId },
        { [signedInAsHeader]: loadedFor },
      );
      const answer = await refusal(callOf(page, feature, name)(sampleOf(feature, name)(own.ids)));
      expect(answer.status, loadedFor).toBe(409);
      if (endpoint.response !== 'file') expect(answer.code).toBe('SESSION_CHANGED');
    }
    expect(await rowsOf(foreign, own)).toEqual(untouched);
  });

  it('needs the header that protects against forged forms', async () => {
    if (endpoint.plainLink) return;
    const url = fillPath(endpoint.path, placeholders);
    const answer = await own.admin.http.request({
      method: endpoint.method,
      url,
      headers: { 'X-Requested-With': '' },
      validateStatus: () => true,
    });
    expect(answer.status).toBe(endpoint.path.startsWith('/api/') ? 403 : 404);
  });
});

describe.each(endpoints)('$title with invalid input', ({ endpoint }) => {
  const nonsense: unknown[] = [
    null,
    [],
    'text',
    5,
    { id: -1 },
    { id: 2 ** 31 },
    { id: 'x' },
    { name: 'a\u0000b' },
    { text: '\u0000' },
  ];

  // Separate accounts, because these calls may end their session or delete their account.
  let sender: Api;
  beforeEach(async () => {
    const owner = await buildAdmin(app);
    sender = await app.as(owner);
    if (endpoint.passwordChoice === 'only') await mustChoosePassword(owner.accountId);
  });

  const send = async (url: string, body?: unknown, query: Record<string, string> = {}) => {
    const { http } = sender;
    const answer = await http.request({
      method: endpoint.method,
      url,
      params: query,
      data: endpoint.upload ? toForm(endpoint, body) : body === undefined ? undefined : JSON.stringify(body),
      headers: endpoint.upload ? {} : { 'Content-Type': 'application/json' },
      validateStatus: () => true,
    });
    return answer;
  };
  const plain = fillPath(endpoint.path, placeholders);

  it('never causes a server error', async () => {
    for (const id of ['0', '-1', 'abc', '2147483648', '1e3', '%00', '..%2f..', "1'--"]) {
      const answer = await send(endpoint.path.replace(/\{\w+\}/g, id));
      expect(answer.status, id).toBeLessThan(500);
    }
    for (const body of nonsense)
      expect((await send(plain, body)).status, JSON.stringify(body)).toBeLessThan(500);
    expect(
      (await send(plain, {}, { email: '\u0000', token: '\u0000', fileName: '../../etc/passwd' })).status,
    ).toBeLessThan(500);
  });

  it('refuses a field the contract does not name', async () => {
    // Another server's message may gain fields one day; its signature proves the rest.
    if (endpoint.basicAuth || (endpoint.plainLink && endpoint.method === 'post')) return;
    const inQuery = await send(plain, endpoint.upload ? {} : undefined, { surprise: '1' });
    // Mail programs and messengers add fields of their own to a link.
    if (endpoint.response === 'page') return expect(inQuery.status).not.toBe(400);
    expect(inQuery.status).toBe(400);
    if (endpoint.method === 'get' || (endpoint.upload && !endpoint.upload.json)) return;
    const answer = await send(plain, { surprise: 1 });
    expect(answer.status).toBe(400);
    expect(answer.data.fields).toHaveProperty('surprise', 'UNKNOWN_FIELD');
  });
});

describe('HEAD', () => {
  const gets = endpoints.filter(({ endpoint }) => endpoint.method === 'get');

  it.each(gets.filter(({ endpoint }) => !endpoint.answersHead))('never runs $title', async ({ endpoint }) => {
    const { http } = await app.as(await buildAdmin(app));
    const answer = await http.head(fillPath(endpoint.path, placeholders), { validateStatus: () => true });
    expect(answer.status).toBe(405);
    expect(String(answer.headers.allow).split(', ')).toContain('GET');
  });

  // Public pages have no sample; their own tests call them with HEAD.
  it.each(gets.filter(({ endpoint }) => endpoint.answersHead && endpoint.access !== 'public'))(
    'of $title changes nothing',
    async ({ feature, name, endpoint }) => {
      const { params = {}, query } = sampleOf(feature, name)(own.ids) as Record<
        string,
        Record<string, string>
      >;
      const answer = await own.admin.http.head(fillPath(endpoint.path, params), { params: query });
      expect(answer.status).toBe(200);
      expect(await rowsOf(foreign, own)).toEqual(untouched);
    },
  );
});

function toForm(endpoint: Endpoint, body: unknown): FormData {
  const form = new FormData();
  if (endpoint.upload?.json) form.append(endpoint.upload.json, JSON.stringify(body ?? null));
  form.append(endpoint.upload?.file ?? '', new Blob(['M0 0 L95 5']), 'a.txt');
  return form;
}

it.each(filtering)('$name returns nothing for another account’s id', async ({ name, request }) => {
  const [feature = '', call = ''] = name.split('.');
  const answer = (await callOf(own.admin, feature, call)(request(foreign.ids, 'ROLE_ADMIN'))) as
    | { content?: unknown[] }
    | unknown[];
  expect(Array.isArray(answer) ? answer : answer.content).toEqual([]);
});

describe('a customer who is signed in to their page', () => {
  const visit = (path: string) => fetch(app.url + path, { headers: { Cookie: customersCookie } });

  it('reaches only their own protocols and machines, through no id and in no search', async () => {
    const { token: code } = await app.deps.db.of(own).customerPage.findFirstOrThrow();
    const { token: foreignCode } = await app.deps.db.of(foreign).customerPage.findFirstOrThrow();
    const { id } = await app.deps.db.of(own).service.findFirstOrThrow({ where: { id: own.ids.service } });
    await signProtocol(own.technician, id);
    const path = `/my/${code}`;
    expect((await visit(`${path}/protocols/${id}`)).status).toBe(200);
    expect(await (await visit(path)).text()).toContain('/sign-out');
    const others = [...Object.values(own.ids), ...Object.values(foreign.ids)].filter((one) => one !== id);
    for (const other of new Set(others))
      expect((await visit(`${path}/protocols/${other}`)).status, String(other)).toBe(404);
    for (const at of [
      `/my/${foreignCode}/protocols/${foreign.ids.service}`,
      `/my/${foreignCode}/protocols/${id}`,
    ])
      expect((await visit(at)).status).toBe(404);
    expect(await (await visit(`/my/${foreignCode}`)).text()).not.toContain('/sign-out');
  });
});
