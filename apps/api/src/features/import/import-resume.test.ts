/** Imports that are interrupted, cancelled, run at once, and what else happens at the same time. */
import { randomUUID } from 'node:crypto';
import { type Import, mostKeptRows } from '@servicebook/shared/import';
import type { ImportField } from '@servicebook/shared/import-fields';
import { describe, expect, it, vi } from 'vitest';
import type { Deps } from '../../deps.ts';
import { type Api, refusal, useTestApp } from '../../testing/app.ts';
import { buildAdmin, buildTeam } from '../../testing/builders.ts';
import { removeOldImports } from './import.jobs.ts';
import { checkRows } from './import-check.ts';
import { runRows } from './import-run.ts';
import { undoRows } from './import-undo.ts';

const app = useTestApp();

const fields: ImportField[] = [
  'customer.ownNumber',
  'customer.shortName',
  'contact.name',
  'category.name',
  'machine.name',
  'machine.serialNumber',
  'machine.note',
  'past.lastInspection',
];
const header = ['No', 'Customer', 'Contact', 'Category', 'Machine', 'S/N', 'Note', 'Last inspection'];
const rowsOf = (count: number, prefix = 'SN') =>
  Array.from({ length: count }, (_, index) => [
    `K${index % 40}`,
    `Customer ${index % 40}`,
    `Person ${index % 40}`,
    `Category ${index % 5}`,
    `Machine ${index}`,
    index % 3 === 0 ? '' : `${prefix}-${1000 + index}`,
    index % 4 === 0 ? `Note ${index}` : '',
    '2026-02-10',
  ]);
const csv = (rows: string[][]) => new Blob([[header, ...rows].map((row) => row.join(';')).join('\n')]);

/** Uploaded and assigned, with its jobs held back: the test runs them. */
async function prepared(api: Api, rows: string[][], options: object = {}): Promise<Import> {
  const found = await api.import.upload({ file: csv(rows), fileName: 'list.csv' });
  const columns = fields.map((field) => ({ field, dateOrder: null }));
  return api.import.setMapping({ body: { id: found.id, sheets: [{ headerRow: 1, columns }], options } });
}

const held = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  const enqueue = vi.spyOn(app.deps.jobs, 'enqueue').mockResolvedValue();
  try {
    return await work();
  } finally {
    enqueue.mockRestore();
  }
};

const never = new AbortController().signal;
type Work = (
  deps: Deps,
  work: { accountId: number; importId: number; revision: number },
  signal: AbortSignal,
) => Promise<void>;

/** Begins work through the API and does it here, so that the test can break it off. */
async function begun(api: Api, accountId: number, id: number, name: 'check' | 'run' | 'undo') {
  const { revision } = await held(() => api.import[name]({ params: { id } }));
  return { accountId, importId: id, revision };
}

async function done(
  api: Api,
  accountId: number,
  id: number,
  name: 'check' | 'run' | 'undo',
): Promise<Import> {
  const work: Work = { check: checkRows, run: runRows, undo: undoRows }[name];
  await work(app.deps, await begun(api, accountId, id, name), never);
  return api.import.findById({ params: { id } });
}

/** All that the account has, without what only tells that an import was there, and when rows were written. */
async function contentOf(accountId: number): Promise<string> {
  const { global } = app.deps.db;
  const tables = [
    'customer',
    'customer_contact',
    'category',
    'device',
    'device_note',
    'part',
    'past_service',
    'todo',
  ];
  const dumps = await Promise.all(
    tables.map((table) =>
      global.$queryRawUnsafe<{ rows: unknown }[]>(
        `SELECT jsonb_agg(to_jsonb(t) - 'id' - 'revision' - 'created_at' - 'updated_at' - 'search' - 'customer_id' - 'category_id'
           - 'device_id' ORDER BY (to_jsonb(t) - 'id' - 'revision' - 'created_at' - 'updated_at' - 'search')::text) AS rows
           FROM "${table}" t WHERE account_id = $1`,
        accountId,
      ),
    ),
  );
  return JSON.stringify(dumps);
}

const counts = async (accountId: number) => {
  const db = app.deps.db.of({ accountId });
  return {
    customers: await db.customer.count({ where: {} }),
    contacts: await db.customerContact.count({ where: {} }),
    categories: await db.category.count({ where: {} }),
    machines: await db.device.count({ where: {} }),
    notes: await db.deviceNote.count({ where: {} }),
    past: await db.pastService.count({ where: {} }),
  };
};
const whole = { customers: 40, contacts: 40, categories: 5, machines: 450, notes: 113, past: 450 };

it('a run tells the database how much its tables have grown, so that others are not searched as a whole', async () => {
  const { admin, accountId } = await buildTeam(app);
  const { global } = app.deps.db;
  await global.$executeRaw`ANALYZE device`;
  // It tells at 500 for the first time, and in whatever steps it works, again before 1,500.
  const { id } = await prepared(admin, rowsOf(1500));
  await done(admin, accountId, id, 'check');
  await done(admin, accountId, id, 'run');
  const [known] = await global.$queryRaw<{ rows: number }[]>`
    SELECT reltuples::int AS rows FROM pg_class WHERE oid = 'device'::regclass`;
  expect(known?.rows).toBeGreaterThanOrEqual(600);
});

describe('a killed server', () => {
  it('leaves a run that another one continues, at whatever point it dies', async () => {
    const owner = await buildAdmin(app);
    const { accountId } = owner;
    const admin = await app.as(owner);
    const { id } = await prepared(admin, rowsOf(450));
    await done(admin, accountId, id, 'check');
    const work = await begun(admin, accountId, id, 'run');
    const { global } = app.deps.db;
    await global.$executeRawUnsafe(`CREATE SEQUENCE deaths`);
    await global.$executeRawUnsafe(`
      CREATE FUNCTION die() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF nextval('deaths') % 97 = 0 THEN RAISE 'the server was killed'; END IF; RETURN NULL; END $$`);
    for (const table of [
      'customer',
      'customer_contact',
      'device',
      'device_note',
      'past_service',
      'import_change',
    ])
      await global.$executeRawUnsafe(
        `CREATE TRIGGER die AFTER INSERT ON "${table}" FOR EACH ROW EXECUTE FUNCTION die()`,
      );
    let deaths = 0;
    for (let attempt = 0; attempt < 400; attempt++) {
      try {
        await runRows(app.deps, work, never);
        break;
      } catch {
        deaths++;
        // The next server is luckier by some rows.
        if (deaths > 25)
          await global.$executeRawUnsafe(
            `CREATE OR REPLACE FUNCTION die() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'`,
          );
      }
    }
    await global.$executeRawUnsafe('DROP FUNCTION die CASCADE');
    await global.$executeRawUnsafe('DROP SEQUENCE deaths');
    expect(deaths).toBeGreaterThanOrEqual(20);
    expect(await counts(accountId)).toEqual(whole);
    expect(await admin.import.findById({ params: { id } })).toMatchObject({
      state: 'DONE',
      counts: { rowsDone: 450 },
    });
  }, 120_000);

  it('leaves a run between two batches, and an undo, that others finish', async () => {
    const owner = await buildAdmin(app);
    const { accountId } = owner;
    const admin = await app.as(owner);
    const before = await contentOf(accountId);
    const { id } = await prepared(admin, rowsOf(450));
    await done(admin, accountId, id, 'check');
    const stop = async (work: Work, name: 'run' | 'undo') => {
      const begunWork = await begun(admin, accountId, id, name);
      for (let steps = 1; steps < 30; steps++) {
        const kill = new AbortController();
        let asked = 0;
        const signal = new Proxy(kill.signal, {
          get: (target, key) =>
            key === 'throwIfAborted'
              ? () => {
                  if (++asked > 1) throw new Error('killed');
                }
              : Reflect.get(target, key),
        });
        try {
          await work(app.deps, begunWork, signal);
          return;
        } catch (error) {
          expect(String(error)).toContain('killed');
          if (name === 'run') {
            await runRows(app.deps, begunWork, never);
            return;
          }
        }
      }
    };
    await stop(runRows, 'run');
    expect(await counts(accountId)).toEqual(whole);
    await stop(undoRows, 'undo');
    const undone = await admin.import.findById({ params: { id } });
    expect(undone).toMatchObject({ state: 'UNDONE', undone: { KEPT: 0, FAILED: 0 } });
    expect(await contentOf(accountId)).toEqual(before);
  }, 60_000);

  it('lets two servers work on one run at once without anything being written twice', async () => {
    const owner = await buildAdmin(app);
    const { accountId } = owner;
    const admin = await app.as(owner);
    const { id } = await prepared(admin, rowsOf(450));
    await done(admin, accountId, id, 'check');
    const work = await begun(admin, accountId, id, 'run');
    await Promise.all([runRows(app.deps, work, never), runRows(app.deps, work, never)]);
    expect(await counts(accountId)).toEqual(whole);
  }, 60_000);
});

describe('imports at once', () => {
  it('run one at a time in a company', async () => {
    const owner = await buildAdmin(app);
    const { accountId } = owner;
    const admin = await app.as(owner);
    const [one, other] = [await prepared(admin, rowsOf(4)), await prepared(admin, rowsOf(4, 'XX'))];
    await done(admin, accountId, one.id, 'check');
    await done(admin, accountId, other.id, 'check');
    const work = await begun(admin, accountId, one.id, 'run');
    expect(await refusal(admin.import.run({ params: { id: other.id } }))).toMatchObject({
      code: 'IMPORT_RUNNING',
    });
    await runRows(app.deps, work, never);
    expect(await done(admin, accountId, other.id, 'run')).toMatchObject({ state: 'DONE' });
  });

  it('end when they are cancelled, keep what is written, and can go on', async () => {
    const owner = await buildAdmin(app);
    const { accountId } = owner;
    const admin = await app.as(owner);
    const { id } = await prepared(admin, rowsOf(450));
    await done(admin, accountId, id, 'check');
    const work = await begun(admin, accountId, id, 'run');
    let batches = 0;
    const signal = new Proxy(never, {
      get: (target, key) =>
        key === 'throwIfAborted'
          ? () => {
              if (++batches > 2) throw new Error('killed');
            }
          : Reflect.get(target, key),
    });
    await expect(runRows(app.deps, work, signal)).rejects.toThrow('killed');
    const cancelled = await admin.import.cancel({ params: { id } });
    expect(cancelled).toMatchObject({ state: 'CANCELLED', counts: { rowsDone: 400 } });
    // The server that still worked on it notices.
    await runRows(app.deps, work, never);
    expect((await counts(accountId)).machines).toBe(400);
    await done(admin, accountId, id, 'run');
    expect(await counts(accountId)).toEqual(whole);
  });
});

describe('what has changed since the check', () => {
  it('is planned again: a customer that somebody has added meanwhile is used', async () => {
    const { admin, technician, accountId } = await buildTeam(app);
    const { id } = await prepared(admin, rowsOf(10));
    await done(admin, accountId, id, 'check');
    await technician.customer.insert({
      body: { shortName: 'customer 3', fullName: 'Customer 3' },
      idempotencyKey: randomUUID(),
    });
    expect(await done(admin, accountId, id, 'run')).toMatchObject({
      state: 'DONE',
      counts: { rowsDone: 10 },
    });
    expect(
      (await admin.customer.findAll()).filter(({ shortName }) => shortName.toLowerCase() === 'customer 3'),
    ).toHaveLength(1);
  });

  it('does not stop protocols, machines and customers that are saved at the same time', async () => {
    const { admin, technician, accountId } = await buildTeam(app);
    const first = await prepared(admin, rowsOf(200));
    await done(admin, accountId, first.id, 'check');
    await done(admin, accountId, first.id, 'run');
    const again = await prepared(
      admin,
      rowsOf(200).map((row) => [row[0] ?? '', `Client ${row[0]}`, ...row.slice(2)]),
    );
    await done(admin, accountId, again.id, 'check');
    const work = await begun(admin, accountId, again.id, 'run');
    const devices = await admin.device.findAll();
    const edits = devices
      .slice(0, 20)
      .map((device) => technician.note.insert({ body: { text: 'Seen', device: { id: device.id } } }));
    await Promise.all([runRows(app.deps, work, never), ...edits]);
    const names = (await admin.customer.findAll()).map(({ shortName }) => shortName);
    expect(names.every((name) => name.startsWith('Client K'))).toBe(true);
    expect(app.logs.filter((line) => line.includes('request failed'))).toEqual([]);
    // What the second import has renamed, the first one keeps until the second is taken back.
    expect(await done(admin, accountId, again.id, 'undo')).toMatchObject({ undone: { KEPT: 0, FAILED: 0 } });
    expect((await admin.customer.findAll()).every(({ shortName }) => shortName.startsWith('Customer'))).toBe(
      true,
    );
  });

  it('is named when a further import has changed it', async () => {
    const { admin, accountId } = await buildTeam(app);
    const first = await prepared(admin, rowsOf(3));
    await done(admin, accountId, first.id, 'check');
    await done(admin, accountId, first.id, 'run');
    const second = await prepared(
      admin,
      rowsOf(3).map((row) => [row[0] ?? '', `Client ${row[0]}`, ...row.slice(2)]),
    );
    await done(admin, accountId, second.id, 'check');
    await done(admin, accountId, second.id, 'run');
    const undone = await done(admin, accountId, first.id, 'undo');
    expect(undone.undone).toMatchObject({ KEPT: 3, FAILED: 0 });
    const kept = await admin.import.changes({ body: { id: first.id, undo: 'KEPT' } });
    expect(kept.content.map(({ entity, reason, who }) => [entity, reason, who])).toEqual(
      Array.from({ length: 3 }, () => ['customer', 'CHANGED', expect.stringContaining('Test User')]),
    );
  });
});

describe('old imports', () => {
  it('are removed: those that were left, and the rows of those that can no longer be taken back', async () => {
    const { admin, accountId } = await buildTeam(app);
    const left = await prepared(admin, rowsOf(2));
    const ran = await prepared(admin, rowsOf(2));
    await done(admin, accountId, ran.id, 'check');
    await done(admin, accountId, ran.id, 'run');
    const later = (days: number) => ({
      ...app.deps,
      clock: () => new Date(Date.now() + days * 24 * 3_600_000),
    });
    await removeOldImports(later(6));
    expect(await admin.import.findAll()).toHaveLength(2);
    await removeOldImports(later(8));
    expect((await admin.import.findAll()).map(({ id }) => id)).toEqual([ran.id]);
    expect(await refusal(admin.import.findById({ params: { id: left.id } }))).toMatchObject({ status: 404 });
    await removeOldImports(later(31));
    const [only] = await admin.import.findAll();
    expect(only).toMatchObject({ id: ran.id, state: 'DONE', undoUntil: null });
    expect(await app.deps.db.of({ accountId }).importRow.count({ where: {} })).toBe(0);
    expect(await refusal(admin.import.undo({ params: { id: ran.id } }))).toMatchObject({
      code: 'IMPORT_STATE',
    });
  });

  it('are limited while they are open', async () => {
    const { admin } = await buildTeam(app);
    for (let count = 0; count < 10; count++) await prepared(admin, rowsOf(1));
    expect(await refusal(prepared(admin, rowsOf(1)))).toMatchObject({ code: 'IMPORT_LIMIT', status: 429 });
  });

  it('are limited by the rows that are kept of those that were run', async () => {
    const { admin, accountId } = await buildTeam(app);
    const { id } = await prepared(admin, rowsOf(1));
    await done(admin, accountId, id, 'check');
    await done(admin, accountId, id, 'run');
    await app.deps.db.global.$executeRaw`
      INSERT INTO import_row (account_id, import_id, position, sheet, row, cells)
      SELECT ${accountId}, ${id}, n, 0, n, '[]' FROM generate_series(10, ${mostKeptRows + 10}) AS n`;
    expect(await refusal(prepared(admin, rowsOf(1)))).toMatchObject({
      ...{ code: 'IMPORT_ROWS_LIMIT', status: 429 },
      message: expect.stringContaining('500'),
    });
    await app.deps.db.of({ accountId }).importRow.deleteMany({ where: {} });
    await prepared(admin, rowsOf(1));
    // Half a million rows take the database some seconds, and longer on a busy machine.
  }, 60_000);
});
