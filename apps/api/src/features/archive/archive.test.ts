import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { ZipFile } from 'yazl';
import { openSigningKey, type SigningKey } from '../../platform/signing-key.ts';
import { type Api, refusal, useTestApp } from '../../testing/app.ts';
import { bringBack, readArchive, settledArchive, uploadArchive } from '../../testing/archives.ts';
import { buildAdmin, buildCategory, buildCustomer, buildDevice } from '../../testing/builders.ts';
import { bodyOf, protocolOf, signProtocol } from '../../testing/protocols.ts';
import { buildUsedAccount } from '../../testing/used-account.ts';
import { type ExportedModel, exportedTables } from '../export/account-tables.ts';
import { targetOf } from '../export/export-columns.ts';
import { sealingEntries } from '../export/export-seal.ts';
import type { Manifest } from '../export/manifest.ts';
import { runArchive } from './archive.jobs.ts';
import { giveUpOldArchives } from './archive.service.ts';
import { archiveTables, modelsOfLog } from './archive-tables.ts';

const app = useTestApp();

type Row = Record<string, unknown>;
interface Unpacked {
  rows: Record<string, Row[]>;
  manifest: Manifest;
  bytesOf(path: string): Uint8Array;
}

function unpack(archive: ArrayBuffer): Unpacked {
  const content = unzipSync(new Uint8Array(archive));
  const json = (path: string) => JSON.parse(strFromU8(content[path] ?? new Uint8Array()));
  const rows = Object.fromEntries(exportedTables.map(({ file }) => [file, json(`data/${file}.json`)]));
  return { rows, manifest: json('manifest.json'), bytesOf: (path) => content[path] ?? new Uint8Array() };
}

const fileOf = (model: ExportedModel) => exportedTables.find((table) => table.model === model)?.file ?? '';
const isOfOrder = ({ kind }: Row) => String(kind).startsWith('INVOICE_');
/** Files of orders, and imports that were not finished. */
const isLeft = (file: string, row: Row) =>
  (file === 'files' && isOfOrder(row)) ||
  (file === 'imports' && !(row.startedAt && ['DONE', 'CANCELLED', 'FAILED'].includes(String(row.state))));

/** What may differ: what archiveTables says of employees and of the company, and marks. */
const mayDiffer: Partial<Record<ExportedModel, string[]>> = {
  Account: ['id', 'defaultPlanId', 'createdAt', 'updatedAt'],
  User: ['active', 'activatedAt', 'accountPlanId', 'planExpired', 'updatedAt'],
  StoredFile: ['key', 'formerKey'],
  ServiceVersion: ['returnedAs'],
  Import: ['undoUntil'],
  ProtocolMail: ['refusal'],
  AuditLog: ['id', 'isFormer'],
};

/** The rows of the tables that come back, with keys that do not depend on the account: places, and addresses of people. */
function comparable({ rows }: Unpacked, isOwn: (row: Row) => boolean = () => false): Record<string, Row[]> {
  const places = new Map(
    Object.entries(rows).map(([file, own]) => {
      const counted = own.filter((row) => !isLeft(file, row));
      const nameOf = (row: Row, index: number) => (file === 'employees' ? row.email : `${file} ${index}`);
      return [file, new Map(counted.map((row, index) => [row.id, nameOf(row, index)]))];
    }),
  );
  const place = (file: string, id: unknown) => (id === null ? null : (places.get(file)?.get(id) ?? 'gone'));
  const tables = exportedTables.filter(({ model }) => !('because' in archiveTables[model]));
  return Object.fromEntries(
    tables.map((table) => {
      const { file, model } = table;
      const kept = (rows[file] ?? []).filter((row) => !isOwn(row) && !isLeft(file, row));
      const compared = kept.map((row) => {
        const same = Object.entries(row).filter(([name]) => !mayDiffer[model]?.includes(name));
        const named = same.map(([name, value]) => {
          if (name === 'id') return [name, place(file, value)];
          const target = targetOf(table, name)?.split('.')[0];
          return [name, target ? place(target, value) : value];
        });
        const result = Object.fromEntries(named);
        if (model === 'StoredFile') result.key = row.formerKey ?? row.key;
        if (model === 'AuditLog') {
          const target = modelsOfLog[String(row.entity)];
          result.entityId = target && row.entityId ? place(fileOf(target), row.entityId) : 'not named';
          result.userId = place('employees', row.userId);
          if (result.entityId === 'gone') result.entityId = null;
          if (result.userId === 'gone') result.userId = null;
        }
        // Keys of pairs order their rows by the keys of the account.
        return result;
      });
      const sorted = compared.toSorted((one, other) =>
        JSON.stringify(one).localeCompare(JSON.stringify(other)),
      );
      return [file, sorted];
    }),
  );
}

const hashesOf = ({ manifest, bytesOf, rows }: Unpacked) =>
  manifest.files
    .filter(({ id }) => (rows.files ?? []).some((row) => row.id === id && !isOfOrder(row)))
    .map((file) => file.path && createHash('sha256').update(bytesOf(file.path)).digest('hex'))
    .sort();

/** Uploads and parts are removed shortly after the answer; invoices of the seller lie there without a row of the account. */
const expectStray = (names: string[]) =>
  vi.waitFor(async () => expect((await app.strayFiles()).sort()).toEqual(names.sort()), {
    timeout: 10_000,
    interval: 50,
  });

describe('an archive of all data', () => {
  it('comes back into an empty account: tables equal, files equal', async () => {
    const used = await buildUsedAccount(app);
    const db = app.deps.db.of(used);
    // The operator may send again what a mail server refused, and must not send it for an account that is gone.
    const refused = {
      state: 'REFUSED',
      refusal: 'SERVER',
      email: 'nobody@mill.test',
      language: 'en',
      text: '',
    } as const;
    const { serviceVersionId } = await db.protocolMail.findFirstOrThrow();
    await db.protocolMail.create({ data: { accountId: used.accountId, serviceVersionId, ...refused } });
    const stray = await app.strayFiles();
    const first = await readArchive(used.admin);
    const before = unpack(first);
    const owner = await buildAdmin(app);
    const of = { accountId: owner.accountId };
    const admin = await app.as(owner);
    const mails = app.mails.length;
    expect((await admin.archive.situation()).obstacles).toEqual([]);

    const { id } = await uploadArchive(admin, new Uint8Array(first));
    const checked = await settledArchive(admin);
    expect(checked).toMatchObject({ id, state: 'CHECKED', fault: null, received: first.byteLength });
    expect(checked.content).toMatchObject({ companyName: before.manifest.company.name, lostFiles: 0 });
    expect(await app.deps.db.of(of).device.count()).toBe(0);
    await admin.archive.run({ params: { id } });
    expect(await settledArchive(admin)).toMatchObject({ state: 'DONE', fault: null });

    const after = unpack(await readArchive(admin));
    // What the new account has of its own.
    const isOwn = (row: Row) => row.email === owner.email || ('isFormer' in row && row.isFormer === false);
    const expected = comparable(before);
    for (const [file, rows] of Object.entries(comparable(after, isOwn)))
      expect(rows, file).toEqual(expected[file]);
    for (const { file, model } of exportedTables)
      if ('back' in archiveTables[model]) expect(after.rows[file]?.length, file).toBeGreaterThan(0);
    expect(hashesOf(after)).toEqual(hashesOf(before));
    expect(hashesOf(after).length).toBeGreaterThan(3);
    expect(
      (await app.deps.db.of(of).serviceVersion.findMany({ orderBy: { id: 'asc' } })).map(
        ({ snapshot }) => snapshot,
      ),
    ).toEqual((await db.serviceVersion.findMany({ orderBy: { id: 'asc' } })).map(({ snapshot }) => snapshot));
    const mailsOf = (account: { accountId: number }) =>
      app.deps.db.of(account).protocolMail.findMany({ orderBy: { id: 'asc' }, select: { refusal: true } });
    expect(await mailsOf(used)).toContainEqual({ refusal: 'SERVER' });
    expect(await mailsOf(of)).toEqual(
      (await mailsOf(used)).map(({ refusal }) => ({ refusal: refusal === 'SERVER' ? 'CLOSED' : refusal })),
    );
    // Nobody was told, and the account that it came from is as it was.
    const told = app.mails.slice(mails).filter(({ subject }) => subject !== 'Your Servicebook data is ready');
    expect(told).toEqual([]);
    expect(hashesOf(unpack(await readArchive(used.admin)))).toEqual(hashesOf(before));
    await expectStray(stray);
  });

  it('brings people back as they are here, and all others without access', async () => {
    const used = await buildUsedAccount(app);
    const people = await app.deps.db.of(used).user.findMany({ orderBy: { id: 'asc' } });
    const [chief, worker] = people;
    if (!chief || !worker) throw new Error('no people');
    await app.deps.db.of(used).ownSignature.create({
      data: { accountId: used.accountId, userId: worker.id, svgPath: 'M0 0 L50 9' },
    });
    const bytes = new Uint8Array(await readArchive(used.admin));
    await used.admin.account.delete();
    await vi.waitFor(
      async () => expect(await app.deps.db.global.account.count({ where: { id: used.accountId } })).toBe(0),
      { timeout: 15_000 },
    );
    const owner = await buildAdmin(app, { email: chief.email, firstName: 'New' });
    const admin = await app.as(owner);
    const done = await bringBack(admin, bytes);
    expect(done).toMatchObject({ state: 'DONE' });
    expect(done.content?.people.find(({ email }) => email === chief.email)).toMatchObject({ as: 'HERE' });
    const db = app.deps.db.of(owner);
    const back = await db.user.findMany({ include: { identity: true }, omit: { passwordHash: false } });
    expect(back).toHaveLength(people.length);
    expect(back.find(({ id }) => id === owner.id)).toMatchObject({
      firstName: chief.firstName,
      active: true,
    });
    for (const other of back.filter(({ id }) => id !== owner.id))
      expect(other).toMatchObject({
        active: false,
        passwordHash: null,
        planExpired: null,
        identity: { claimedAt: null, invited: true },
      });
    expect(back.some(({ email }) => email === worker.email)).toBe(true);
    // The chief draws no signature again. The worker's waits for the worker, whatever is changed before.
    expect((await admin.ownSignature.get()).svgPath).toBe('M0 0 L90 0');
    // Nobody comes in by a link of their own.
    await app.forgetAttempts();
    expect(
      await refusal(app.anonymous.account.sendActivationLink({ query: { email: worker.email } })),
    ).toMatchObject({ status: 404 });
    // An administrator lets them in: active, then invited. A free plan has no place for them.
    const { id } = back.find(({ email }) => email === worker.email) as { id: number };
    const { email, firstName, lastName } = worker;
    const employee = { id, email, firstName, lastName, position: 'Technician', country: 'PL' as const };
    const update = (active: boolean) =>
      admin.employee.update({ body: { ...employee, active, vacationDays: 20, roles: [{ id: 2 }] } });
    const letIn = () => update(true);
    await update(false);
    const own = { where: { accountId_id: { accountId: owner.accountId, id: owner.id } } };
    const free = await app.deps.db.global.accountPlan.findFirstOrThrow({
      where: { code: 'FREE', language: 'en' },
    });
    await db.user.update({ ...own, data: { accountPlanId: free.id } });
    expect(await refusal(letIn())).toMatchObject({ status: 402, code: 'FREE_PLAN_USER_LIMIT' });
    await db.user.update({ ...own, data: { accountPlanId: owner.accountPlanId } });
    await letIn();
    await admin.employee.invite({ params: { id } });
    const { text } = await app.mailTo(worker.email);
    const username = worker.email;
    const password = text.split('\n').find((line) => /^\S{12,}$/.test(line)) ?? '';
    const entered = await app.anonymous.http.get('/api/user/auth', { auth: { username, password } });
    expect(entered.status).toBe(200);
    expect(await app.deps.db.of(owner).ownSignature.findFirst({ where: { userId: id } })).toMatchObject({
      svgPath: 'M0 0 L50 9',
    });

    const { content: log } = await admin.log.search({ body: { size: 100 } });
    expect(log.slice(0, 2).map(({ kind }) => kind)).toEqual(['SIGN_IN', 'CHANGED']);
    expect(log.find(({ kind }) => kind === 'BROUGHT_BACK')).toMatchObject({ arg0: chief.email });
    const former = log.filter(({ formattedMessage }) => formattedMessage.endsWith('(former account)'));
    expect(former.length).toBeGreaterThan(2);
  });

  it('keeps documents to the byte, draws copies of them, and goes on with the numbers and the month', async () => {
    const company = await buildAdmin(app);
    const api = await app.as(company);
    const { id: deviceId } = await buildDevice(app, { accountId: company.accountId });
    const body = protocolOf(
      await app.deps.db.of(company).device.findFirstOrThrow({ where: { id: deviceId } }),
      {
        date: new Date().toISOString(),
      },
    );
    const { id } = await api.service.add({ body });
    await signProtocol(api, id);
    const read = (from: Api, serviceId: number) =>
      from.http.get<ArrayBuffer>(`/api/service/pdf/${serviceId}`, { responseType: 'arraybuffer' });
    const document = await read(api, id);
    await api.service.withdraw({ params: { id }, body: { reason: 'Wrong machine' } });
    const bytes = new Uint8Array(await readArchive(api));
    const owner = await buildAdmin(app);
    const admin = await app.as(owner);
    expect(await bringBack(admin, bytes)).toMatchObject({ state: 'DONE' });
    const db = app.deps.db.of(owner);
    const back = await db.service.findFirstOrThrow({});
    const version = await admin.http.get<ArrayBuffer>(`/api/service/pdf/${back.id}?version=1`, {
      responseType: 'arraybuffer',
    });
    expect(Buffer.from(version.data).equals(Buffer.from(document.data))).toBe(true);
    // The marked copy is drawn again, from pictures that have other keys here.
    expect((await read(admin, back.id)).status).toBe(200);
    const counters = await db.signedCounter.findMany({});
    expect(counters).toMatchObject([{ signed: 1 }]);
    const device = await db.device.findFirstOrThrow({});
    const next = await admin.service.add({ body: { ...body, ...protocolOf(device, { date: body.date }) } });
    expect(next.number).toBe(back.number + 1);
  });

  it('brings past imports back as a list, with their results; none of them can be undone', async () => {
    const used = await buildUsedAccount(app);
    const db = app.deps.db.of(used);
    const { accountId, userId } = { ...used, userId: (await db.user.findFirstOrThrow({})).id };
    const made = { accountId, userId, size: 10, sha256: '0'.repeat(64), startedAt: new Date() };
    const undoUntil = new Date(Date.now() + 86_400_000);
    await db.import.deleteMany({ where: {} });
    await db.import.createMany({
      data: [
        { ...made, filename: 'done.csv', state: 'DONE', undoUntil },
        { ...made, filename: 'undone.csv', state: 'UNDONE', undoUntil },
        { ...made, filename: 'begun.csv', state: 'CHECKED', startedAt: null },
      ],
    });
    const bytes = new Uint8Array(await readArchive(used.admin));
    const owner = await buildAdmin(app);
    const admin = await app.as(owner);
    // An import that was tried in the new account is no record.
    await app.deps.db.of(owner).import.create({
      data: { ...made, accountId: owner.accountId, userId: owner.id, filename: 'tried.csv', state: 'UNDONE' },
    });
    expect(await bringBack(admin, bytes)).toMatchObject({ state: 'DONE' });
    const found = await admin.import.findAll();
    expect(found.map(({ filename }) => filename).sort()).toEqual(['done.csv', 'tried.csv']);
    const { id = 0, undoUntil: until } = found.find(({ filename }) => filename === 'done.csv') ?? {};
    expect(until).toBeNull();
    expect(await admin.import.findById({ params: { id } })).toMatchObject({ state: 'DONE', sheets: [] });
    expect(await refusal(admin.import.undo({ params: { id } }))).toMatchObject({
      code: 'IMPORT_STATE',
    });
  });

  it('counts a correction after the return, and after a second one, as it would have counted before', async () => {
    const company = await buildAdmin(app);
    const api = await app.as(company);
    const { accountId } = company;
    const { id: deviceId, customerId } = await buildDevice(app, { accountId });
    const other = await buildDevice(app, { accountId, customerId });
    const device = await app.deps.db.of(company).device.findFirstOrThrow({ where: { id: deviceId } });
    const { id } = await api.service.add({ body: protocolOf(device, { date: new Date().toISOString() }) });
    await signProtocol(api, id);
    // In the accounts to come, other records would have these ids if they were small.
    const first = await buildAdmin(app);
    const once = await app.as(first);
    await bringBack(once, new Uint8Array(await readArchive(api)));
    const second = await buildAdmin(app);
    const twice = await app.as(second);
    await bringBack(twice, new Uint8Array(await readArchive(once)));
    for (const [of, admin] of [
      [first, once],
      [second, twice],
    ] as const) {
      const db = app.deps.db.of(of);
      const back = await db.service.findFirstOrThrow({});
      const signed = async () => (await db.signedCounter.findFirstOrThrow({})).signed;
      const again = async (given: object) =>
        admin.service.add({ body: { ...(await bodyOf(admin, back.id)), ...given, isToSign: true } });
      expect(await signed()).toBe(1);
      await again({ faultDescription: 'Corrected' });
      expect(await signed()).toBe(1);
      const added = await db.device.findFirstOrThrow({ where: { name: other.name } });
      const [machine] = (await bodyOf(admin, back.id)).devices;
      await again({ devices: [machine, { id: added.id }] });
      expect(await signed()).toBe(2);
    }
  });

  it('comes back after it was unpacked and packed again, as macOS, Windows and zip do it', async () => {
    const used = await buildUsedAccount(app);
    const { id: deviceId } = await app.deps.db.of(used).device.findFirstOrThrow({});
    await used.admin.file.add({
      body: { device: { id: deviceId }, type: 'MACHINE_FILE', filename: 'Prüfung Łódź.txt' },
      file: new Blob(['checked']),
    });
    const genuine = new Uint8Array(await readArchive(used.admin));
    for (const again of [asMacOs, asWindows, asZip]) {
      const owner = await buildAdmin(app);
      const admin = await app.as(owner);
      await uploadArchive(admin, await again(genuine));
      expect(await settledArchive(admin), again.name).toMatchObject({ state: 'CHECKED', fault: null });
      await admin.archive.cancel({ params: { id: (await admin.archive.situation()).archive?.id ?? 0 } });
    }
    const owner = await buildAdmin(app);
    const admin = await app.as(owner);
    await bringBack(admin, await asMacOs(genuine));
    expect(hashesOf(unpack(await readArchive(admin)))).toEqual(hashesOf(unpack(genuine.slice().buffer)));
  });

  it('is refused while the account has records, and comes back when they are gone', async () => {
    const used = await buildUsedAccount(app);
    const bytes = new Uint8Array(await readArchive(used.admin));
    const owner = await buildAdmin(app);
    const admin = await app.as(owner);
    const { id: customerId } = await buildCustomer(app, { accountId: owner.accountId });
    expect((await admin.archive.situation()).obstacles).toEqual([{ name: 'Customers', rows: 1 }]);
    const others = (await used.admin.archive.situation()).obstacles.map(({ name }) => name);
    expect(others).toContain('Service protocols');
    expect(others).not.toContain('The machines of each protocol');
    const failed = await bringBack(admin, bytes);
    expect(failed).toMatchObject({ state: 'CHECKED', fault: { code: 'NOT_EMPTY', file: 'customers' } });
    expect(await app.deps.db.of(owner).device.count()).toBe(0);
    await admin.customer.delete({ params: { id: customerId } });
    // Somebody adds a category while the rows are written.
    const enqueue = vi.spyOn(app.deps.jobs, 'enqueue');
    enqueue.mockImplementationOnce(async () => {});
    const { id } = await admin.archive.run({ params: { id: failed.id } });
    const { revision } = await app.deps.db.of(owner).archive.findFirstOrThrow({ where: { id } });
    enqueue.mockRestore();
    await runWith(
      { put: async () => void (await buildCategory(app, { accountId: owner.accountId })) },
      owner,
      id,
      revision,
    );
    expect(await settledArchive(admin)).toMatchObject({
      state: 'CHECKED',
      fault: { code: 'NOT_EMPTY', file: 'categories' },
    });
    expect(await app.deps.db.of(owner).device.count()).toBe(0);
    await app.deps.db.of(owner).category.deleteMany({ where: {} });
    await admin.archive.run({ params: { id } });
    expect(await settledArchive(admin)).toMatchObject({ state: 'DONE' });
    expect(await app.deps.db.of(owner).device.count()).toBeGreaterThan(0);
  });

  it('is refused before it is uploaded if it is ten times as large as the quota', async () => {
    const admin = await app.as(await buildAdmin(app));
    const size = 300_000 * 1024 ** 2;
    expect(await refusal(admin.archive.begin({ body: { filename: 'large.zip', size } }))).toMatchObject({
      code: 'FILE_TOO_LARGE',
      message: expect.stringMatching(/\(at most \d{4,} MB\)/),
    });
  });

  it('is refused when its files do not fit the quota', async () => {
    const used = await buildUsedAccount(app);
    const bytes = new Uint8Array(await readArchive(used.admin));
    const owner = await buildAdmin(app);
    const admin = await app.as(owner);
    const { id } = await uploadArchive(admin, bytes);
    await settledArchive(admin);
    await app.deps.db.of(owner).user.update({
      where: { accountId_id: { accountId: owner.accountId, id: owner.id } },
      data: { accountPlanId: (await fullPlan()).id },
    });
    expect(await refusal(admin.archive.run({ params: { id } }))).toMatchObject({
      code: 'STORAGE_QUOTA_REACHED',
    });
  });
});

/** The folder of an archive, packed again by the Finder: below a folder, in its order, with entries of its own. */
async function asMacOs(archive: Uint8Array): Promise<Uint8Array> {
  const zip = new ZipFile();
  const folder = 'Firma – alle Daten';
  const nothing = Buffer.alloc(0);
  zip.addEmptyDirectory(folder);
  zip.addBuffer(Buffer.from('Bud1'), `${folder}/.DS_Store`);
  zip.addBuffer(nothing, `__MACOSX/${folder}/._.DS_Store`);
  for (const [name, content] of Object.entries(unzipSync(archive)).toReversed()) {
    // A stream has its size and checksum in a descriptor after it.
    zip.addReadStream(Readable.from([Buffer.from(content)]), `${folder}/${name.normalize('NFD')}`);
    zip.addBuffer(nothing, `__MACOSX/${folder}/${name.replace(/[^/]+$/, '._$&')}`);
  }
  zip.end();
  const packed = await buffer(zip.outputStream);
  // The Finder does not say that its names are UTF-8.
  for (const mark of ['PK\u0003\u0004', 'PK\u0001\u0002'])
    for (let at = packed.indexOf(mark); at >= 0; at = packed.indexOf(mark, at + 1)) {
      const flags = at + (mark.endsWith('\u0002') ? 8 : 6);
      packed.writeUInt16LE(packed.readUInt16LE(flags) & ~0x800, flags);
    }
  return packed;
}

/** With backslashes, as older programs of Windows write them, and what the Explorer adds. */
async function asWindows(archive: Uint8Array): Promise<Uint8Array> {
  const entries = Object.entries(unzipSync(archive)).sort();
  const renamed = entries.map(([name, content]) => [`all data\\${name.replaceAll('/', '\\')}`, content]);
  return zipSync({ ...Object.fromEntries(renamed), 'all data\\desktop.ini': strToU8('[x]') }, { level: 9 });
}

/** Without a folder, and not compressed. */
async function asZip(archive: Uint8Array): Promise<Uint8Array> {
  const entries = Object.entries(unzipSync(archive)).toReversed();
  return zipSync({ 'data/': new Uint8Array(), ...Object.fromEntries(entries) }, { level: 0 });
}

/** A plan without any room for files. */
const fullPlan = async () => {
  const { id: _, ...plan } = await app.deps.db.global.accountPlan.findFirstOrThrow({
    where: { code: 'FREE', language: 'en' },
  });
  const created = { ...plan, storageMegabytes: 0, language: 'xx' };
  return app.deps.db.global.accountPlan.create({ data: created });
};

/** Runs the job here, with something that happens each time a file is stored. */
async function runWith(
  { put, signal = new AbortController().signal }: { put: () => Promise<void>; signal?: AbortSignal },
  { accountId }: { accountId: number },
  archiveId: number,
  revision: number,
): Promise<void> {
  const files = {
    ...app.deps.files,
    write: async (...[key, content]: Parameters<typeof app.deps.files.write>) => {
      const size = await app.deps.files.write(key, content);
      await put();
      return size;
    },
  };
  await runArchive({ ...app.deps, files })({ accountId, archiveId, revision }, signal);
}

/** Puts an archive in the state in which its job begins, without the job. */
async function handed(admin: Api, { accountId }: { accountId: number }, id: number) {
  const enqueue = vi.spyOn(app.deps.jobs, 'enqueue').mockImplementationOnce(async () => {});
  await admin.archive.run({ params: { id } });
  enqueue.mockRestore();
  return app.deps.db.of({ accountId }).archive.findFirstOrThrow({ where: { id } });
}

describe('bringing an archive back', () => {
  const setUp = async () => {
    const used = await buildUsedAccount(app);
    const bytes = new Uint8Array(await readArchive(used.admin));
    const owner = await buildAdmin(app);
    const admin = await app.as(owner);
    const stray = await app.strayFiles();
    const { id } = await uploadArchive(admin, bytes);
    await settledArchive(admin);
    return { owner, admin, id, stray, bytes };
  };

  it('starts over after its server was killed, and leaves nothing behind', async () => {
    const { owner, admin, id, stray } = await setUp();
    const { revision } = await handed(admin, owner, id);
    // Killed while it stores files, and then while it writes rows.
    const killed = new AbortController();
    let stored = 0;
    const put = async () => {
      if (++stored < 3) return;
      killed.abort();
      throw new Error('the server was killed');
    };
    await expect(runWith({ put, signal: killed.signal }, owner, id, revision)).rejects.toThrow('killed');
    expect((await app.strayFiles()).length).toBeGreaterThan(stray.length);
    const { global } = app.deps.db;
    await global.$executeRaw`
      CREATE FUNCTION die() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'the server was killed'; END $$`;
    await global.$executeRaw`CREATE TRIGGER die BEFORE INSERT ON todo EXECUTE FUNCTION die()`;
    const dying = new AbortController();
    const late = runWith({ put: async () => {}, signal: dying.signal }, owner, id, revision);
    dying.abort();
    await expect(late).rejects.toThrow();
    await global.$executeRaw`DROP TRIGGER die ON todo`;
    expect(await app.deps.db.of(owner).customer.count()).toBe(0);
    expect(await app.deps.db.of(owner).archive.findFirst({ where: { id } })).toMatchObject({
      state: 'RUNNING',
    });

    await runWith({ put: async () => {} }, owner, id, revision);
    expect(await settledArchive(admin)).toMatchObject({ state: 'DONE' });
    const keys = (await app.deps.db.of(owner).storedFile.findMany({})).map(({ key }) => key);
    for (const key of keys) expect((await app.deps.files.get(key)).length).toBeGreaterThan(0);
    // A second run of the same job does nothing.
    await runWith({ put: async () => {} }, owner, id, revision);
    expect((await app.deps.db.of(owner).storedFile.findMany({})).length).toBe(keys.length);
    await expectStray(stray);
  });

  it.each([null, 'STORAGE_AWAY'])('is whole if another server has done it meanwhile: %s', async (code) => {
    const { owner, admin, id } = await setUp();
    const { revision } = await handed(admin, owner, id);
    let stored = 0;
    const put = async () => {
      if (++stored !== 3) return;
      await runWith({ put: async () => {} }, owner, id, revision);
      if (code) throw Object.assign(new Error('the store is away'), { code });
    };
    const late = runWith({ put }, owner, id, revision);
    await (code ? expect(late).rejects.toThrow('away') : late);
    expect(await settledArchive(admin)).toMatchObject({ state: 'DONE' });
    const keys = (await app.deps.db.of(owner).storedFile.findMany({})).map(({ key }) => key);
    expect(keys.length).toBeGreaterThan(3);
    for (const key of keys) expect((await app.deps.files.get(key)).length).toBeGreaterThan(0);
  });

  it('is given up at any time, and nothing of it stays', async () => {
    const { owner, admin, id, stray } = await setUp();
    const { revision } = await handed(admin, owner, id);
    let stored = 0;
    await runWith(
      { put: async () => void (++stored === 2 && (await admin.archive.cancel({ params: { id } }))) },
      owner,
      id,
      revision,
    );
    expect(await settledArchive(admin)).toMatchObject({ state: 'CANCELLED' });
    expect(await app.deps.db.of(owner).customer.count()).toBe(0);
    await expectStray(stray);
    expect(await refusal(admin.archive.run({ params: { id } }))).toMatchObject({ code: 'ARCHIVE_STATE' });
  });

  it('gives up an upload that another one follows, or that nobody goes on with', async () => {
    const { admin, id, stray, bytes } = await setUp();
    const next = await admin.archive.begin({ body: { filename: 'next.zip', size: bytes.length } });
    expect(await refusal(admin.archive.run({ params: { id } }))).toMatchObject({ code: 'ARCHIVE_STATE' });
    const part = { body: { id: next.id, position: 0 }, file: new Blob([bytes]) };
    expect(await refusal(admin.archive.check({ params: { id: next.id } }))).toMatchObject({
      code: 'ARCHIVE_STATE',
    });
    const short = admin.archive.part({ ...part, file: new Blob(['short']) });
    expect(await refusal(short)).toMatchObject({ fields: { file: 'INVALID' } });
    await Promise.all([admin.archive.part(part), admin.archive.part(part), admin.archive.part(part)]);
    expect((await admin.archive.situation()).archive).toMatchObject({ received: bytes.length });
    const inEightDays = () => new Date(Date.now() + 8 * 24 * 3_600_000);
    await giveUpOldArchives({ ...app.deps, clock: inEightDays });
    expect((await admin.archive.situation()).archive).toMatchObject({ state: 'CANCELLED' });
    await expectStray(stray);
  });

  it('gives up one whose job was given up days ago', async () => {
    const { admin, id, stray, owner } = await setUp();
    await app.deps.db.of(owner).archive.updateMany({ where: { id }, data: { state: 'RUNNING' } });
    await giveUpOldArchives({ ...app.deps, clock: () => new Date(Date.now() + 8 * 24 * 3_600_000) });
    expect((await admin.archive.situation()).archive).toMatchObject({ state: 'CANCELLED' });
    await expectStray(stray);
  });
});

describe('an archive is refused that', () => {
  let genuine: Uint8Array;
  let foreign: Uint8Array;
  beforeAll(async () => {
    const used = await buildUsedAccount(app);
    genuine = new Uint8Array(await readArchive(used.admin));
    const folder = await mkdtemp(path.join(tmpdir(), 'servicebook-key-'));
    const other = await openSigningKey(path.join(folder, 'other.pem'));
    await rm(folder, { recursive: true });
    foreign = resigned(genuine, () => {}, other);
  });

  type Entries = Record<string, Uint8Array>;
  const changed = (change: (entries: Entries) => unknown, bytes = genuine): Uint8Array => {
    const entries = unzipSync(bytes);
    change(entries);
    return zipSync(entries, { level: 1 });
  };
  const put = (entries: Entries, name: string, content: Uint8Array) =>
    Object.assign(entries, { [name]: content });
  const text = (entries: Entries, name: string) => strFromU8(entries[name] ?? new Uint8Array());
  /** An archive as this installation would have signed it. */
  const resigned = (
    bytes: Uint8Array,
    change: (entries: Entries, manifest: Manifest) => unknown,
    key: SigningKey = app.deps.exportKey,
  ): Uint8Array =>
    changed((entries) => {
      const manifest: Manifest = JSON.parse(text(entries, 'manifest.json'));
      change(entries, manifest);
      for (const packed of [...manifest.tables, ...manifest.files, ...manifest.others]) {
        const content = packed.path === null ? undefined : entries[packed.path];
        if (packed.path === null || !content) continue;
        packed.size = content.length;
        packed.sha256 = createHash('sha256').update(content).digest('hex');
      }
      for (const { name, content } of sealingEntries(key, manifest))
        entries[name] = Buffer.from(content as string);
    }, bytes);
  const replaceIn = (entries: Entries, name: string, from: string | RegExp, to: string) => {
    const before = text(entries, name);
    entries[name] = strToU8(before.replace(from, to));
    expect(text(entries, name)).not.toBe(before);
  };
  const named = (from: string, to: string) => {
    const bytes = Buffer.from(genuine);
    for (let at = bytes.indexOf(from); at >= 0; at = bytes.indexOf(from, at + 1)) bytes.write(to, at);
    return new Uint8Array(bytes);
  };

  it.each<[string, () => Uint8Array | Promise<Uint8Array>, object]>([
    ['is no ZIP', () => strToU8('%PDF-1.7'), { code: 'NOT_AN_ARCHIVE' }],
    [
      'is another product’s',
      () => zipSync({ 'xl/workbook.xml': strToU8('<x/>') }),
      { code: 'NOT_AN_ARCHIVE' },
    ],
    ['is cut off', () => genuine.slice(0, -100), { code: 'BROKEN_FILE' }],
    ['is cut off at the beginning', () => genuine.slice(0, 3), { code: 'BROKEN_FILE' }],
    [
      'was damaged on the way',
      () => {
        const bytes = Buffer.from(genuine);
        bytes.fill(7, 2000, 2400);
        return new Uint8Array(bytes);
      },
      { code: expect.stringMatching(/BROKEN_FILE|CHANGED/) },
    ],
    ['comes from another installation', () => foreign, { code: 'OTHER_INSTALLATION' }],
    [
      'has a row that somebody edited',
      () => changed((entries) => replaceIn(entries, 'data/protocol-versions.json', 'A', 'B')),
      { code: 'CHANGED', file: 'data/protocol-versions.json' },
    ],
    [
      'has a manifest that somebody edited',
      () => changed((entries) => replaceIn(entries, 'manifest.json', /"rows":\d+/, '"rows":7')),
      { code: 'CHANGED', file: 'manifest.json' },
    ],
    [
      'has a file that was exchanged',
      () =>
        changed((entries) => {
          const name = Object.keys(entries).find((each) => each.endsWith('.pdf')) ?? '';
          entries[name] = new Uint8Array(entries[name]?.length ?? 0);
        }),
      { code: 'CHANGED', file: expect.stringContaining('.pdf') },
    ],
    [
      'has a file too many',
      () => changed((entries) => put(entries, 'files/extra.txt', strToU8('x'))),
      { code: 'CHANGED', file: 'files/extra.txt' },
    ],
    [
      'has a file too many, beside the folder that it is in',
      () =>
        zipSync({
          ...Object.fromEntries(
            Object.entries(unzipSync(genuine)).map(([name, content]) => [`all/${name}`, content]),
          ),
          'extra.txt': strToU8('x'),
        }),
      { code: 'CHANGED', file: 'extra.txt' },
    ],
    [
      'lacks a file',
      () => changed((entries) => delete entries['data/machines.json']),
      { code: 'CHANGED', file: 'data/machines.json' },
    ],
    [
      'has a path that leads elsewhere',
      () => named('data/hotels.csv', '../../hotel.csv'),
      { code: 'UNSAFE_FILE' },
    ],
    ['has a name twice', () => named('data/hotels.csv', 'data/todos.json'), { code: 'UNSAFE_FILE' }],
    [
      'has a symbolic link',
      () =>
        zipSync({
          ...Object.fromEntries(
            Object.entries(unzipSync(genuine)).map(([name, content]) => [
              name,
              name === 'README.txt' ? [content, { os: 3, attrs: 0o120777 << 16 }] : content,
            ]),
          ),
        } as never),
      { code: 'UNSAFE_FILE', file: 'README.txt' },
    ],
    [
      'unpacks to more than it says',
      () => {
        const bomb = Buffer.from(
          changed((entries) => put(entries, 'manifest.sig', new Uint8Array(50_000_000))),
        );
        // The directory says that it is small.
        const at = bomb.lastIndexOf('manifest.sig') - 46;
        bomb.writeUInt32LE(300, at + 24);
        return new Uint8Array(bomb);
      },
      { code: 'UNSAFE_FILE', file: 'manifest.sig' },
    ],
    [
      'is of another version',
      () => resigned(genuine, (_entries, manifest) => Object.assign(manifest, { version: 2 })),
      { code: 'OTHER_VERSION' },
    ],
    [
      'has a row that is not as the format says',
      () =>
        resigned(genuine, (entries) =>
          replaceIn(entries, 'data/machines.json', /"status":"\w+"/, '"status":"NEW"'),
        ),
      { code: 'BAD_ROW', file: 'data/machines.json', row: 1 },
    ],
    [
      'refers to what is not there',
      () =>
        resigned(genuine, (entries) =>
          replaceIn(entries, 'data/machines.json', /"customerId":\d+/, '"customerId":999999999'),
        ),
      { code: 'BAD_REFERENCE', file: 'data/machines.json', row: 1 },
    ],
    [
      'has a key twice',
      () =>
        resigned(genuine, (entries) =>
          replaceIn(entries, 'data/machines.json', /"id":\d+(.*\n.*)"id":(\d+)/, '"id":$2$1"id":$2'),
        ),
      { code: 'BAD_ROW', file: 'data/machines.json', row: 2 },
    ],
  ])('%s', async (_title, make, fault) => {
    const owner = await buildAdmin(app);
    const admin = await app.as(owner);
    await uploadArchive(admin, await make());
    expect(await settledArchive(admin)).toMatchObject({ state: 'FAILED', fault });
    expect(await app.deps.db.of(owner).customer.count()).toBe(0);
    await vi.waitFor(async () => expect(await app.deps.db.of(owner).archivePart.count()).toBe(0), {
      timeout: 15_000,
    });
  });
});
