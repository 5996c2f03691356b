/** Work without a network: kept on the phone, sent once, in order, for its own user. */
import 'fake-indexeddb/auto';
import { createHash } from 'node:crypto';
import { dateIn } from '@servicebook/shared/calendar';
import { deviceContract } from '@servicebook/shared/device';
import { incidentContract } from '@servicebook/shared/incident';
import { noteContract } from '@servicebook/shared/note';
import { pastServiceContract } from '@servicebook/shared/past-service';
import { planningContract } from '@servicebook/shared/planning';
import { serviceContract } from '@servicebook/shared/service';
import { serviceOverviewContract } from '@servicebook/shared/service-overview';
import { serviceSigningContract } from '@servicebook/shared/service-signing';
import { statisticsContract } from '@servicebook/shared/statistics';
import { todoContract } from '@servicebook/shared/todo';
import type { SessionUser } from '@servicebook/shared/user';
import { visitContract } from '@servicebook/shared/visit';
import { renderHook } from '@testing-library/react';
import type { AxiosAdapter } from 'axios';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { keepChoice } from '../../lib/browser-storage.ts';
import { giveLocks, takeLocks } from '../../testing/fake-locks.ts';
import type { FakeRequest } from '../../testing/fake-server.ts';
import type { Entry } from './database.ts';

const { sessionUser } = await import('../../testing/render-app.tsx');

const add = 'POST /api/service/add';
const note = 'POST /api/deviceNote/insert';
const keyOf = (request: FakeRequest | undefined) => request?.headers['Idempotency-Key'];
const jsonOf = (request: FakeRequest | undefined, field = 'serviceJson') =>
  JSON.parse(String((request?.body as FormData | undefined)?.get(field)));

/** One tab of the app: its own modules, the browser's database. */
async function openTab(user: SessionUser = sessionUser()) {
  vi.resetModules();
  const [
    { fakeServer, refusal },
    { apiOf },
    { queryClient },
    { sessionKey },
    unsent,
    outbox,
    sender,
    entries,
  ] = await Promise.all([
    import('../../testing/fake-server.ts'),
    import('../../lib/api-client.ts'),
    import('../../lib/query-client.ts'),
    import('../../lib/session-key.ts'),
    import('../../lib/unsent.ts'),
    import('./outbox.ts'),
    import('./sender.ts'),
    import('./entries.ts'),
  ]);
  const [merge, { joinProtocols }, { joinMachines }] = await Promise.all([
    import('./merge.ts'),
    import('../../features/service/join-protocols.ts'),
    import('../../features/device/join-machines.ts'),
  ]);
  const told = vi.fn();
  merge.setJoin(
    {
      protocol: async (versions, timezone, isTheirs) => joinProtocols(versions, timezone, isTheirs),
      machine: async (versions, _, isTheirs) => joinMachines(versions, isTheirs),
    },
    told,
  );
  queryClient.setQueryData(sessionKey, user);
  unsent.setUnsentCode(async () => outbox.unsent);
  return {
    fakeServer,
    refusal,
    user,
    signIn: (other: SessionUser) => queryClient.setQueryData(sessionKey, other),
    notes: apiOf(noteContract),
    services: apiOf(serviceContract),
    signing: apiOf(serviceSigningContract),
    lists: {
      services: apiOf(serviceOverviewContract),
      history: apiOf(pastServiceContract),
      events: apiOf(incidentContract),
      machines: apiOf(deviceContract),
      home: apiOf(statisticsContract),
      days: apiOf(planningContract),
      visits: apiOf(visitContract),
      todos: apiOf(todoContract),
    },
    send: () => sender.sendAll(user),
    keepSending: () => sender.keepSending(user),
    /** Puts an entry and its record back as an earlier version had left them. */
    putBack: async ({ seq, owner, answer }: Entry, group: string, path: string) => {
      await entries.changeEntry(seq, (now) => ({ ...now, group }));
      await entries.keepOverlay(owner, group, path, answer);
    },
    /** The protocol as its screens have it. */
    shown: (id: number) => queryClient.getQueryData(['service', 'one', id]),
    waiting: () => entries.listEntries(`${user.account.id}:${user.id}`),
    discard: entries.discardEntry,
    retry: entries.retryEntry,
    saveAsNew: entries.saveAsNew,
    told,
    /** Its user takes the other value of everything that both changed. */
    takeTheirs: async (entry: Entry) => {
      const versions = merge.versionsOf(entry);
      if (!versions) throw new Error('There is nothing to choose');
      const { content } =
        entry.label.kind === 'machine'
          ? joinMachines(versions, () => true)
          : joinProtocols(versions, user.timezone, () => true);
      await merge.writeOver(entry, versions, content, user);
    },
    count: () => entries.noteWaiting(`${user.account.id}:${user.id}`),
    counted: () => unsent.unsentOf(user),
    waits: (protocol: number) => renderHook(() => unsent.useWaits(user)).result.current(protocol),
  };
}
type Tab = Awaited<ReturnType<typeof openTab>>;

const lose = () => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
const find = () => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);

async function signWith(tab: Tab, id: number, confirmed: { date?: string } = {}) {
  const { hashContent } = await import('../../lib/read-content.ts');
  const signedSha256 = (await hashContent('{"read":true}')) ?? '';
  const answer = await tab.services.sign({
    params: { id },
    body: {
      signerName: 'Jan Kowal',
      signerRole: 'Foreman',
      strokes: [],
      signedAt: '2026-11-22T10:00:00.000Z',
      performedBy: { id: 1 },
      ...confirmed,
      signedSha256,
    },
    file: new Blob(['M0 0L9 9'], { type: 'text/plain' }),
    fileName: 'signature.txt',
    idempotencyKey: crypto.randomUUID(),
  });
  return { answer, signedSha256 };
}

let addresses = 0;
beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  Object.assign(URL, { createObjectURL: () => `blob:${++addresses}` });
  giveLocks();
});
afterEach(() => {
  takeLocks();
  Reflect.deleteProperty(navigator, 'storage');
  vi.unstubAllGlobals();
});

const customer = { id: 7, shortName: 'Mill', fullName: 'Mill Ltd' };
const device = { id: 5, name: 'Press', serialNumber: 'HP-1' };
/** What the phone answers from its stored records. */
const stored = {
  'GET /api/customer/findById/7': { body: customer },
  'GET /api/device/findById/5': { body: device },
  'GET /api/user/findAllFlatRoles': { body: [{ id: 1, firstName: 'Anna', lastName: 'Nowak', position: '' }] },
};
const input = (faultDescription: string, more: object = {}) => ({
  id: null,
  date: '2026-11-22T09:00:00.000Z',
  type: ['REPAIR' as const],
  customer: { id: 7 },
  devices: [{ id: 5 }],
  faultDescription,
  ...more,
});
const protocol = (id: number, revision: number) => {
  const customer = { shortName: 'Mill' };
  return { id, revision, state: 'NEW', fileDtos: [], customer };
};
/** The calls that change something. A note is named after its machine, which is looked up. */
const writesTo = (server: { requests: FakeRequest[] }) =>
  server.requests.filter(({ call }) => !call.startsWith('GET'));
const writeNote = ({ notes }: Tab, text = 'Oil leaks', idempotencyKey = crypto.randomUUID()) =>
  notes.insert({ body: { text, device: { id: 5 } }, idempotencyKey });

const addOffline = async (tab: Tab) => {
  const { id } = await tab.services.add({ body: input('Noise'), idempotencyKey: crypto.randomUUID() });
  return id;
};
const photo = () => new File(['picture'], 'leak.jpg', { type: 'image/jpeg' });

describe('Work without a network', () => {
  it('is kept with its time, and sent once when there is one', async () => {
    const tab = await openTab();
    const server = tab.fakeServer({ [note]: { body: { id: 3 } } });
    lose();
    const key = crypto.randomUUID();
    const shown = await writeNote(tab, 'Oil leaks', key);
    expect(shown).toMatchObject({ text: 'Oil leaks', device: { id: 5 } });
    expect(shown.id).toBeLessThan(0);
    expect(writesTo(server)).toEqual([]);
    // Its list shows it.
    server.handlers['GET /api/deviceNote/findByIdDevice/5'] = { body: [] };
    expect(await tab.notes.findByDevice({ params: { deviceId: '5' } })).toEqual([shown]);
    server.requests.length = 0;

    find();
    await tab.send();
    await tab.send();
    expect(writesTo(server)).toHaveLength(1);
    expect(keyOf(writesTo(server)[0])).toBe(key);
    expect(writesTo(server)[0]?.headers['Device-Time']).toEqual(expect.any(String));
    expect(writesTo(server)[0]?.headers['Written-At']).toEqual(expect.any(String));
    expect(await tab.waiting()).toEqual([]);
  });

  it('shows the time of the server, also under a clock that is wrong', async () => {
    const ahead = 90 * 24 * 3_600_000;
    const now = Date.now();
    keepChoice('heard', { at: now - ahead, ahead });
    const tab = await openTab();
    tab.fakeServer({ [note]: { body: { id: 3 } } });
    lose();
    const { updatedAt } = await writeNote(tab);
    const [entry] = await tab.waiting();
    // For the server, which compares it with the clock that it sees when it is sent.
    expect(Date.parse(entry?.writtenAt ?? '')).toBeGreaterThanOrEqual(now);
    for (const shown of [updatedAt, entry?.createdAt ?? '']) expect(Date.parse(shown)).toBeLessThan(now);
  });

  it('is noted for the stored data before it is forgotten here', async () => {
    const tab = await openTab();
    tab.fakeServer({ [note]: { body: { id: 3, text: 'Oil leaks' } } });
    const { setPhoneCode } = await import('../../lib/phone.ts');
    const noted: unknown[] = [];
    setPhoneCode(async () => ({
      answer: async () => null,
      note: async ({ path }, answer) => {
        noted.push([path, answer, (await tab.waiting()).length]);
      },
      remember: async () => {},
      erase: async () => {},
      isTooLongAway: async () => false,
    }));
    lose();
    await writeNote(tab);
    find();
    await tab.send();
    expect(noted).toEqual([['/api/deviceNote/insert', { id: 3, text: 'Oil leaks' }, 1]]);
    expect(await tab.waiting()).toEqual([]);
  });

  it('stays if a proxy answers with a page of its own', async () => {
    const tab = await openTab();
    tab.fakeServer({ [note]: { body: '<html>Sign in to this network</html>' } });
    lose();
    await writeNote(tab);
    find();
    await tab.send();
    expect(await tab.waiting()).toHaveLength(1);
  });

  it('is found at the next start, although the browser has lost how much there is', async () => {
    const tab = await openTab();
    lose();
    await writeNote(tab);
    expect(tab.counted()).toBe(1);
    localStorage.clear();
    const next = await openTab();
    expect(next.counted()).toBeUndefined();
    await next.count();
    expect(next.counted()).toBe(1);
  });

  it('that the browser has removed is missed; what was sent is not', async () => {
    const tab = await openTab();
    tab.fakeServer({ [note]: { body: { id: 3 } } });
    lose();
    await writeNote(tab);
    find();
    await tab.send();
    const gone = () => JSON.parse(localStorage.getItem('servicebook.vanished') ?? '{}')['1:1'] ?? 0;
    expect([tab.counted(), gone()]).toEqual([0, 0]);
    lose();
    await writeNote(tab);
    await writeNote(tab);
    vi.stubGlobal('indexedDB', new IDBFactory());
    const next = await openTab();
    await next.count();
    expect(gone()).toBe(2);
    // Once, and not again with what is written from now on.
    await writeNote(next);
    await next.count();
    expect([next.counted(), gone()]).toEqual([1, 2]);
  });

  it('is not looked for with every call where there never was any', async () => {
    const tab = await openTab();
    await tab.count();
    expect(tab.counted()).toBeUndefined();
  });

  it('is named after its machine', async () => {
    const tab = await openTab();
    tab.fakeServer(stored);
    lose();
    await writeNote(tab);
    expect(await tab.waiting()).toMatchObject([{ label: { name: 'Press (HP-1): Oil leaks' } }]);
  });

  it('is taken over when the server does not answer, and sent again with the same key', async () => {
    const tab = await openTab();
    const server = tab.fakeServer({ [note]: 'no connection' });
    const key = crypto.randomUUID();
    expect(await writeNote(tab, 'Oil leaks', key)).toMatchObject({ text: 'Oil leaks' });
    await tab.send();
    server.handlers[note] = { body: { id: 3 } };
    await tab.send();
    expect(writesTo(server).map(keyOf)).toEqual([key, key, key]);
    expect(await tab.waiting()).toEqual([]);
  });

  it('has a key from its first call on, also if its screen gave it none', async () => {
    const tab = await openTab();
    const { visits, todos } = tab.lists;
    const steps = ['POST /api/visit/step', 'PATCH /api/visit/check', 'PATCH /api/todo/status'] as const;
    const visit = { id: 8, state: 'PLANNED', customer, checklist: [{ name: 'Oil', done: false }] };
    const server = tab.fakeServer({
      'GET /api/visit/findById/8': { body: visit },
      'GET /api/todo/findById/9': { body: { id: 9, description: 'Order seals', assignee: null } },
      ...Object.fromEntries(steps.map((step) => [step, 'no connection'])),
    });
    await visits.step({ body: { id: 8, step: 'START' } });
    await visits.check({ body: { id: 8, position: 0, name: 'Oil', done: true } });
    await todos.setStatus({ body: { id: 9, toDoStatus: 'DONE' } });
    for (const step of steps) server.handlers[step] = { body: { id: 8, revision: 2 } };
    await tab.send();
    for (const step of steps) {
      const keys = server.requests.filter(({ call }) => call === step).map(keyOf);
      expect({ step, keys: new Set(keys).size, first: keys[0] }).toEqual({
        ...{ step, keys: 1, first: expect.any(String) },
      });
    }
    expect(await tab.waiting()).toEqual([]);
  });

  it('is taken over when the database of the server is away, and waits until it is back', async () => {
    const tab = await openTab();
    const server = tab.fakeServer({ [note]: tab.refusal(503, 'UNAVAILABLE') });
    expect(await writeNote(tab)).toMatchObject({ text: 'Oil leaks' });
    await tab.send();
    expect(await tab.waiting()).toMatchObject([{ refusal: null }]);
    server.handlers[note] = { body: { id: 3 } };
    await tab.send();
    expect(await tab.waiting()).toEqual([]);
  });

  it('is done if the server carried it out long ago', async () => {
    const tab = await openTab();
    tab.fakeServer({
      [note]: { status: 409, body: { code: 'ALREADY_DONE', message: '', recordId: 3 } },
    });
    lose();
    await writeNote(tab);
    find();
    await tab.send();
    expect(await tab.waiting()).toEqual([]);
  });

  it('survives the page, and two tabs send it once', async () => {
    const first = await openTab();
    lose();
    const server = first.fakeServer({ [note]: { body: { id: 3 } } });
    await writeNote(first);
    const second = await openTab();
    const other = second.fakeServer({ [note]: { body: { id: 3 } } });
    find();
    await Promise.all([first.send(), second.send()]);
    expect([...writesTo(server), ...writesTo(other)]).toHaveLength(1);
    expect(await first.waiting()).toEqual([]);
  });

  it('is never sent by another user', async () => {
    const tab = await openTab();
    const server = tab.fakeServer({ [note]: { body: { id: 3 } } });
    lose();
    await writeNote(tab);
    find();
    tab.signIn({ ...sessionUser(), id: 99 });
    await tab.send();
    const other = await openTab({ ...sessionUser(), id: 99 });
    const otherServer = other.fakeServer({ [note]: { body: { id: 3 } } });
    await other.send();
    expect([...writesTo(server), ...writesTo(otherServer)]).toEqual([]);
    expect(await tab.waiting()).toHaveLength(1);
  });

  it('waits while its user is signed out', async () => {
    const tab = await openTab();
    const server = tab.fakeServer({ [note]: tab.refusal(401, 'NOT_SIGNED_IN') });
    lose();
    await writeNote(tab, 'One');
    await writeNote(tab, 'Two');
    find();
    await tab.send();
    expect(writesTo(server)).toHaveLength(1);
    expect(await tab.waiting()).toMatchObject([{ refusal: null }, { refusal: null }]);
  });

  it('that is refused waits for its user, and stops nothing else', async () => {
    const tab = await openTab();
    const server = tab.fakeServer({
      [note]: ({ body }) =>
        (body as { text: string }).text === 'One' ? tab.refusal(404, 'NOT_FOUND') : { body: { id: 3 } },
    });
    lose();
    await writeNote(tab, 'One');
    await writeNote(tab, 'Two');
    find();
    await tab.send();
    await tab.send();
    expect(writesTo(server)).toHaveLength(2);
    const left = await tab.waiting();
    expect(left).toMatchObject([{ refusal: { code: 'NOT_FOUND' }, label: { name: 'One' } }]);
    if (left[0]) await tab.discard(left[0]);
    expect(await tab.waiting()).toEqual([]);
  });

  it('is sent again at once beside what was refused, once the server answers', async () => {
    const tab = await openTab();
    let isSilent = false;
    tab.fakeServer({
      [note]: ({ body }) => {
        if ((body as { text: string }).text === 'One') return tab.refusal(404, 'NOT_FOUND');
        if (!isSilent) return { body: { id: 3 } };
        isSilent = false;
        return 'no connection';
      },
    });
    onTestFinished(tab.keepSending());
    lose();
    await writeNote(tab, 'One');
    find();
    await tab.send();
    isSilent = true;
    await writeNote(tab, 'Two');
    await vi.waitFor(async () => expect(await tab.waiting()).toMatchObject([{ label: { name: 'One' } }]));
  });
});

describe('A protocol that the server does not know', () => {
  it('is one entry however often it is saved', async () => {
    const tab = await openTab();
    const server = tab.fakeServer({ ...stored, [add]: { body: protocol(31, 1) } });
    lose();
    const id = await addOffline(tab);
    expect(id).toBeLessThan(0);
    const changed = await tab.services.add({
      body: input('Noise and smoke', { id }),
      idempotencyKey: crypto.randomUUID(),
    });
    expect(changed).toMatchObject({ id, faultDescription: 'Noise and smoke' });
    expect(await tab.services.findById({ params: { id } })).toEqual(changed);
    expect(await tab.waiting()).toHaveLength(1);
    find();
    await tab.send();
    const sent = server.requests.filter(({ call }) => call === add);
    expect(sent.map((request) => jsonOf(request))).toMatchObject([
      { id: null, faultDescription: 'Noise and smoke' },
    ]);
  });

  it('is never changed once it may have arrived', async () => {
    const tab = await openTab();
    const server = tab.fakeServer({ ...stored, [add]: 'no connection' });
    const key = crypto.randomUUID();
    const { id } = await tab.services.add({ body: input('Leaks'), idempotencyKey: key });
    await tab.services.add({ body: input('Leaks oil', { id }), idempotencyKey: crypto.randomUUID() });
    expect((await tab.waiting()).map(({ body }) => body)).toMatchObject([
      { faultDescription: 'Leaks' },
      { faultDescription: 'Leaks oil' },
    ]);
    await tab.send();
    server.requests.length = 0;
    server.handlers[add] = { body: protocol(3, 1) };
    await tab.send();
    expect(keyOf(server.requests[0])).toBe(key);
    expect(server.requests.map((request) => jsonOf(request).id)).toEqual([null, 3]);
  });

  it('is sent again if the answer names no record', async () => {
    const tab = await openTab();
    const server = tab.fakeServer({ ...stored, [add]: { body: '' } });
    lose();
    await addOffline(tab);
    find();
    await tab.send();
    expect(await tab.waiting()).toMatchObject([{ refusal: null }]);
    server.handlers[add] = { body: protocol(31, 1) };
    await tab.send();
    expect(await tab.waiting()).toEqual([]);
    const sent = server.requests.filter(({ call }) => call === add);
    expect(sent).toHaveLength(2);
    expect(keyOf(sent[1])).toBe(keyOf(sent[0]));
  });

  it('gets the server’s id in everything that follows, in order, also for a screen that is still open', async () => {
    const tab = await openTab();
    const attach = 'PATCH /api/service/addFile/31';
    const server = tab.fakeServer({
      ...stored,
      [add]: 'no connection',
      [attach]: { body: protocol(31, 2) },
      'GET /api/service/findById/31': { body: protocol(31, 3) },
    });
    lose();
    const id = await addOffline(tab);
    await tab.services.addFile({ params: { serviceId: id }, query: { print: 'true' }, file: photo() });
    expect(await tab.waiting()).toMatchObject([
      { label: { kind: 'protocol' } },
      { label: { kind: 'photo' } },
    ]);

    find();
    // The answer is lost; what the user types on is another call, behind the first.
    await tab.send();
    await tab.services.add({ body: input('Noise and smoke', { id, revision: 1 }) });
    expect(await tab.waiting()).toHaveLength(3);
    server.handlers[add] = (request) => ({ body: protocol(31, jsonOf(request).id === null ? 7 : 8) });
    await tab.send();
    await vi.waitFor(async () => expect(await tab.waiting()).toEqual([]), { timeout: 15_000 });
    const sent = server.requests.filter(({ call }) => call === add || call === attach);
    const [lost, ...rest] = sent;
    expect(rest.map(({ call }) => call).slice(-3)).toEqual([add, attach, add]);
    expect(new Set(sent.slice(0, -2).map(keyOf))).toEqual(new Set([keyOf(lost)]));
    // Of the protocol itself: the answer to a file may contain a change of somebody else.
    expect(jsonOf(sent.at(-1))).toMatchObject({ id: 31, revision: 7, faultDescription: 'Noise and smoke' });
    expect(server.sentTo(attach)).toHaveLength(1);
    expect(await tab.services.findById({ params: { id } })).toMatchObject({ id: 31 });
  });

  it('that is refused holds back what follows, until it is corrected', async () => {
    const tab = await openTab();
    const server = tab.fakeServer({
      ...stored,
      [add]: tab.refusal(403, 'NO_PERMISSION'),
      'PATCH /api/service/addFile/31': { body: protocol(31, 2) },
    });
    lose();
    const id = await addOffline(tab);
    await tab.services.addFile({ params: { serviceId: id }, file: photo() });
    find();
    await tab.send();
    expect(await tab.waiting()).toMatchObject([{ refusal: { code: 'NO_PERMISSION' } }, { refusal: null }]);

    lose();
    server.handlers[add] = { body: protocol(31, 1) };
    await tab.services.add({ body: input('Corrected', { id }) });
    expect(await tab.waiting()).toMatchObject([{ refusal: null, attempts: 0 }, { attempts: 0 }]);
    find();
    await tab.send();
    expect(await tab.waiting()).toEqual([]);
  });
});

describe('A protocol that others have changed meanwhile', () => {
  const find31 = 'GET /api/service/findById/31';
  const author = { id: 1, firstName: 'Anna', lastName: 'Nowak' };
  const before = {
    ...{ id: 31, date: '2026-11-22T09:00:00.000Z', number: 4, numberExtension: '', month: 11, year: 2026 },
    ...{ fullNumber: '4', devices: [device], type: ['REPAIR' as const], paymentType: 'PAID' as const },
    ...{ faultDescription: 'Noise', period: -1, user: author, alsoPerformedBy: [], userCreated: author },
    ...{
      state: 'NEW',
      fileDtos: [],
      customer,
      isToSign: false,
      actions: [],
      remarks: '',
      recommendations: '',
    },
    ...{ workMinutes: null, travelMinutes: null, kilometres: null, results: [], partsUsed: [], version: 0 },
    ...{ signature: null, signRequest: null, withdrawn: null, revision: 4, todo: null, visitId: null },
  };
  const save = (tab: Tab, more: object) =>
    tab.services.add({ body: input('Noise', { id: 31, revision: 4, ...more }) });
  /** Written without a network, while the server's record became another. */
  async function writeBehind(theirs: object, mine: object = { remarks: 'Oil changed' }) {
    const tab = await openTab();
    const server = tab.fakeServer({ ...stored, [find31]: { body: before } });
    lose();
    const { revision } = await save(tab, mine);
    const now = { ...before, revision: 5, ...theirs };
    server.handlers[find31] = { body: now };
    server.handlers[add] = (request) =>
      jsonOf(request).revision === now.revision
        ? { body: { ...now, revision: now.revision + 1 } }
        : tab.refusal(409, 'SERVICE_CHANGED');
    return { tab, server, revision };
  }
  const sentIn = (server: Awaited<ReturnType<typeof writeBehind>>['server']) =>
    server.requests.filter(({ call }) => call === add);

  it('is joined with them if they changed something else, and its author is told', async () => {
    const { tab, server } = await writeBehind({ workMinutes: 90 });
    find();
    await tab.send();
    expect(await tab.waiting()).toEqual([]);
    const [refused, joined] = sentIn(server);
    expect(jsonOf(joined)).toMatchObject({ id: 31, revision: 5, remarks: 'Oil changed', workMinutes: 90 });
    expect(keyOf(joined)).not.toBe(keyOf(refused));
    expect(tab.told).toHaveBeenCalledTimes(1);
  });

  it('keeps what others have stored when a form saves that has not seen it', async () => {
    const { tab, server, revision } = await writeBehind({ remarks: 'Belt worn', workMinutes: 90 });
    find();
    await tab.send();
    const [entry] = await tab.waiting();
    lose();
    await tab.takeTheirs(entry as Entry);
    await save(tab, { revision, remarks: 'Oil changed', recommendations: 'New belt' });
    find();
    await tab.send();
    const [, chosen, last] = sentIn(server);
    expect(jsonOf(chosen)).toMatchObject({ revision: 5, remarks: 'Belt worn', workMinutes: 90 });
    expect(jsonOf(last)).not.toMatchObject({ workMinutes: null });
  });

  it('is refused for a form that began before another one saved it here, and then has both changes', async () => {
    const tab = await openTab();
    const server = tab.fakeServer({ ...stored, [find31]: { body: before } });
    lose();
    const idempotencyKey = crypto.randomUUID();
    const body = input('Noise', { id: 31, revision: 4, remarks: 'Oil changed' });
    const first = await tab.services.add({ body, idempotencyKey });
    // A call that comes again is the same one.
    expect(await tab.services.add({ body, idempotencyKey })).toMatchObject({ revision: first.revision });
    await expect(save(tab, { kilometres: 12 })).rejects.toMatchObject({
      status: 409,
      code: 'SERVICE_CHANGED',
    });
    const newest = await tab.services.findById({ params: { id: 31 } });
    expect(newest).toMatchObject({ remarks: 'Oil changed', revision: first.revision });
    await save(tab, { revision: newest.revision, remarks: newest.remarks, kilometres: 12 });
    server.handlers[add] = { body: { ...before, revision: 5 } };
    find();
    await tab.send();
    expect(sentIn(server).map((request) => jsonOf(request))).toMatchObject([
      { revision: 4, remarks: 'Oil changed', kilometres: 12 },
    ]);
    // A form that is still open after that.
    await save(tab, { revision: newest.revision });
    expect(jsonOf(sentIn(server).at(-1))).toMatchObject({ revision: 4 });
  });

  it('is joined again for what was written after it', async () => {
    const { tab, server, revision } = await writeBehind({ workMinutes: 90 });
    // The first one is on its way and can no longer be changed.
    server.handlers[add] = 'no connection';
    find();
    await tab.send();
    lose();
    await save(tab, { revision, remarks: 'Oil changed', kilometres: 12 });
    expect(await tab.waiting()).toHaveLength(2);
    let now: Record<string, unknown> = { ...before, revision: 5, workMinutes: 90 };
    server.handlers[find31] = () => ({ body: now });
    server.handlers[add] = (request) => {
      const { todo: _, ...given } = jsonOf(request);
      if (given.revision !== now.revision) return tab.refusal(409, 'SERVICE_CHANGED');
      now = { ...now, ...given, revision: given.revision + 1 };
      return { body: now };
    };
    find();
    await tab.send();
    expect(await tab.waiting()).toEqual([]);
    expect(now).toMatchObject({ remarks: 'Oil changed', kilometres: 12, workMinutes: 90 });
  });

  it('waits for a choice if both changed the same, and is sent with it', async () => {
    const { tab, server } = await writeBehind({ remarks: 'Belt worn', workMinutes: 90 });
    find();
    await tab.send();
    const [entry] = await tab.waiting();
    expect(entry).toMatchObject({ refusal: { code: 'CONFLICT' }, answer: { remarks: 'Oil changed' } });
    if (entry) await tab.takeTheirs(entry);
    await tab.send();
    expect(await tab.waiting()).toEqual([]);
    expect(jsonOf(sentIn(server).at(-1))).toMatchObject({ remarks: 'Belt worn', workMinutes: 90 });
  });

  it('is kept if it was signed meanwhile, and becomes a new one with its photos', async () => {
    const { tab, server } = await writeBehind({ state: 'SIGNED', version: 1 });
    const file = new File(['picture'], 'leak.jpg', { type: 'image/jpeg' });
    await tab.services.addFile({ params: { serviceId: 31 }, query: { print: 'true' }, file });
    find();
    await tab.send();
    const [entry, photo] = await tab.waiting();
    expect([entry, photo]).toMatchObject([{ refusal: { code: 'SIGNED_MEANWHILE' } }, { refusal: null }]);
    if (entry) await tab.saveAsNew(entry);
    const attach = 'PATCH /api/service/addFile/32';
    server.handlers[add] = { body: protocol(32, 1) };
    server.handlers[attach] = { body: protocol(32, 1) };
    await tab.send();
    expect(await tab.waiting()).toEqual([]);
    expect(jsonOf(sentIn(server).at(-1))).toMatchObject({ id: null, number: 0, remarks: 'Oil changed' });
    expect(server.sentTo(attach)).toHaveLength(1);
  });

  it('keeps what others wrote until the signature behind it, which lists the difference', async () => {
    const { tab, server } = await writeBehind({ remarks: 'Belt worn' });
    const { hashContent } = await import('../../lib/read-content.ts');
    const signedSha256 = (await hashContent('{"read":true}')) ?? '';
    await tab.services.sign({
      params: { id: 31 },
      body: {
        ...{ signerName: 'Jan Kowal', strokes: [], signedAt: '2026-11-22T10:00:00.000Z' },
        ...{ performedBy: { id: 1 }, signedSha256 },
      },
      file: new Blob(['M0 0L9 9'], { type: 'text/plain' }),
      fileName: 'signature.txt',
    });
    server.handlers['POST /api/service/sign/31'] = { body: protocol(31, 7) };
    find();
    await tab.send();
    expect(await tab.waiting()).toEqual([]);
    expect(jsonOf(sentIn(server).at(-1))).toMatchObject({ revision: 5, remarks: 'Belt worn' });
    const signed = server.requests.find(({ call }) => call === 'POST /api/service/sign/31');
    expect(jsonOf(signed, 'signJson')).toMatchObject({ signedContent: '{"read":true}' });
  });
});

it('says so if the phone has no room, and asks the browser to keep what is stored', async () => {
  const tab = await openTab();
  tab.fakeServer({ [note]: 'no connection' });
  const persist = vi.fn(async () => true);
  Object.defineProperty(navigator, 'storage', { configurable: true, value: { persist } });
  const write = () =>
    tab.notes.insert({ body: { text: 'Oil leaks', device: { id: 5 } }, idempotencyKey: crypto.randomUUID() });
  const { readOutbox } = await import('./database.ts');
  await write();
  expect(persist).toHaveBeenCalledTimes(1);
  const full = new DOMException('The disk is full', 'QuotaExceededError');
  vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(() => {
    throw full;
  });
  await expect(write()).rejects.toMatchObject({ code: 'PHONE_FULL' });
  vi.mocked(IDBObjectStore.prototype.add).mockRestore();
  expect(await readOutbox((database) => database.count('entries'))).toBe(1);
});

it('sends a file later that the browser cannot read now; only a removed one is lost', async () => {
  const tab = await openTab();
  const addFile = 'PATCH /api/service/addFile/31';
  tab.fakeServer({
    'GET /api/service/findById/31': { body: protocol(31, 2) },
    [addFile]: { body: protocol(31, 3) },
  });
  lose();
  const file = new File(['picture'], 'leak.jpg', { type: 'image/jpeg' });
  await tab.services.addFile({ params: { serviceId: 31 }, file });
  expect(await tab.waiting()).toMatchObject([{ label: { name: 'Mill: leak.jpg' } }]);
  find();
  const { get } = IDBObjectStore.prototype;
  const busy = vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(function (
    this: IDBObjectStore,
    key: IDBValidKey | IDBKeyRange,
  ) {
    if (this.name === 'files') throw new DOMException('The disk is busy', 'UnknownError');
    return get.call(this, key);
  });
  await tab.send();
  expect(await tab.waiting()).toMatchObject([{ refusal: null }]);
  busy.mockRestore();
  const { readOutbox } = await import('./database.ts');
  await readOutbox((database) => database.clear('files'));
  await tab.send();
  expect(await tab.waiting()).toMatchObject([{ refusal: { code: 'FILE_LOST' } }]);
});

it('shows a photo once that has arrived although its answer was lost', async () => {
  const tab = await openTab();
  const file = new File(['picture'], 'leak.jpg', { type: 'image/jpeg' });
  const sha256 = createHash('sha256').update('picture').digest('hex');
  const addFile = 'PATCH /api/service/addFile/31';
  const photo = { id: 9, filename: 'leak.jpg', size: 5, key: 'k', sha256 };
  const known = { ...protocol(31, 2), fileDtos: [photo] };
  const server = tab.fakeServer({
    [addFile]: 'no connection',
    'GET /api/service/findById/31': { body: known },
  });
  const idempotencyKey = crypto.randomUUID();
  const kept = await tab.services.addFile({ params: { serviceId: 31 }, file, idempotencyKey });
  expect(kept.fileDtos).toEqual([photo]);
  // It is sent again all the same: the phone cannot know that nothing else was lost.
  server.handlers[addFile] = { body: known };
  await tab.send();
  const calls = server.requests.filter(({ call }) => call === addFile);
  expect(calls.map(keyOf)).toEqual([idempotencyKey, idempotencyKey]);
  expect(await tab.waiting()).toEqual([]);
});

describe('The id of the phone', () => {
  it('is renamed wherever a call names it, and nowhere else', async () => {
    const { renamed } = await import('./following.ts');
    const call = {
      path: '/api/service/sign/-3',
      query: { serviceId: '-3', page: '-3' },
      body: { id: -3, period: -3, devices: [{ id: -3 }, { id: 5 }], ids: [-3, 4], sourceServiceId: -3 },
    };
    expect(renamed(call, -3, 31)).toEqual({
      path: '/api/service/sign/31',
      query: { serviceId: '31', page: '-3' },
      body: { id: 31, period: -3, devices: [{ id: 31 }, { id: 5 }], ids: [31, 4], sourceServiceId: 31 },
    });
  });
});

describe('What was never sent', () => {
  const services = async (tab: Tab, faultDescription = 'Noise') =>
    (await tab.services.add({ body: input(faultDescription), idempotencyKey: crypto.randomUUID() })).id;

  it('a photo: is shown by an address of this page, also after a restart', async () => {
    const tab = await openTab();
    tab.fakeServer({ ...stored });
    lose();
    const id = await services(tab);
    const file = new File(['picture'], 'leak.jpg', { type: 'image/jpeg' });
    const { fileDtos } = await tab.services.addFile({ params: { serviceId: id }, file });
    expect(fileDtos).toMatchObject([{ key: `blob:${addresses}` }]);
    const again = await openTab();
    again.fakeServer({ ...stored });
    const next = await again.services.findById({ params: { id } });
    expect(next.fileDtos).toMatchObject([{ key: `blob:${addresses}` }]);
    expect(next.fileDtos[0]?.key).not.toBe(fileDtos[0]?.key);
  });

  it('a note: is changed, and sent as it reads now', async () => {
    const tab = await openTab();
    const server = tab.fakeServer({ ...stored, [note]: { body: { id: 3 } } });
    lose();
    const { id } = await writeNote(tab, 'Oil laeks');
    const [before] = await tab.waiting();
    const body = { id, text: 'Oil leaks', device: { id: 5 } };
    expect(await tab.notes.update({ body })).toMatchObject({ id, text: 'Oil leaks' });
    expect(await tab.waiting()).toMatchObject([
      { answer: { id, text: 'Oil leaks' }, label: { name: before?.label.name.replace('laeks', 'leaks') } },
    ]);
    find();
    await tab.send();
    const sent = writesTo(server);
    expect(sent).toMatchObject([{ call: note, body: { text: 'Oil leaks', device: { id: 5 } } }]);
    expect(keyOf(sent[0])).not.toBe(before?.idempotencyKey);
  });

  it('a note on a machine or a visit: is deleted without the server', async () => {
    const tab = await openTab();
    const server = tab.fakeServer({ ...stored });
    lose();
    const onMachine = await writeNote(tab);
    const onVisit = await tab.lists.visits.addNote({ body: { visit: { id: 9 }, text: 'Key at the gate' } });
    await tab.notes.delete({ params: { id: onMachine.id } });
    expect(await tab.waiting()).toMatchObject([{ label: { kind: 'visitNote' } }]);
    await tab.lists.visits.deleteNote({ params: { id: onVisit.id } });
    expect(await tab.waiting()).toEqual([]);
    expect(writesTo(server)).toEqual([]);
  });

  it('a note: that was refused is sent at once when it is changed', async () => {
    const tab = await openTab();
    const server = tab.fakeServer({ ...stored, [note]: tab.refusal(400, 'VALIDATION_FAILED') });
    onTestFinished(tab.keepSending());
    lose();
    const { id } = await writeNote(tab, 'Oil laeks');
    find();
    await tab.send();
    expect(await tab.waiting()).toMatchObject([{ refusal: { code: 'VALIDATION_FAILED' } }]);
    server.handlers[note] = { body: { id: 3 } };
    await tab.notes.update({ body: { id, text: 'Oil leaks', device: { id: 5 } } });
    await vi.waitFor(async () => expect(await tab.waiting()).toEqual([]));
  });

  it('a note: is neither changed nor deleted once the server may have it', async () => {
    const tab = await openTab();
    tab.fakeServer({ ...stored, [note]: 'no connection' });
    lose();
    const { id } = await writeNote(tab);
    find();
    await tab.send();
    const body = { id, text: 'No oil', device: { id: 5 } };
    await expect(tab.notes.update({ body })).rejects.toMatchObject({ code: 'CONNECTION' });
    await expect(tab.notes.delete({ params: { id } })).rejects.toMatchObject({ code: 'CONNECTION' });
    expect(await tab.waiting()).toMatchObject([{ body: { text: 'Oil leaks' } }]);
  });

  it('a photo: is removed, or printed, without the server', async () => {
    const tab = await openTab();
    const server = tab.fakeServer({ ...stored, [add]: { body: protocol(31, 1) } });
    lose();
    const id = await services(tab);
    const attach = async (name: string) => {
      const file = new File(['picture'], name, { type: 'image/jpeg' });
      const { fileDtos } = await tab.services.addFile({ params: { serviceId: id }, file });
      return fileDtos.at(-1)?.id ?? 0;
    };
    const wrong = await attach('wrong.jpg');
    const right = await attach('right.jpg');
    await tab.services.deleteFile({ params: { fileId: wrong } });
    const printed = await tab.services.printFile({ params: { fileId: right }, body: { print: true } });
    expect(printed.fileDtos).toMatchObject([{ id: right, print: true }]);
    expect(await tab.services.findById({ params: { id } })).toEqual(printed);
    expect(await tab.waiting()).toMatchObject([
      {},
      { file: { name: 'right.jpg' }, query: { print: 'true' } },
    ]);
    expect(server.requests.filter(({ call }) => !call.startsWith('GET'))).toEqual([]);
  });

  it('a protocol: is deleted with what follows it', async () => {
    const tab = await openTab();
    const server = tab.fakeServer(stored);
    lose();
    const id = await services(tab);
    const other = await services(tab, 'Smoke');
    const file = new File(['picture'], 'leak.jpg', { type: 'image/jpeg' });
    await tab.services.addFile({ params: { serviceId: id }, file });
    await tab.services.delete({ params: { id } });
    expect(await tab.waiting()).toMatchObject([{ localId: other }]);
    await expect(tab.services.findById({ params: { id } })).rejects.toMatchObject({ code: 'CONNECTION' });
    expect(server.requests.filter(({ call }) => call.startsWith('DELETE'))).toEqual([]);
  });
});

describe('A change of a machine', () => {
  const update = 'PUT /api/device/update';
  const insert = 'POST /api/incident/insert';
  const find5 = 'GET /api/device/findById/5';
  const category = { id: 2, name: 'Presses' };
  const machine = {
    ...{ ...device, status: 'OK', statusWeight: 4, category, customer, ownNumber: '', revision: 3 },
    ...{ manufacturer: '', model: '', yearBuilt: null, sourcePower: '', transferDate: '2020-01-31' },
    ...{ warranty: '', warrantyLength: null, streetAddress: '', zipCode: '', city: '', country: '' as const },
    inspectionPeriodInMonths: 12,
  };
  type Change = Partial<Parameters<Tab['lists']['machines']['update']>[0]['body']>;
  const change = (tab: Tab, given: Change) => {
    const { statusWeight: _, ...before } = machine;
    const body = { ...before, category: { id: 2 }, customer: { id: 7 }, status: 'OK' as const, ...given };
    return tab.lists.machines.update({ body });
  };
  /** A server that refuses a change of another revision, and gives the machine a fault with an event. @returns what it has */
  function keepMachine(tab: Tab, server: ReturnType<Tab['fakeServer']>, first: Record<string, unknown>) {
    let now = first;
    server.handlers[find5] = () => ({ body: now });
    server.handlers[update] = ({ body }) => {
      const given = body as { revision: number };
      if (given.revision !== now.revision) return tab.refusal(409, 'RECORD_CHANGED');
      now = { ...now, ...given, revision: given.revision + 1 };
      return { body: now };
    };
    server.handlers[insert] = () => {
      now = { ...now, status: 'FAULT', revision: Number(now.revision) + 1 };
      return { body: { id: 9 } };
    };
    return () => now;
  }
  const reportFault = (tab: Tab) =>
    tab.lists.events.insert({
      body: { date: '2026-11-22T09:00:00.000Z', text: 'Leaks', device: { id: 5 }, setsFault: true },
    });
  /** Written without a network, while the server's record became another. */
  async function changeBehind(theirs: object, mine: Change) {
    const tab = await openTab();
    const server = tab.fakeServer({ [find5]: { body: machine } });
    lose();
    await change(tab, mine);
    const stored = keepMachine(tab, server, { ...machine, revision: 4, ...theirs });
    find();
    await tab.send();
    return { tab, server, stored };
  }

  it('is shown at once, as the last of several saves', async () => {
    const tab = await openTab();
    const server = tab.fakeServer({
      [find5]: { body: machine },
      'POST /api/device/search': {
        body: { content: [machine], number: 0, size: 10, totalElements: 1, totalPages: 1 },
      },
      [update]: { body: { ...machine, status: 'BROKEN', revision: 4 } },
    });
    const { machines } = tab.lists;
    lose();
    const { revision } = await change(tab, {});
    const after = await change(tab, { revision, status: 'BROKEN' });
    expect(after).toMatchObject({ status: 'BROKEN', customer, category });
    expect(await machines.findById({ params: { id: 5 } })).toEqual(after);
    expect(await machines.search({ body: {} })).toMatchObject({ content: [{ status: 'BROKEN' }] });
    expect(await machines.search({ body: { statuses: ['OK'] } })).toMatchObject({ totalElements: 0 });
    find();
    await tab.send();
    expect(server.sentTo(update)).toMatchObject([{ status: 'BROKEN', revision: 3 }]);
    expect(await tab.waiting()).toEqual([]);
  });

  it('is refused for a form that has not seen one saved here in another tab', async () => {
    const tab = await openTab();
    const server = tab.fakeServer({
      [find5]: { body: machine },
      [update]: { body: { ...machine, revision: 4 } },
    });
    lose();
    await change(tab, { city: 'Hull' });
    await expect(change(tab, { model: 'X2' })).rejects.toMatchObject({ status: 409, code: 'RECORD_CHANGED' });
    const { revision, city } = await tab.lists.machines.findById({ params: { id: 5 } });
    await change(tab, { revision, city, model: 'X2' });
    find();
    await tab.send();
    expect(server.sentTo(update)).toMatchObject([{ revision: 3, city: 'Hull', model: 'X2' }]);
    // The form is still open, and the server decides.
    await change(tab, { revision });
    expect(server.sentTo(update).at(-1)).toMatchObject({ revision: 3 });
  });

  it('is joined with what others have changed in it, and its author is told', async () => {
    const { tab, server, stored } = await changeBehind({ status: 'FAULT' }, { city: 'Hull' });
    expect(await tab.waiting()).toEqual([]);
    expect(stored()).toMatchObject({ status: 'FAULT', city: 'Hull', revision: 5 });
    const [refused, joined] = server.requests.filter(({ call }) => call === update);
    expect(keyOf(joined)).not.toBe(keyOf(refused));
    expect(tab.told).toHaveBeenCalledTimes(1);
  });

  it('counts it once until its user has chosen between two statuses', async () => {
    const { tab, server, stored } = await changeBehind({ status: 'FAULT' }, { status: 'BROKEN' });
    server.handlers[find5] = { body: { ...stored(), archived: null } };
    expect(await tab.waiting()).toMatchObject([{ refusal: { code: 'CONFLICT' } }]);
    const machines = [
      { status: 'FAULT', count: 1 },
      { status: 'OK', count: 2 },
    ];
    server.handlers['GET /api/statistics/home'] = {
      body: { services: {}, todos: { dueUntil: '2026-11-23' }, machines },
    };
    // As the list of machines has it.
    expect((await tab.lists.home.home()).machines).toEqual([
      { status: 'OK', count: 2 },
      { status: 'BROKEN', count: 1 },
    ]);
  });

  it('is counted with its new status while the server answers, until it is sent', async () => {
    const tab = await openTab();
    const server = tab.fakeServer({ [find5]: { body: { ...machine, archived: null } } });
    server.handlers['GET /api/statistics/home'] = {
      body: { services: {}, todos: { dueUntil: '2026-11-23' }, machines: [{ status: 'OK', count: 3 }] },
    };
    server.handlers['GET /api/device/needingAttention/count'] = { body: 1 };
    lose();
    await change(tab, { status: 'BROKEN' });
    await reportFault(tab);
    find();
    const { home, machines } = tab.lists;
    expect((await home.home()).machines).toEqual([
      { status: 'OK', count: 2 },
      { status: 'FAULT', count: 1 },
    ]);
    expect(await machines.countNeedingAttention({})).toBe(2);
    // The server already has this status.
    server.handlers[find5] = { body: { ...machine, archived: null, status: 'FAULT' } };
    expect((await home.home()).machines).toEqual([{ status: 'OK', count: 3 }]);
    expect(await machines.countNeedingAttention({})).toBe(1);
  });

  it('waits for a choice if both have set another status, and is sent with it', async () => {
    const { tab, stored } = await changeBehind({ status: 'FAULT' }, { status: 'BROKEN', city: 'Hull' });
    const [entry] = await tab.waiting();
    expect(entry).toMatchObject({ refusal: { code: 'CONFLICT' }, answer: { status: 'BROKEN' } });
    expect(stored()).toMatchObject({ status: 'FAULT', city: '' });
    if (entry) await tab.takeTheirs(entry);
    expect((await tab.waiting())[0]?.answer).toMatchObject({
      status: 'FAULT',
      statusWeight: 6,
      city: 'Hull',
    });
    await tab.send();
    expect(await tab.waiting()).toEqual([]);
    expect(stored()).toMatchObject({ status: 'FAULT', city: 'Hull' });
  });

  it('follows a fault that its user entered before it: nobody else has set another status', async () => {
    const tab = await openTab();
    const server = tab.fakeServer({ [find5]: { body: machine } });
    lose();
    await reportFault(tab);
    await change(tab, { status: 'IN_REPAIR' });
    const stored = keepMachine(tab, server, machine);
    const arrives = server.handlers[insert];
    server.handlers[insert] = tab.refusal(500, 'INTERNAL');
    find();
    await tab.send();
    expect(server.sentTo(update)).toEqual([]);
    if (arrives) server.handlers[insert] = arrives;
    await tab.send();
    expect(await tab.waiting()).toEqual([]);
    expect(stored()).toMatchObject({ status: 'IN_REPAIR' });
  });

  it('of other fields leaves the status to a fault that its user entered before it', async () => {
    const tab = await openTab();
    const server = tab.fakeServer({ [find5]: { body: machine } });
    lose();
    await reportFault(tab);
    await change(tab, { city: 'Hull' });
    const stored = keepMachine(tab, server, machine);
    find();
    await tab.send();
    expect(await tab.waiting()).toEqual([]);
    expect(stored()).toMatchObject({ status: 'FAULT', city: 'Hull' });
  });

  it.each([
    ['that has not seen such a fault', 'OK', [{ refusal: { code: 'CONFLICT' } }]],
    ['that shows it', 'FAULT', []],
    ['that was opened after it, and sets another one,', 'IN_REPAIR', []],
  ] as const)('by a form %s does not undo it without a choice', async (_, status, left) => {
    // What is stored is as before the fault; what the phone answers is as after it.
    const machines = new Map([[5, machine]]);
    vi.doMock('../phone.ts', () => ({ readStored: async () => ({ byId: async () => machines }) }));
    onTestFinished(() => void vi.doUnmock('../phone.ts'));
    const tab = await openTab();
    const server = tab.fakeServer({ [find5]: { body: { ...machine, status: 'FAULT' } } });
    lose();
    await reportFault(tab);
    await change(tab, { status, city: 'Hull' });
    const stored = keepMachine(tab, server, machine);
    find();
    await tab.send();
    expect(await tab.waiting()).toMatchObject(left);
    expect(stored()).toMatchObject({ status: left.length > 0 ? 'FAULT' : status });
  });

  it('by a form older than what the phone knew does not undo such a fault without a choice', async () => {
    const tab = await openTab();
    const server = tab.fakeServer({ [find5]: { body: machine } });
    lose();
    await reportFault(tab);
    await change(tab, { revision: 2 });
    const stored = keepMachine(tab, server, machine);
    find();
    await tab.send();
    expect(await tab.waiting()).toMatchObject([{ refusal: { code: 'CONFLICT' } }]);
    expect(stored()).toMatchObject({ status: 'FAULT' });
  });

  it('is sent before a fault that its user entered after it, and another one after that', async () => {
    const tab = await openTab();
    tab.fakeServer({ [find5]: { body: machine } });
    lose();
    const { revision } = await change(tab, { status: 'IN_REPAIR', city: 'Hull' });
    await reportFault(tab);
    await change(tab, { revision, status: 'OK', city: 'Hull' });
    expect((await tab.waiting()).map(({ label, body }) => [label.kind, (body as Change).status])).toEqual([
      ['machine', 'IN_REPAIR'],
      ['event', undefined],
      ['machine', 'OK'],
    ]);
    expect(await tab.lists.machines.findById({ params: { id: 5 } })).toMatchObject({ status: 'OK' });
  });

  it('waits for a choice of all that differs if its form was older than what the phone knows', async () => {
    const { tab } = await changeBehind({ status: 'FAULT', city: 'Hull' }, { revision: 2, status: 'BROKEN' });
    const [entry] = await tab.waiting();
    expect(entry).toMatchObject({ refusal: { code: 'CONFLICT' } });
    const { joinMachines } = await import('../../features/device/join-machines.ts');
    const { versionsOf } = await import('./merge.ts');
    const versions = entry && versionsOf(entry);
    expect(versions && joinMachines(versions, () => false).conflicts).toEqual(['status', 'city']);
  });

  it('waits with its reason if the machine was deleted', async () => {
    const tab = await openTab();
    const server = tab.fakeServer({ [find5]: { body: machine } });
    lose();
    await change(tab, { status: 'BROKEN' });
    server.handlers[find5] = tab.refusal(404, 'NOT_FOUND');
    // It is deleted before the change arrives, or between the refusal and the look at what is stored.
    for (const refused of [tab.refusal(404, 'NOT_FOUND'), tab.refusal(409, 'RECORD_CHANGED')]) {
      server.handlers[update] = refused;
      find();
      await tab.send();
      const [entry] = await tab.waiting();
      expect(entry).toMatchObject({ refusal: { code: 'NOT_FOUND' }, answer: { status: 'BROKEN' } });
      if (entry) await tab.retry(entry.seq);
    }
  });
});

describe('What waits stands in its lists', () => {
  const pageWith = (...content: object[]) => ({
    body: { content, number: 0, size: 10, totalElements: content.length, totalPages: 1 },
  });
  const asked = { text: '', page: 0, size: 10 };

  it('a new protocol: in searches that fit it, in the history of its machine, and in the figures', async () => {
    const tab = await openTab();
    const { services, history, events, machines, home } = tab.lists;
    const counts = { notes: 1, events: 0, protocols: 1 };
    const figures = { unsigned: 4, ownUnsigned: 2, any: true };
    const known = { id: 31, state: 'NEW', fullNumber: '4', number: 4, devices: [device], fileDtos: [] };
    tab.fakeServer({
      ...stored,
      'POST /api/service/search': pageWith(known),
      'POST /api/pastService/history': pageWith({ protocol: known, past: null }),
      'GET /api/incident/findByParameters': { body: [] },
      'GET /api/device/overview/5': {
        body: { counts, lastEvent: null, openVisits: { count: 0, first: [] } },
      },
      'GET /api/statistics/home': {
        body: { machines: [], services: figures, todos: { dueUntil: '2026-11-23' } },
      },
    });
    lose();
    const { id } = await tab.services.add({ body: input('Noise'), idempotencyKey: crypto.randomUUID() });
    await writeNote(tab);
    const event = { date: '2026-11-22T09:00:00.000Z', text: 'Smoke', device: { id: 5 } };
    await events.insert({ body: event });

    const found = (await services.search({ body: { ...asked, states: ['NEW'] } })) as {
      content: { id: number }[];
      totalElements: number;
    };
    expect(found.content.map((row) => row.id)).toEqual([id, 31]);
    expect(found.totalElements).toBe(2);
    const signed = await services.search({ body: { ...asked, states: ['SIGNED'] } });
    expect(signed).toMatchObject({ totalElements: 1 });
    expect(await services.search({ body: { ...asked, text: 'smoke' } })).toMatchObject({ totalElements: 1 });
    expect(await services.search({ body: { ...asked, text: 'noise HP-1' } })).toMatchObject({
      content: [{ id }, { id: 31 }],
    });
    const rows = (deviceId: number) => history.history({ body: { ...asked, deviceId } });
    expect(await rows(5)).toMatchObject({ content: [{ protocol: { id } }, {}], totalElements: 2 });
    expect(await rows(6)).toMatchObject({ totalElements: 1 });
    expect(await events.findByParameters({ query: { deviceId: '5', showService: 'true' } })).toMatchObject([
      { service: { id } },
      { text: 'Smoke', service: null },
    ]);
    const query = { deviceId: '5', showService: 'false' };
    expect(await events.findByParameters({ query: { ...query, text: 'pump' } })).toEqual([]);
    expect(await events.findByParameters({ query: { ...query, dateTo: '2026-11-21' } })).toEqual([]);
    const before = { ...event, text: 'Earlier', date: '2026-11-20T09:00:00.000Z' };
    await events.insert({ body: before });
    expect(await machines.overview({ params: { id: 5 } })).toMatchObject({
      counts: { notes: 2, events: 2, protocols: 2 },
      lastEvent: { text: 'Smoke' },
    });
    expect((await home.home()).services).toEqual({ unsigned: 5, ownUnsigned: 3, any: true });
  });

  it('a changed one in its place, with the number that the server gave it', async () => {
    const tab = await openTab();
    const known = {
      ...{ id: 31, state: 'NEW', alsoPerformedBy: [], fileDtos: [], version: 0, revision: 1 },
      ...{ fullNumber: '4', number: 4, numberExtension: '', month: 11, year: 2026 },
    };
    tab.fakeServer({
      ...stored,
      'GET /api/service/findById/31': { body: known },
      'POST /api/service/search': pageWith(known),
    });
    lose();
    await tab.services.add({ body: input('Smoke', { id: 31, revision: 1 }) });
    expect(await tab.lists.services.search({ body: asked })).toMatchObject({
      content: [{ id: 31, number: 4, fullNumber: '4', faultDescription: 'Smoke' }],
      totalElements: 1,
    });
  });

  it('a note and an event, beside those that the server answers', async () => {
    const tab = await openTab();
    const { events } = tab.lists;
    const known = { id: 3, text: 'Key at the gate', updatedAt: '2026-11-22T09:00:00.000Z' };
    const [noteList, eventList] = [
      'GET /api/deviceNote/findByIdDevice/5',
      'GET /api/incident/findByParameters',
    ];
    tab.fakeServer({ ...stored, [noteList]: { body: [known] }, [eventList]: { body: [] } });
    lose();
    const written = await writeNote(tab);
    const event = await events.insert({
      body: { text: 'Fire', date: '2026-11-22T09:00:00.000Z', device: { id: 5 } },
      idempotencyKey: crypto.randomUUID(),
    });
    find();
    expect(await tab.notes.findByDevice({ params: { deviceId: '5' } })).toEqual([written, known]);
    expect(await events.findByParameters({ query: { deviceId: '5' } })).toEqual([event]);
  });

  it('a visit that was started, and a to-do that is done', async () => {
    const tab = await openTab();
    const { days, visits, todos, home } = tab.lists;
    const visit = { id: 8, state: 'PLANNED', day: null, customer, protocols: [] };
    const todo = { id: 9, toDoStatus: 'TODO', description: 'Order seals', date: '2026-11-22' };
    const due = { dueUntil: '2026-11-23', all: 3, own: 1 };
    tab.fakeServer({
      'GET /api/visit/findById/8': { body: visit },
      'GET /api/todo/findById/9': { body: { ...todo, assignee: null } },
      'GET /api/planning/myDays': { body: { visits: [visit] } },
      'POST /api/visit/search': pageWith(visit),
      'POST /api/todo/search': pageWith(todo, { ...todo, id: 10 }),
      'GET /api/statistics/home': { body: { machines: [], services: {}, todos: due } },
    });
    lose();
    await visits.step({ body: { id: 8, step: 'START' } });
    await todos.setStatus({ body: { id: 9, toDoStatus: 'DONE' } });
    const today = dateIn(new Date().toISOString(), sessionUser().timezone);
    expect(await days.myDays()).toMatchObject({ visits: [{ id: 8, state: 'STARTED', day: today }] });
    const planned = await visits.search({ body: { ...asked, states: ['PLANNED'] } });
    expect(planned).toMatchObject({ content: [], totalElements: 0 });
    expect(await visits.search({ body: asked })).toMatchObject({ content: [{ state: 'STARTED' }] });
    expect(await todos.search({ body: { ...asked, toDoStatus: 'TODO' } })).toMatchObject({
      content: [{ id: 10 }],
      totalElements: 1,
    });
    expect((await home.home()).todos).toEqual({ ...due, all: 2 });
  });
});

describe('A visit that was done without a network', () => {
  const device5 = { id: 5 };
  const of = (id: number, day: string) => ({
    id,
    day,
    state: 'STARTED',
    customer,
    protocols: [],
    devices: [device5],
  });
  it('is done on the home page, leaves those of earlier days, and is not open on its machine', async () => {
    const tab = await openTab();
    const { days, visits, machines } = tab.lists;
    const [late, now] = [of(8, '2026-11-20'), of(9, '2026-11-23')];
    tab.fakeServer({
      'GET /api/visit/findById/8': { body: late },
      'GET /api/visit/findById/9': { body: now },
      'GET /api/planning/myDays': {
        body: { today: '2026-11-23', tomorrow: '2026-11-24', visits: [late, now] },
      },
      'GET /api/device/overview/5': {
        body: {
          counts: {},
          lastEvent: null,
          openVisits: { count: 4, first: [late, now, of(10, '2026-12-01')] },
        },
      },
    });
    lose();
    await visits.step({ body: { id: 8, step: 'FINISH' } });
    await visits.step({ body: { id: 9, step: 'FINISH' } });
    expect((await days.myDays()).visits).toMatchObject([{ id: 9, state: 'DONE' }]);
    expect((await machines.overview({ params: { id: 5 } })).openVisits).toMatchObject({
      count: 2,
      first: [{ id: 10 }],
    });
  });
});

describe('A protocol that is saved again before it is sent', () => {
  const people = { performedBy: { id: 1 }, alsoPerformedBy: [] };
  const todo = { date: '2026-12-01', description: 'Order seals' };
  // A form leaves out what is as before.
  const again = (id: number, more: object = {}) => ({
    ...input('Smoke'),
    id,
    todo: null,
    ...more,
  });
  async function saved(first: object, next: (id: number) => object) {
    const tab = await openTab();
    const server = tab.fakeServer({
      ...stored,
      [add]: { body: protocol(31, 2) },
      'GET /api/service/findById/31': { body: { ...protocol(31, 1), alsoPerformedBy: [{ id: 2 }] } },
    });
    lose();
    const idempotencyKey = crypto.randomUUID();
    const { id, revision } = await tab.services.add({ body: input('Noise', first), idempotencyKey });
    await tab.services.add({
      body: { ...next(id), revision } as never,
      idempotencyKey: crypto.randomUUID(),
    });
    const shown = await tab.services.findById({ params: { id } });
    find();
    await tab.send();
    const sent = server.requests.filter(({ call }) => call === add).map((request) => jsonOf(request));
    return { shown, sent };
  }

  it('keeps its visit, its people and its to-do', async () => {
    const { sent } = await saved({ ...people, visitId: 8, todo }, (id) => again(id));
    expect(sent).toMatchObject([{ id: null, faultDescription: 'Smoke', ...people, visitId: 8, todo }]);
    expect(sent[0]).not.toHaveProperty('revision');
  });

  it('keeps them also if the server has it', async () => {
    const { sent } = await saved({ ...people, id: 31, revision: 1, todo }, () => again(31));
    expect(sent).toMatchObject([{ id: 31, revision: 1, faultDescription: 'Smoke', ...people, todo }]);
  });

  it('has the to-do that was given last', async () => {
    const other = { date: '2026-12-05', description: 'Order the belt' };
    const { shown, sent } = await saved({ ...people, todo }, (id) => again(id, { todo: other }));
    expect(shown.todo).toMatchObject(other);
    expect(sent).toMatchObject([{ todo: other }]);
  });
});

describe('A visit on which a protocol was written without a network', () => {
  const visit = {
    ...{ id: 8, state: 'PLANNED', day: '2026-11-22', customer, protocols: [], startedAt: null },
    checklist: [{ name: 'Oil', done: false }],
    devices: [5, 6].map((id) => ({ id, elsewhere: false, archived: false })),
  };
  const find6 = { 'GET /api/device/findById/6': { body: { ...device, id: 6 } } };
  const work = (deviceId: number) => ({ visitId: 8, alsoPerformedBy: [], devices: [{ id: deviceId }] });
  async function start() {
    const tab = await openTab();
    const server = tab.fakeServer({
      ...stored,
      ...find6,
      'GET /api/visit/findById/8': { body: visit },
      'GET /api/planning/myDays': { body: { today: '2026-11-22', visits: [visit] } },
      'GET /api/device/overview/5': {
        body: { counts: {}, lastEvent: null, openVisits: { count: 1, first: [visit] } },
      },
    });
    lose();
    const { visits, days, machines } = tab.lists;
    return {
      tab,
      server,
      write: (deviceId: number) =>
        tab.services.add({ body: input('Noise', work(deviceId)), idempotencyKey: crypto.randomUUID() }),
      sign: (id: number) => signWith(tab, id),
      read: () => visits.findById({ params: { id: 8 } }),
      days: () => days.myDays(),
      openVisits: async () => (await machines.overview({ params: { id: 5 } })).openVisits,
      finish: () => visits.step({ body: { id: 8, step: 'FINISH' } }),
      check: () => visits.check({ body: { id: 8, position: 0, name: 'Oil', done: true } }),
    };
  }

  it('is started by it, and names it', async () => {
    const { write, read, days } = await start();
    const { id } = await write(5);
    const begun = { id: 8, state: 'STARTED', protocols: [{ id, state: 'NEW', devices: [5] }] };
    expect(await read()).toMatchObject(begun);
    expect((await days()).visits).toMatchObject([begun]);
  });

  it('is done once all of its machines are on signed ones', async () => {
    const { write, sign, read, days, openVisits } = await start();
    const [one, other] = [await write(5), await write(6)];
    await sign(one.id);
    expect(await read()).toMatchObject({ state: 'STARTED', protocols: [{ state: 'SIGNED' }, {}] });
    expect(await openVisits()).toMatchObject({ count: 1 });
    await sign(other.id);
    expect(await read()).toMatchObject({ state: 'DONE', endedAt: '2026-11-22T10:00:00.000Z' });
    expect((await days()).visits).toMatchObject([{ state: 'DONE' }]);
    expect(await openVisits()).toMatchObject({ count: 0, first: [] });
  });

  it('names each once after it was finished by hand, and after they were sent', async () => {
    const { tab, server, write, read, finish } = await start();
    await write(5);
    await finish();
    expect(await read()).toMatchObject({ state: 'DONE', protocols: [{ devices: [5] }] });
    server.handlers[add] = { body: protocol(31, 1) };
    server.handlers['POST /api/visit/step'] = tab.refusal(400, 'VALIDATION_FAILED');
    find();
    await tab.send();
    expect(await read()).toMatchObject({ state: 'PLANNED', protocols: [] });
  });

  it('has its state and its protocols in the answer to a ticked line too', async () => {
    const { tab, server, write, check } = await start();
    server.handlers['PATCH /api/visit/check'] = { body: visit };
    await write(5);
    const begun = { state: 'STARTED', protocols: [{ devices: [5] }] };
    expect(await check()).toMatchObject({ ...begun, checklist: [{ done: true }] });
    const [written, ticked] = await tab.waiting();
    if (ticked) await tab.discard(ticked);
    server.handlers[add] = tab.refusal(500, 'INTERNAL');
    find();
    expect(await check()).toMatchObject(begun);
    // Nothing of it stays in the visit.
    lose();
    await check();
    if (written) await tab.discard(written);
    expect(await check()).toMatchObject({ state: 'PLANNED', protocols: [] });
  });

  it('is neither started nor done by a protocol that was refused, which it still names', async () => {
    const { tab, server, write, sign, read } = await start();
    const { id } = await write(5);
    await sign((await write(6)).id);
    await sign(id);
    server.handlers[add] = tab.refusal(404, 'NOT_FOUND');
    find();
    await tab.send();
    expect(await read()).toMatchObject({ state: 'PLANNED', protocols: [{ id }, {}] });
  });

  it('loses one that was given to another customer', async () => {
    const { tab, server, read } = await start();
    const known = { ...protocol(31, 1), visitId: 8, customer, devices: [device], alsoPerformedBy: [] };
    server.handlers['GET /api/service/findById/31'] = { body: known };
    server.handlers['GET /api/customer/findById/9'] = { body: { ...customer, id: 9 } };
    const named = { id: 31, number: '1/11/2026', state: 'NEW', devices: [5] };
    server.handlers['GET /api/visit/findById/8'] = { body: { ...visit, protocols: [named] } };
    expect((await read()).protocols).toHaveLength(1);
    const body = { ...input('Noise', work(5)), id: 31, revision: 1, customer: { id: 9 } };
    await tab.services.add({ body, idempotencyKey: crypto.randomUUID() });
    expect((await read()).protocols).toEqual([]);
  });

  it('is as it was for a protocol of another customer', async () => {
    const { tab, read } = await start();
    const body = { ...input('Noise', work(5)), customer: { id: 9 } };
    tab.fakeServer({
      ...stored,
      'GET /api/customer/findById/9': { body: { ...customer, id: 9 } },
      'GET /api/visit/findById/8': { body: visit },
    });
    await tab.services.add({ body, idempotencyKey: crypto.randomUUID() });
    expect(await read()).toMatchObject({ state: 'PLANNED', protocols: [] });
  });
});

describe('A signature on what was read on the phone', () => {
  const company = { timezone: 'Europe/Warsaw', language: 'en', country: 'PL' };
  const records: Record<string, object[]> = {
    own: [{ id: 1, company, logoKey: null, ownSignature: null }],
    customers: [{ ...customer, language: 'en', country: 'PL' }],
    machines: [{ ...device, category: { id: 2 } }],
  };
  beforeEach(() => {
    const all = async (kind: string) => records[kind] ?? [];
    const byId = async (kind: string) =>
      new Map((await all(kind)).map((each) => [(each as { id: number }).id, each]));
    const now = '2026-11-22T10:00:00.000Z';
    vi.doMock('../phone.ts', () => ({
      readStored: async () => ({ all, byId, now, userId: 1, language: 'en', timezone: 'Europe/Warsaw' }),
    }));
  });
  afterEach(() => vi.doUnmock('../phone.ts'));

  it('names its own hash and no state of the server, although all has been sent meanwhile', async () => {
    const tab = await openTab();
    const sign = 'POST /api/service/sign/31';
    const work = {
      type: ['REPAIR'],
      actions: [],
      results: [],
      partsUsed: [],
      alsoPerformedBy: [],
      period: -1,
    };
    const person = { id: 1, firstName: 'Anna', lastName: 'Nowak' };
    const known = {
      ...{ ...protocol(31, 2), ...work, customer, devices: [device], user: person, userCreated: person },
      ...{
        date: '2026-11-22T09:00:00.000Z',
        number: 4,
        numberExtension: '',
        month: 11,
        year: 2026,
        version: 0,
      },
    };
    const server = tab.fakeServer({
      'GET /api/service/findById/31': { body: known },
      'PATCH /api/service/addFile/31': { body: known },
      [sign]: { body: known },
    });
    lose();
    const file = new File(['picture'], 'leak.jpg', { type: 'image/jpeg' });
    await tab.services.addFile({ params: { serviceId: 31 }, file });
    const read = await tab.signing.toSign({ params: { id: 31 } });
    expect(read.snapshot.attachments).toMatchObject([{ filename: 'leak.jpg' }]);
    find();
    await tab.send();
    expect(await tab.waiting()).toEqual([]);
    const { contentSha256, revision } = read;
    const body = { signerName: 'Jan Kowal', strokes: [], signedAt: '2026-11-22T10:00:00.000Z' };
    const signedSha256 = 'c'.repeat(64);
    await tab.services.sign({
      params: { id: 31 },
      body: { ...body, performedBy: { id: 1 }, revision, contentSha256, signedSha256 },
      file: new Blob(['M0 0L9 9'], { type: 'text/plain' }),
      fileName: 'signature.txt',
      idempotencyKey: crypto.randomUUID(),
    });
    const sent = jsonOf(
      server.requests.findLast(({ call }) => call === sign),
      'signJson',
    );
    expect(sent).toMatchObject({ signedSha256 });
    expect(sent).not.toHaveProperty('contentSha256');
    expect(sent).not.toHaveProperty('revision');
  });

  it('is not asked of the server, which would leave out a photo that waits here, if the phone does not know the machine', async () => {
    vi.doMock('../phone.ts', () => ({ readStored: async () => null }));
    const tab = await openTab();
    const read = 'GET /api/service/toSign/31';
    const server = tab.fakeServer({
      'GET /api/service/findById/31': { body: protocol(31, 2) },
      [read]: { body: {} },
    });
    lose();
    await tab.services.addFile({ params: { serviceId: 31 }, file: photo() });
    find();
    await expect(tab.signing.toSign({ params: { id: 31 } })).rejects.toMatchObject({ code: 'CONNECTION' });
    expect(server.requests.filter(({ call }) => call === read)).toEqual([]);
  });
});

it('A photo for which the phone has no room does not overtake one that waits', async () => {
  const tab = await openTab();
  const server = tab.fakeServer({ 'GET /api/service/findById/31': { body: protocol(31, 2) } });
  lose();
  await tab.services.addFile({ params: { serviceId: 31 }, file: photo() });
  find();
  vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(() => {
    throw new DOMException('The disk is full', 'QuotaExceededError');
  });
  onTestFinished(() => void vi.restoreAllMocks());
  const file = new File(['another'], 'plate.jpg', { type: 'image/jpeg' });
  const added = tab.services.addFile({ params: { serviceId: 31 }, file });
  await expect(added).rejects.toMatchObject({ code: 'PHONE_FULL' });
  expect(server.sentTo('PATCH /api/service/addFile/31')).toEqual([]);
});

describe('What is written while its new protocol is being sent', () => {
  /** Sends what waits in the middle of the next call to a path. */
  async function sendDuring(tab: Tab, path: string) {
    const { http } = await import('../../lib/api-client.ts');
    const network = http.defaults.adapter as AxiosAdapter;
    let isSent = false;
    http.defaults.adapter = async (config) => {
      const answer = await network(config);
      if (config.url === path && !isSent) {
        isSent = true;
        await tab.send();
      }
      return answer;
    };
  }
  const sign = 'POST /api/service/sign/31';
  async function start() {
    const tab = await openTab();
    const known = { ...protocol(31, 1), customer, devices: [device], alsoPerformedBy: [], version: 0 };
    const server = tab.fakeServer({
      ...stored,
      [add]: { body: protocol(31, 1) },
      [sign]: { body: protocol(31, 2) },
      'GET /api/service/findById/31': { body: { ...known, date: '2026-11-22T09:00:00.000Z' } },
    });
    lose();
    const written = input('Noise', { alsoPerformedBy: [] });
    const { id } = await tab.services.add({ body: written, idempotencyKey: crypto.randomUUID() });
    find();
    await sendDuring(tab, '/api/user/findAllFlatRoles');
    return { tab, server, id };
  }

  it('signs the protocol that the server has by then', async () => {
    const { tab, server, id } = await start();
    await signWith(tab, id);
    await tab.send();
    expect(await tab.waiting()).toEqual([]);
    expect(writesTo(server).map(({ call }) => call)).toEqual([add, sign]);
  });

  it('changes the protocol that the server has by then', async () => {
    const { tab, server, id } = await start();
    const body = { ...input('Smoke', { alsoPerformedBy: [] }), id, revision: 1 };
    await tab.services.add({ body, idempotencyKey: crypto.randomUUID() });
    await tab.send();
    expect(await tab.waiting()).toEqual([]);
    const sent = server.requests.filter(({ call }) => call === add).map((request) => jsonOf(request));
    expect(sent).toMatchObject([
      { id: null, faultDescription: 'Noise' },
      { id: 31, faultDescription: 'Smoke' },
    ]);
  });
});

describe('A signature without a network', () => {
  const sign = 'POST /api/service/sign/31';
  const versions = 'GET /api/service/versions/31';
  const signatureOf = async (tab: Tab, confirmed: { date?: string } = {}) => {
    lose();
    const signed = await signWith(tab, 31, confirmed);
    find();
    return signed;
  };
  const known = {
    'GET /api/service/findById/31': {
      body: {
        ...{ ...protocol(31, 4), version: 0, customer, user: null, alsoPerformedBy: [] },
        date: '2026-11-22T09:00:00.000Z',
      },
    },
  };

  it('is sent with the text that was read, and its drawing', async () => {
    const tab = await openTab();
    const server = tab.fakeServer({ ...known, [sign]: { body: protocol(31, 5) } });
    const { answer, signedSha256 } = await signatureOf(tab);
    expect(answer).toMatchObject({
      state: 'SIGNED',
      signature: { signerName: 'Jan Kowal', signerRole: 'Foreman' },
    });
    await tab.send();
    const sent = server.requests.find(({ call }) => call === sign);
    expect(jsonOf(sent, 'signJson')).toMatchObject({ signedSha256, signedContent: '{"read":true}' });
    const drawing = (sent?.body as FormData | undefined)?.get('signature');
    expect(drawing).toMatchObject({ name: 'signature.txt', type: 'text/plain', size: 8 });
    // The stored data has the protocol of before, and may still have to answer.
    expect(tab.shown(31)).toEqual(protocol(31, 5));
  });

  it('is not hidden by the answer to a change that was sent before it', async () => {
    const tab = await openTab();
    const server = tab.fakeServer({ ...stored, ...known, [add]: { body: protocol(31, 5) } });
    lose();
    await tab.services.add({ body: input('Smoke', { id: 31, revision: 4 }) });
    await signatureOf(tab);
    const shown: unknown[] = [];
    server.handlers[sign] = () => {
      shown.push(tab.shown(31));
      return { body: protocol(31, 6) };
    };
    await tab.send();
    expect(shown).toEqual([undefined]);
    expect(tab.shown(31)).toEqual(protocol(31, 6));
  });

  it('refuses what another tab has typed meanwhile, which then shows that it is signed', async () => {
    const tab = await openTab();
    tab.fakeServer({ ...known });
    await signatureOf(tab);
    const late = tab.services.add({ body: input('Smoke', { id: 31, revision: 4 }) });
    await expect(late).rejects.toMatchObject({ status: 409, code: 'SERVICE_CHANGED' });
    expect(await tab.services.findById({ params: { id: 31 } })).toMatchObject({ state: 'SIGNED' });
    expect(await tab.waiting()).toHaveLength(1);
  });

  it('is answered with the day and the people that were confirmed', async () => {
    const tab = await openTab();
    const body = { ...protocol(31, 4), version: 0, customer, user: null, alsoPerformedBy: [] };
    const on = '2026-11-20T14:30:00.000Z';
    tab.fakeServer({ ...stored, 'GET /api/service/findById/31': { body: { ...body, date: on } } });
    const { answer } = await signatureOf(tab, { date: '2026-11-22T00:00:00' });
    expect(answer.date.slice(0, 10)).toBe('2026-11-22');
    expect(answer.date.slice(11)).toBe(on.slice(11));
    expect(answer.user).toMatchObject({ id: 1, lastName: 'Nowak' });
  });

  it('is told of its protocol until it is sent, also if it is refused', async () => {
    const tab = await openTab();
    const server = tab.fakeServer({ ...known, [sign]: tab.refusal(404, 'NOT_FOUND') });
    expect(tab.waits(31)).toBe(false);
    await signatureOf(tab);
    expect([tab.waits(31), tab.waits(3)]).toEqual([true, false]);
    await tab.send();
    expect(tab.waits(31)).toBe(true);
    server.handlers[sign] = { body: protocol(31, 5) };
    const [entry] = await tab.waiting();
    await tab.retry(entry?.seq ?? 0);
    await tab.send();
    expect(tab.waits(31)).toBe(false);
  });

  it('takes the number along into another month, where only the server knows it', async () => {
    const tab = await openTab();
    const numbered = { number: 4, numberExtension: '', fullNumber: '4', month: 10, year: 2026, version: 0 };
    const body = { ...protocol(31, 4), ...numbered, customer, user: null, alsoPerformedBy: [], results: [] };
    tab.fakeServer({
      ...stored,
      'GET /api/service/findById/31': { body: { ...body, date: '2026-10-20T14:30:00.000Z' } },
      'POST /api/service/search': {
        body: { content: [body], number: 0, size: 10, totalElements: 1, totalPages: 1 },
      },
    });
    const { answer } = await signatureOf(tab, { date: '2026-11-22T00:00:00' });
    const moved = { number: 0, month: 11, year: 2026 };
    expect(answer).toMatchObject(moved);
    const list = await tab.lists.services.search({ body: { text: '', page: 0, size: 10 } });
    expect(list).toMatchObject({ content: [moved], totalElements: 1 });
  });

  it('of another version keeps the number that is on the paper', async () => {
    const tab = await openTab();
    const numbered = { number: 4, numberExtension: '', fullNumber: '4', month: 10, year: 2026, version: 1 };
    const body = { ...protocol(31, 4), ...numbered, customer, user: null, alsoPerformedBy: [] };
    const one = { ...body, date: '2026-10-20T14:30:00.000Z' };
    tab.fakeServer({ ...stored, 'GET /api/service/findById/31': { body: one } });
    const { answer } = await signatureOf(tab, { date: '2026-11-22T00:00:00' });
    expect(answer).toMatchObject({ number: 4, month: 10, year: 2026 });
  });

  it('covers the photos that were added before it', async () => {
    const tab = await openTab();
    tab.fakeServer({ ...known, 'PATCH /api/service/addFile/31': 'no connection' });
    await tab.services.addFile({ params: { serviceId: 31 }, file: new File(['leak'], 'leak.jpg') });
    const { answer } = await signatureOf(tab);
    expect(answer.fileDtos).toMatchObject([{ filename: 'leak.jpg', signedVersion: 1 }]);
  });

  it('is done if the first one had arrived: the protocol is signed with exactly this content', async () => {
    const tab = await openTab();
    const server = tab.fakeServer({ ...known, [sign]: tab.refusal(409, 'SERVICE_CHANGED') });
    const { signedSha256 } = await signatureOf(tab);
    server.handlers[versions] = { body: [{ readSha256: signedSha256 }] };
    await tab.send();
    expect(await tab.waiting()).toEqual([]);
  });

  it.each([
    [404, 'NOT_FOUND'],
    [409, 'WITHDRAWN_PROTOCOL'],
    [402, 'SIGNED_PROTOCOL_LIMIT'],
    [403, 'NOT_ACTIVE_SUBSCRIPTION'],
    [403, 'NO_PERMISSION'],
  ] as const)('that is refused (%i %s) stays with its text and drawing', async (status, code) => {
    const tab = await openTab();
    const server = tab.fakeServer({ ...known, [sign]: tab.refusal(status, code) });
    const { signedSha256 } = await signatureOf(tab);
    await tab.send();
    const [entry] = await tab.waiting();
    expect(entry).toMatchObject({
      refusal: { code },
      body: { signedSha256, signedContent: '{"read":true}' },
    });
    expect(entry?.file).toMatchObject({ size: 8 });
    expect(server.sentTo(sign)).toHaveLength(1);
  });

  it('that is refused leaves the protocol to the server: unsigned, to be corrected and signed again', async () => {
    const tab = await openTab();
    const server = tab.fakeServer({ ...stored, ...known, [sign]: tab.refusal(400, 'VALIDATION_FAILED') });
    await signatureOf(tab);
    await tab.send();
    find();
    const read = () => tab.services.findById({ params: { id: 31 } });
    expect(await read()).toMatchObject({ state: 'NEW' });
    // What is written now does not wait for what becomes of that signature.
    lose();
    const body = input('Oil leaks', { id: 31, revision: 4 });
    await tab.services.add({ body, idempotencyKey: crypto.randomUUID() });
    server.handlers[add] = { body: protocol(31, 5) };
    find();
    await tab.send();
    expect(await tab.waiting()).toMatchObject([
      { label: { kind: 'signature' }, refusal: { code: 'VALIDATION_FAILED' } },
    ]);
    expect(server.sentTo(add)).toHaveLength(1);
    // Its user tries again, which waits for what is newer.
    server.handlers[sign] = { body: protocol(31, 6) };
    const [entry] = await tab.waiting();
    lose();
    await tab.services.add({ body, idempotencyKey: crypto.randomUUID() });
    await tab.retry(entry?.seq ?? 0);
    expect(await tab.waiting()).toMatchObject([
      { refusal: { code: 'VALIDATION_FAILED' } },
      { refusal: null },
    ]);
    find();
    await tab.send();
    await tab.retry(entry?.seq ?? 0);
    await tab.send();
    expect(await tab.waiting()).toEqual([]);
  });

  it('that was refused under an earlier version holds its protocol back no longer than until the next start', async () => {
    const tab = await openTab();
    tab.fakeServer({ ...stored, ...known, [sign]: tab.refusal(400, 'VALIDATION_FAILED') });
    await signatureOf(tab);
    await tab.send();
    const [entry] = await tab.waiting();
    if (entry) await tab.putBack(entry, 'service:31', '/api/service/findById/31');
    const next = await openTab();
    const server = next.fakeServer({ ...stored, ...known, [add]: { body: protocol(31, 5) } });
    const read = () => next.services.findById({ params: { id: 31 } });
    expect(await read()).toMatchObject({ state: 'SIGNED' });
    lose();
    onTestFinished(next.keepSending());
    await vi.waitFor(async () => expect(await read()).toMatchObject({ state: 'NEW' }));
    const body = input('Oil leaks', { id: 31, revision: 4 });
    await next.services.add({ body, idempotencyKey: crypto.randomUUID() });
    find();
    await next.send();
    expect(server.sentTo(add)).toHaveLength(1);
    expect(await next.waiting()).toMatchObject([
      { label: { kind: 'signature' }, refusal: { code: 'VALIDATION_FAILED' } },
    ]);
  });

  it('is discarded, and not what was written since, if it is refused while its user is asked', async () => {
    const tab = await openTab();
    tab.fakeServer({ ...stored, ...known, [sign]: tab.refusal(400, 'VALIDATION_FAILED') });
    await signatureOf(tab);
    const [asked] = await tab.waiting();
    await tab.send();
    lose();
    const body = input('Oil leaks', { id: 31, revision: 4 });
    await tab.services.add({ body, idempotencyKey: crypto.randomUUID() });
    expect(asked && (await tab.discard(asked))).toBe(true);
    expect(await tab.waiting()).toMatchObject([{ label: { kind: 'protocol' } }]);
    expect((await tab.services.findById({ params: { id: 31 } })).faultDescription).toBe('Oil leaks');
  });

  it('waits for its user if the protocol was signed with another content', async () => {
    const tab = await openTab();
    tab.fakeServer({
      ...known,
      [sign]: tab.refusal(409, 'SERVICE_CHANGED'),
      [versions]: { body: [{ readSha256: 'b'.repeat(64) }] },
    });
    await signatureOf(tab);
    await tab.send();
    expect(await tab.waiting()).toMatchObject([{ refusal: { code: 'SERVICE_CHANGED' } }]);
  });
});

describe('While no page is looked at, the service worker', () => {
  const attach = 'PATCH /api/service/addFile/31';
  const sign = 'POST /api/service/sign/31';
  /** The worker's own modules, and the server that its calls reach. */
  async function wake(answers: Record<string, { status?: number; body?: unknown } | 'no connection'>) {
    vi.resetModules();
    const { sendInBackground } = await import('./send-in-background.ts');
    const calls: { call: string; headers: Record<string, string>; body: unknown }[] = [];
    vi.stubGlobal('fetch', async (url: string, { method, headers, body }: RequestInit) => {
      const [path] = url.split('?');
      const call = `${method} ${path}`;
      calls.push({ call, headers: headers as Record<string, string>, body });
      const answer = answers[call] ?? expect.fail(`Nobody answers ${call}`);
      if (answer === 'no connection') throw new TypeError('Failed to fetch');
      return new Response(JSON.stringify(answer.body ?? null), { status: answer.status ?? 200 });
    });
    return { calls, sendInBackground };
  }
  async function signedOffline() {
    const tab = await openTab();
    tab.fakeServer(stored);
    lose();
    const id = await addOffline(tab);
    await tab.services.addFile({ params: { serviceId: id }, query: { print: 'true' }, file: photo() });
    await signWith(tab, id);
    return { tab, id };
  }
  const done = {
    [add]: { body: protocol(31, 1) },
    [attach]: { body: protocol(31, 2) },
    [sign]: { body: { ...protocol(31, 3), state: 'SIGNED' } },
  };

  it('sends what waits in order, and a page learns of it without sending it again', async () => {
    const { tab, id } = await signedOffline();
    const keys = (await tab.waiting()).map(({ idempotencyKey }) => idempotencyKey);
    const { calls, sendInBackground } = await wake(done);
    await sendInBackground();
    expect(calls.map(({ call }) => call)).toEqual([add, attach, sign]);
    expect(calls.map(({ headers }) => headers)).toMatchObject(
      keys.map((key) => ({ 'Idempotency-Key': key, 'Signed-In-As': '1/1' })),
    );
    expect((calls[1]?.body as FormData | undefined)?.get('file')).toMatchObject({ name: 'leak.jpg' });
    // Once more, and nothing is left to do.
    await sendInBackground();
    expect(calls).toHaveLength(3);

    const next = await openTab();
    const server = next.fakeServer(stored);
    // Before it has asked the server, it shows what its user has written.
    expect(await next.services.findById({ params: { id } })).toMatchObject({ state: 'SIGNED' });
    find();
    await next.send();
    expect(writesTo(server)).toEqual([]);
    expect(await next.waiting()).toEqual([]);
    expect(next.shown(31)).toMatchObject({ state: 'SIGNED' });
    server.handlers['GET /api/service/findById/31'] = { body: protocol(31, 3) };
    expect(await next.services.findById({ params: { id } })).toMatchObject({ id: 31 });
  });

  it('names in what follows what an earlier turn has sent', async () => {
    const { tab } = await signedOffline();
    const first = await wake({ ...done, [attach]: 'no connection' });
    await expect(first.sendInBackground()).rejects.toThrow();
    const second = await wake(done);
    await second.sendInBackground();
    expect(second.calls.map(({ call }) => call)).toEqual([attach, sign]);
    expect(second.calls[0]?.headers['Idempotency-Key']).toBe(first.calls[1]?.headers['Idempotency-Key']);
    expect((await tab.waiting()).every(({ delivered }) => delivered)).toBe(true);
  });

  it('leaves what the server refuses to the page, with what follows it, and sends the rest', async () => {
    const { tab } = await signedOffline();
    await writeNote(tab);
    const refused = { ...done, [attach]: { status: 403, body: { code: 'NO_PERMISSION' } } };
    const { calls, sendInBackground } = await wake({ ...refused, [note]: { body: { id: 3 } } });
    await sendInBackground();
    expect(calls.map(({ call }) => call)).toEqual([add, attach, note]);
    const next = await openTab();
    next.fakeServer({ ...stored, [attach]: next.refusal(403, 'NO_PERMISSION') });
    find();
    await next.send();
    expect(await next.waiting()).toMatchObject([
      { label: { kind: 'photo' }, refusal: { code: 'NO_PERMISSION' } },
      { label: { kind: 'signature' }, refusal: null },
    ]);
  });

  it('does not mark as sent what has taken the number of lost work', async () => {
    const tab = await openTab();
    tab.fakeServer(stored);
    lose();
    await writeNote(tab, 'One');
    const { sendInBackground } = await wake({});
    const { changeOutbox } = await import('./database.ts');
    vi.stubGlobal('fetch', async () => {
      await changeOutbox(async ({ entries }) => {
        const [one] = await entries.getAll();
        if (one) await entries.put({ ...one, idempotencyKey: crypto.randomUUID() });
      });
      return new Response(JSON.stringify({ id: 3 }));
    });
    await sendInBackground();
    expect((await tab.waiting()).map(({ delivered }) => delivered)).toEqual([undefined]);
  });

  it('leaves what is of another user as it was: never sent, and to be changed', async () => {
    const other = { ...sessionUser(), id: 2 };
    const tab = await openTab(other);
    tab.fakeServer(stored);
    lose();
    const { id } = await writeNote(tab, 'One');
    await writeNote(tab, 'Two');
    const { calls, sendInBackground } = await wake({
      [note]: { status: 409, body: { code: 'SESSION_CHANGED' } },
    });
    await sendInBackground();
    expect(calls).toHaveLength(1);
    const next = await openTab(other);
    next.fakeServer(stored);
    await next.notes.delete({ params: { id } });
    expect(await next.waiting()).toMatchObject([{ label: { name: 'Press (HP-1): Two' }, attempts: 0 }]);
  });

  it('sends the rest when the server fails with one, but no status that was set after its fault', async () => {
    const tab = await openTab();
    tab.fakeServer({ ...stored, 'GET /api/device/findById/5': { body: { id: 5, name: 'Press' } } });
    lose();
    const date = '2026-11-22T10:00:00.000Z';
    await tab.lists.events.insert({ body: { date, text: 'Leaks', device: { id: 5 }, setsFault: true } });
    await writeNote(tab, 'Two');
    const [fault] = await tab.waiting();
    const { keepEntry } = await import('./entries.ts');
    const { seq: _, ...before } = fault ?? expect.fail('nothing waits');
    await keepEntry({
      ...before,
      ...{
        method: 'put',
        path: '/api/device/update',
        body: { id: 5, status: 'OK' },
        makes: false,
        bytes: null,
      },
      ...{ idempotencyKey: crypto.randomUUID(), label: { kind: 'machine', name: 'Press' } },
      group: () => 'machine:5',
      answer: () => ({ id: 5, status: 'OK' }),
    });
    const { calls, sendInBackground } = await wake({
      'POST /api/incident/insert': { status: 500 },
      [note]: { body: { id: 3 } },
    });
    await expect(sendInBackground()).rejects.toThrow();
    expect(calls.map(({ call }) => call)).toEqual(['POST /api/incident/insert', note]);
  });

  it('ends when a page sends', async () => {
    await signedOffline();
    const { sendInBackground } = await wake(done);
    const isAsked = new Promise<void>((resolve) => {
      vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => {
        resolve();
        return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
      });
    });
    const worker = expect(sendInBackground()).rejects.toThrow();
    await isAsked;
    const next = await openTab();
    next.fakeServer({ ...stored, ...done });
    find();
    await next.send();
    await worker;
    expect(await next.waiting()).toEqual([]);
  });

  it('sends nothing for somebody who is signed out', async () => {
    const { tab } = await signedOffline();
    await writeNote(tab);
    const { calls, sendInBackground } = await wake({ [add]: { status: 401 } });
    await expect(sendInBackground()).rejects.toThrow();
    expect(calls).toHaveLength(1);
  });

  it('makes no database: one that the browser has removed is missed by the page', async () => {
    const { sendInBackground } = await wake({});
    await sendInBackground();
    expect(await indexedDB.databases()).toEqual([]);
  });
});
