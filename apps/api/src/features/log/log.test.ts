import { type LogSearch, logEntities, logKinds } from '@servicebook/shared/log';
import { languages } from '@servicebook/shared/primitives';
import { beforeEach, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { type Api, refusal, useTestApp } from '../../testing/app.ts';
import {
  buildAdmin,
  buildCategory,
  buildDevice,
  buildLogEntry,
  buildTeam,
  buildUser,
  knownPassword,
} from '../../testing/builders.ts';
import { linesOf } from '../../testing/csv.ts';
import { buildWorld } from '../../testing/sweep-samples.ts';

const app = useTestApp();
beforeEach(() => app.forgetAttempts());

const found = async (api: Api, search: z.input<typeof LogSearch> = {}) =>
  (await api.log.search({ body: search })).content;
const whats = async (api: Api, search: z.input<typeof LogSearch> = {}) =>
  (await found(api, search)).map(({ arg1 }) => arg1);

describe('the log', () => {
  it('lists everything of the account, newest first, in the caller’s language', async () => {
    const admin = await buildAdmin(app);
    const { accountId } = admin;
    const old = await buildLogEntry(app, {
      accountId,
      what: 'Frezarka',
      timestamp: new Date('2026-11-20T10:00:00.123Z'),
    });
    const recent = await buildLogEntry(app, {
      accountId,
      kind: 'SIGN_IN',
      entity: 'user',
      what: 'a@example.com',
    });
    await buildLogEntry(app, { accountId: (await buildAdmin(app)).accountId });
    const english = await (await app.as(admin)).log.findAll();
    expect(english.map(({ eventId }) => eventId)).toEqual([recent.id, old.id]);
    expect(english[1]).toEqual({
      eventId: old.id,
      timestmp: '2026-11-20T10:00:00.123Z',
      arg0: 'user@example.com',
      arg1: 'Frezarka',
      formattedMessage: 'Deleted: machine “Frezarka”',
    });
    const polish = await (await app.as(admin, { 'Accept-Language': 'pl' })).log.findAll();
    expect(polish.map(({ formattedMessage }) => formattedMessage)).toEqual([
      'Logowanie: a@example.com',
      'Usunięto: maszyna „Frezarka”',
    ]);
  });

  it.each(languages)('has a message for every kind and entity in %s', async (language) => {
    const admin = await buildAdmin(app);
    const { accountId } = admin;
    const all = [...logKinds.map((kind) => ({ kind })), ...logEntities.map((entity) => ({ entity }))];
    await Promise.all(all.map((entry) => buildLogEntry(app, { accountId, what: '25A/11', ...entry })));
    const messages = (await (await app.as(admin, { 'Accept-Language': language })).log.findAll()).map(
      ({ formattedMessage }) => formattedMessage,
    );
    expect(messages).toHaveLength(all.length);
    // A missing text would show its key, a missing value its braces.
    for (const message of messages) expect(message).toMatch(/^[^{}]*[^{}._A-Z]25A\/11[^{}]*$/);
  });

  it('is found by login, object, user’s name and message, ignoring case and accents', async () => {
    const owner = await buildAdmin(app, { firstName: 'Zofia', lastName: 'Łącka' });
    const { accountId, id: userId } = owner;
    await buildLogEntry(app, { accountId, userId, who: 'boss@example.com', what: 'Prasa 100%' });
    await buildLogEntry(app, {
      accountId,
      who: 'other@example.com',
      what: 'Tokarka',
      kind: 'SIGNED',
      entity: 'service',
    });
    const api = await app.as(owner);
    expect(await whats(api, { text: 'BOSS@' })).toEqual(['Prasa 100%']);
    expect(await whats(api, { text: '100%' })).toEqual(['Prasa 100%']);
    expect(await whats(api, { text: 'zofia lacka' })).toEqual(['Prasa 100%']);
    expect(await whats(api, { text: 'tokarka' })).toEqual(['Tokarka']);
    expect(await whats(api, { text: 'protocol' })).toEqual(['Tokarka']);
    expect(await whats(api, { text: 'deleted' })).toEqual(['Prasa 100%']);
    expect(await whats(api, { text: 'lacka deleted 100 PRASA' })).toEqual(['Prasa 100%']);
    expect(await whats(api, { text: 'lacka tokarka' })).toEqual([]);
    expect((await found(api, { text: 'prasa' }))[0]).toMatchObject({
      arg0: 'boss@example.com',
      name: 'Zofia Łącka',
    });
  });

  it('contains the status of an order, and is found by it', async () => {
    const admin = await buildAdmin(app);
    const { accountId } = admin;
    const step = { accountId, kind: 'ORDER_STATE_CHANGED', entity: 'order', what: '12' } as const;
    await buildLogEntry(app, { ...step, changes: { paymentStatus: ['SIGNED', 'SUCCESS'] } });
    await buildLogEntry(app, { ...step, changes: { refund: [null, 'DUE'] } });
    const messages = async (language: string, text = '') =>
      (await found(await app.as(admin, { 'Accept-Language': language }), { text })).map(
        ({ formattedMessage }) => formattedMessage,
      );
    expect(await messages('en')).toEqual(['Order 12: Refund due', 'Order 12: Paid']);
    expect(await messages('de')).toEqual(['Bestellung 12: Rückzahlung steht aus', 'Bestellung 12: Bezahlt']);
    expect(await messages('pl', 'oplacone')).toEqual(['Zamówienie 12: Opłacone']);
  });

  it('is filtered by kinds, user and days in the caller’s timezone', async () => {
    const owner = await buildAdmin(app, { timezone: 'Europe/Warsaw' });
    const { accountId } = owner;
    const other = await buildUser(app, { accountId });
    // In Warsaw these are the last minute of the 19th and the first and last of the 20th.
    await buildLogEntry(app, { accountId, what: 'before', timestamp: new Date('2026-11-19T22:59:00Z') });
    await buildLogEntry(app, {
      accountId,
      what: 'first',
      timestamp: new Date('2026-11-19T23:00:00Z'),
      kind: 'SIGNED',
    });
    await buildLogEntry(app, {
      accountId,
      what: 'last',
      timestamp: new Date('2026-11-20T22:59:59Z'),
      userId: other.id,
    });
    await buildLogEntry(app, {
      accountId,
      what: 'after',
      timestamp: new Date('2026-11-20T23:00:00Z'),
      kind: 'REOPENED',
    });
    const api = await app.as(owner);
    expect(await whats(api, { dateFrom: '2026-11-20', dateTo: '2026-11-20' })).toEqual(['last', 'first']);
    expect(await whats(api, { dateFrom: '2026-11-21' })).toEqual(['after']);
    expect(await whats(api, { dateTo: '2026-11-19' })).toEqual(['before']);
    expect(await whats(api, { kinds: ['SIGNED', 'REOPENED'] })).toEqual(['after', 'first']);
    expect(await whats(api, { userId: other.id })).toEqual(['last']);
    expect(await whats(api, { userId: other.id, kinds: ['SIGNED'] })).toEqual([]);
  });

  it('refuses a range of days in reverse', async () => {
    const api = await app.as(await buildAdmin(app));
    const upsideDown = { dateFrom: '2026-11-21', dateTo: '2026-11-20' };
    const refused = { status: 400, fields: { dateTo: 'DATE_BEFORE_START' } };
    expect(await refusal(api.log.search({ body: upsideDown }))).toMatchObject(refused);
    const exported = api.http.post('/api/log/export', { ...upsideDown, format: 'csv' });
    expect(await refusal(exported)).toMatchObject(refused);
  });

  it('is sorted and paged without gaps or repetition', async () => {
    const owner = await buildAdmin(app);
    const { accountId } = owner;
    for (const what of ['Łódź', 'Lublin', 'Zamość', 'Ełk'])
      await buildLogEntry(app, { accountId, what, timestamp: new Date('2026-11-20T10:00:00Z') });
    const api = await app.as(owner);
    const pages = [0, 1].map((page) => api.log.search({ body: { page, size: 3 } }));
    const [first, second] = await Promise.all(pages);
    expect(first).toMatchObject({ totalElements: 4, totalPages: 2, number: 0 });
    expect([...(first?.content ?? []), ...(second?.content ?? [])].map(({ arg1 }) => arg1)).toEqual([
      'Ełk',
      'Zamość',
      'Lublin',
      'Łódź',
    ]);
    expect(await whats(api, { sort: { by: 'arg1', direction: 'asc' } })).toEqual([
      'Ełk',
      'Łódź',
      'Lublin',
      'Zamość',
    ]);
  });
});

describe('the exported log', () => {
  const lines = async (api: Api, request: object) =>
    linesOf((await api.http.post('/api/log/export', { format: 'csv', ...request })).data);

  it('contains the filtered entries, in the table’s order and the caller’s language and timezone', async () => {
    const owner = await buildAdmin(app, { firstName: 'Ewa', lastName: 'Wzór', timezone: 'Europe/Warsaw' });
    const { accountId, id: userId, email } = owner;
    const at = { accountId, userId, who: email, timestamp: new Date('2026-11-20T22:30:00Z') };
    await buildLogEntry(app, { ...at, what: '=cmd()' });
    const second = await buildLogEntry(app, {
      ...at,
      kind: 'CHANGED',
      what: 'Prasa',
      changes: { name: ['Stara', 'Prasa'], city: ['', 'Łódź'], warrantyLength: [null, 24] },
    });
    await buildLogEntry(app, { ...at, kind: 'SIGNED', what: 'not asked for' });
    const german = await app.as(owner, { 'Accept-Language': 'de' });
    const request = { kinds: ['CHANGED', 'DELETED'], sort: { by: 'arg1', direction: 'desc' } };
    const [head, first, formula] = await lines(german, request);
    expect(head).toBe('Nr.;Zeitpunkt;Ereignis;Wer;Was;Änderungen');
    expect(first).toBe(
      `${second.id};2026-11-20 23:30;Geändert: Maschine „Prasa“;Ewa Wzór (${email});Prasa;` +
        'Ort: – → Łódź\nName: Stara → Prasa\nGarantie (Monate): – → 24 Monate',
    );
    expect(formula).toContain(";'=cmd();");
  });

  it('is complete, even if longer than a batch', async () => {
    const owner = await buildAdmin(app);
    const { accountId } = owner;
    await app.deps.db.of(owner).auditLog.createMany({
      data: Array.from({ length: 1200 }, (_, index) => ({
        accountId,
        kind: 'DELETED',
        entity: 'device',
        what: `Machine ${index}`,
      })),
    });
    const rows = (await lines(await app.as(owner), {})).slice(1);
    expect(rows).toHaveLength(1200);
    expect(new Set(rows.map((row) => row.split(';')[0])).size).toBe(1200);
  });
});

describe('what is logged', () => {
  const signIn = (username: string, password: string) =>
    app.anonymous.http.get('/api/user/auth', { auth: { username, password }, validateStatus: () => true });
  const kindsOf = async (api: Api) => (await found(api, { size: 100 })).map(({ kind }) => kind);

  it('successful and failed sign-ins, in the user’s account', async () => {
    const owner = await buildAdmin(app);
    const api = await app.as(owner);
    const stranger = await app.as(await buildAdmin(app));
    const { email } = await buildUser(app, { accountId: owner.accountId });
    const { email: closed } = await buildUser(app, { accountId: owner.accountId, active: false });
    await signIn(email, knownPassword);
    await signIn(email, 'wrong password');
    await signIn(closed, knownPassword);
    await signIn('nobody@example.com', knownPassword);
    expect((await found(api)).map(({ formattedMessage }) => formattedMessage)).toEqual([
      `Sign-in failed: ${closed}`,
      `Sign-in failed: ${email}`,
      `Signed in: ${email}`,
    ]);
    expect(await found(stranger)).toEqual([]);
  });

  it('changes of roles, separately from other changes, and passwords set by others', async () => {
    const { admin, accountId } = await buildTeam(app);
    const { id, email } = await buildUser(app, { accountId, firstName: 'Ewa', lastName: 'Przykład' });
    await admin.employee.update({
      body: {
        id,
        email,
        firstName: 'Anna',
        lastName: 'Przykład',
        password: 'another secret',
        roles: [{ id: 1 }, { id: 2 }],
      },
    });
    expect((await found(admin)).map(({ kind, arg1, changes }) => ({ kind, arg1, changes }))).toEqual([
      { kind: 'PASSWORD_CHANGED', arg1: email, changes: [] },
      { kind: 'ROLES_CHANGED', arg1: email, changes: [{ field: 'isAdmin', before: 'false', after: 'true' }] },
      { kind: 'CHANGED', arg1: email, changes: [{ field: 'firstName', before: 'Ewa', after: 'Anna' }] },
    ]);
    expect(JSON.stringify(await found(admin))).not.toContain('another secret');
  });

  it('users’ own settings, once per change', async () => {
    const owner = await buildAdmin(app);
    const { email } = owner;
    const admin = await app.as(owner);
    await admin.user.setTimezone({ query: { timezone: 'America/New_York' } });
    await admin.user.setLanguage({ query: { language: 'it' } });
    await admin.user.setLanguage({ query: { language: 'it' } });
    await admin.reminder.set({ body: { weeklyDigest: true } });
    const entries = await found(admin);
    expect(new Set(entries.map(({ formattedMessage }) => formattedMessage))).toEqual(
      new Set([`Settings changed: user “${email}”`]),
    );
    expect(entries.flatMap(({ changes }) => changes)).toEqual([
      { field: 'weeklyDigest', before: 'false', after: 'true' },
      { field: 'language', before: '', after: 'it' },
      { field: 'timezone', before: '', after: 'America/New_York' },
    ]);
  });

  it('every deletion', async () => {
    const { accountId, admin, ids } = await buildWorld(app);
    const of = (id: number) => ({ params: { id } });
    const device = await buildDevice(app, { accountId });
    const category = await buildCategory(app, { accountId });
    await admin.incident.delete(of(ids.incident));
    await admin.note.delete(of(ids.note));
    await admin.part.delete(of(ids.part));
    await admin.file.delete(of(ids.machineFile));
    await admin.service.deleteFile({ params: { fileId: ids.serviceFile } });
    await admin.service.delete(of(ids.service));
    await admin.hotel.delete(of(ids.hotel));
    await admin.device.delete(of(device.id));
    await admin.category.delete(of(category.id));
    await admin.customer.delete(of(ids.emptyCustomer));
    await admin.employee.delete(of(ids.employee));
    await admin.branch.delete(of(ids.branch));
    const entries = await found(admin, { kinds: ['DELETED'], size: 100 });
    expect(entries.map(({ entity }) => entity)).toEqual([
      'branch',
      'user',
      'customer',
      'category',
      'device',
      'hotel',
      'service',
      'service',
      'file',
      'part',
      'note',
      'incident',
      // Already deleted in the world: one by the admin, one by the technician.
      'note',
      'note',
    ]);
    for (const { arg0, arg1, name } of entries) {
      expect(arg0).toContain('@example.com');
      expect(name).toMatch(/^Test User/);
      expect(arg1).not.toBe('');
    }
  });

  it('signing and reopening', async () => {
    const { admin, ids } = await buildWorld(app);
    const sign = {
      params: { id: ids.service },
      body: {
        signerName: 'Signer',
        strokes: [
          {
            points: [
              { x: 1, y: 1 },
              { x: 90, y: 1 },
            ],
          },
        ],
        signedAt: '2026-11-20T10:00:00Z',
      },
      file: new Blob(['M10 10 L90 40 L20 70']),
    };
    await admin.service.sign(sign);
    const { number } = await admin.service.findById({ params: { id: ids.service } });
    await admin.service.add({
      body: {
        id: ids.service,
        number,
        date: '2026-11-20T10:00:00Z',
        type: ['REPAIR'],
        customer: { id: ids.customer },
        devices: [{ id: ids.device }],
        actions: [],
      },
    });
    expect(await kindsOf(admin)).toEqual(expect.arrayContaining(['REOPENED', 'SIGNED']));
  });
});
