import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Export } from '@servicebook/shared/export';
import { strFromU8, unzipSync } from 'fflate';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Prisma } from '../../generated/prisma/client.ts';
import { AppError } from '../../platform/app-error.ts';
import { fieldsOf } from '../../platform/table-fields.ts';
import { textsOf } from '../../platform/texts.ts';
import { type Api, refusal, useTestApp } from '../../testing/app.ts';
import {
  buildAdmin,
  buildCustomer,
  buildDevice,
  buildExport,
  buildFile,
  buildService,
  buildUser,
  buildVisit,
} from '../../testing/builders.ts';
import { readVersion, signProtocol } from '../../testing/protocols.ts';
import { sweepOrphans } from '../housekeeping/housekeeping.jobs.ts';
import { accountTables, exportedTables } from './account-tables.ts';
import { produceExport, removeExpiredExports } from './export.jobs.ts';
import { exportedFields } from './export-columns.ts';

const app = useTestApp();
let owner: Awaited<ReturnType<typeof buildAdmin>>;
let accountId: number;
let admin: Api;
let worker: Awaited<ReturnType<typeof buildUser>>;
let technician: Api;
const never = new AbortController().signal;
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000);

beforeAll(async () => {
  owner = await buildAdmin(app);
  accountId = owner.accountId;
  admin = await app.as(owner);
  worker = await buildUser(app, { accountId });
  technician = await app.as(worker);
});
beforeEach(async () => {
  await forgetExports();
});
const forgetExports = async () => {
  await app.deps.db.global.export.deleteMany();
  await sweepOrphans({ ...app.deps, clock: () => inHours(30) });
};

const download = async (api: Api, id: number) =>
  api.http.get<ArrayBuffer>(`/api/export/download/${id}`, { responseType: 'arraybuffer' });
const contentOf = async (api: Api, id: number): Promise<Record<string, string>> => {
  const { data } = await download(api, id);
  return Object.fromEntries(
    Object.entries(unzipSync(new Uint8Array(data))).map(([name, bytes]) => [name, strFromU8(bytes)]),
  );
};
const finished = (api: Api, id: number): Promise<Export> =>
  vi.waitFor(
    async () => {
      const found = await api.export.findById({ params: { id } });
      expect(['DONE', 'FAILED']).toContain(found.status);
      return found;
    },
    { timeout: 15_000, interval: 25 },
  );
const waiting = (given: Partial<Prisma.ExportUncheckedCreateInput> = {}) =>
  buildExport(app, owner, { status: 'WAITING', fileKey: null, size: null, expiresAt: null, ...given });

/** The fields of each line; none of them has a line break or quotes. */
const readCsv = (csv: string): string[][] =>
  csv
    .replace('\uFEFF', '')
    .split('\r\n')
    .map((line) => line.split(';').map((field) => field.replace(/^"(.*)"$/, '$1')));

describe('documents of protocols', () => {
  it('are PDFs with safe and unique names', async () => {
    const { id: customerId } = await buildCustomer(app, { accountId, shortName: 'Łąka/Ż' });
    const { id: deviceId } = await buildDevice(app, { accountId, customerId });
    const first = await buildService(app, { accountId, userId: worker.id, customerId, deviceId });
    const second = await buildService(app, { accountId, userId: worker.id, customerId, deviceId });
    const asked = await technician.export.servicePdfs({
      body: { serviceIds: [second.id, first.id, second.id] },
    });
    expect(asked).toMatchObject({ kind: 'SERVICE_PDFS', status: 'WAITING', size: null });
    const made = await finished(technician, asked.id);
    expect(made).toMatchObject({ status: 'DONE', done: 2, total: 2, errorCode: null });
    expect(made.filename).toMatch(/^Service protocols \d{4}-\d\d-\d\d\.zip$/);
    const content = await contentOf(technician, asked.id);
    expect(Object.keys(content)).toEqual([
      `Service protocol ${first.number}-11-2026 Łąka-Ż DRAFT.pdf`,
      `Service protocol ${second.number}-11-2026 Łąka-Ż DRAFT.pdf`,
    ]);
    for (const pdf of Object.values(content)) expect(pdf.startsWith('%PDF-')).toBe(true);
  });

  it('are from the own account, and at least one', async () => {
    const stranger = await buildAdmin(app);
    const { id: deviceId } = await buildDevice(app, { accountId: stranger.accountId });
    const foreign = await buildService(app, {
      accountId: stranger.accountId,
      userId: stranger.id,
      deviceId,
    });
    const ask = (serviceIds: number[]) => refusal(admin.export.servicePdfs({ body: { serviceIds } }));
    expect(await ask([foreign.id])).toMatchObject({ status: 400, fields: { serviceIds: 'INVALID' } });
    expect(await ask([])).toMatchObject({ status: 400, fields: { serviceIds: 'REQUIRED' } });
    expect(await ask(Array.from({ length: 501 }, (_, index) => index + 1))).toMatchObject({
      fields: { serviceIds: 'TOO_MANY' },
    });
    expect(await admin.export.findAll()).toEqual([]);
  });
});

describe('service books', () => {
  it('are a document for each machine in folders by customer, and a mail says when they are ready', async () => {
    const company = await buildAdmin(app, { language: 'de' });
    const of = { accountId: company.accountId };
    const asker = await buildUser(app, { ...of, language: 'de' });
    const api = await app.as(asker, { 'Accept-Language': 'de' });
    const { id: customerId } = await buildCustomer(app, { ...of, shortName: 'Mühle/Süd' });
    const twins = { ...of, customerId, name: 'Presse', serialNumber: '' };
    const machines = [
      await buildDevice(app, twins),
      await buildDevice(app, twins),
      await buildDevice(app, { ...of, name: 'Säge', serialNumber: 'S-7' }),
    ];
    const gone = await buildDevice(app, of);
    await app.deps.db.of(of).device.deleteMany({ where: { id: gone.id } });
    const foreign = await buildDevice(app, { accountId });
    const ids = [...machines, gone, foreign].map(({ id }) => id);
    const asked = await api.export.serviceBooks({ body: { ids } });
    const made = await finished(api, asked.id);
    expect(made).toMatchObject({ kind: 'SERVICE_BOOKS', status: 'DONE', done: 3, total: 3 });
    expect(made.filename).toMatch(/^Servicehefte \d{4}-\d\d-\d\d\.zip$/);
    const content = await contentOf(api, asked.id);
    expect(Object.keys(content)).toEqual([
      'Mühle-Süd/Presse.pdf',
      'Mühle-Süd/Presse (2).pdf',
      expect.stringMatching(/\/Säge \(S-7\)\.pdf$/),
    ]);
    for (const pdf of Object.values(content)) expect(pdf.startsWith('%PDF-')).toBe(true);
    const mail = await vi.waitFor(
      () => {
        const found = app.mails.find(({ to }) => to === asker.email);
        expect(found).toBeDefined();
        return found;
      },
      { timeout: 15_000 },
    );
    expect(mail?.subject).toBe('Ihre Servicehefte stehen bereit');
    expect(mail?.text).toContain(`/myAccount?tab=user&export=${asked.id}`);
    const [entry] = await app.deps.db.of(of).auditLog.findMany({ where: { kind: 'EXPORTED' } });
    expect(entry).toMatchObject({ entity: 'device', userId: asker.id });
  });

  it('are of machines that exist, and at most 500', async () => {
    const { id } = await buildDevice(app, { accountId: (await buildAdmin(app)).accountId });
    const ask = (ids: number[]) => refusal(admin.export.serviceBooks({ body: { ids } }));
    expect(await ask([id])).toMatchObject({ status: 404 });
    expect(await ask([])).toMatchObject({ fields: { ids: 'REQUIRED' } });
    expect(await ask(Array.from({ length: 501 }, (_, index) => index + 1))).toMatchObject({
      fields: { ids: 'TOO_MANY' },
    });
    expect(await admin.export.findAll()).toEqual([]);
  });
});

describe('all data of an account', () => {
  it('contains every table, every file and an explanatory page; a mail says when it is ready', async () => {
    const company = await buildAdmin(app, { language: 'pl' });
    const of = { accountId: company.accountId };
    await app.deps.db.of(of).account.update({
      where: { id: of.accountId },
      data: { companyName: 'Żuraw/Serwis', timezone: 'Europe/Warsaw' },
    });
    const { id: customerId } = await buildCustomer(app, { ...of, shortName: '=cmd', fullName: 'Łódź; "x"' });
    const device = await buildDevice(app, {
      ...of,
      customerId,
      name: 'Prasa',
      transferDate: new Date('2026-02-28'),
      gpsLatitude: -12.5,
      gpsLongitude: 20,
    });
    const service = await buildService(app, { ...of, userId: company.id, customerId, deviceId: device.id });
    const made = { userCreatedId: company.id };
    const machineFile = { ...of, ...made, deviceId: device.id, kind: 'MACHINE_FILE' } as const;
    await buildFile(app, { ...machineFile, filename: 'plan.txt' }, new TextEncoder().encode('plan A'));
    await buildFile(app, { ...machineFile, filename: 'plan.txt' }, new TextEncoder().encode('plan B'));
    await buildFile(app, { ...of, ...made, serviceId: service.id, filename: 'foto.txt' });
    const visit = await buildVisit(app, { ...of, userId: company.id, deviceId: device.id });
    await buildFile(app, { ...of, ...made, visitId: visit.id, kind: 'VISIT_FILE', filename: 'dojazd.txt' });
    const api = await app.as(company, { 'Accept-Language': 'pl' });
    const signed = await buildService(app, { ...of, userId: company.id, customerId, deviceId: device.id });
    await signProtocol(api, signed.id);
    const { snapshot, snapshotSha256 } = await vi.waitFor(async () => {
      const version = await readVersion(app, of.accountId, signed.id);
      expect(version.pdfFile).not.toBeNull();
      return version;
    }, 15_000);
    // A version whose document nobody has drawn yet.
    await app.deps.db.of(of).serviceVersion.create({
      data: {
        ...of,
        serviceId: signed.id,
        version: 2,
        snapshot,
        snapshotSha256,
        userCreatedId: company.id,
      },
    });
    const lost = await buildFile(app, { ...of, ...made, kind: 'LOGO', filename: 'logo.png' });
    await app.deps.files.remove(lost.key);

    const { id } = await api.export.accountData({ body: {} });
    const { status, filename, done, total } = await finished(api, id);
    expect({ status, done }).toEqual({ status: 'DONE', done: total });
    expect(filename).toMatch(/^Żuraw-Serwis – wszystkie dane \d{4}-\d\d-\d\d\.zip$/);

    const content = await contentOf(api, id);
    const number = `${service.number}-11-2026`;
    expect(Object.keys(content).filter((name) => name.startsWith('files/'))).toEqual([
      `files/machines/Prasa (${device.id})/plan.txt`,
      `files/machines/Prasa (${device.id})/plan (2).txt`,
      `files/protocols/${number}/foto.txt`,
      `files/visits/=cmd (${visit.id})/dojazd.txt`,
      `files/protocols/${signed.number}-11-2026/${signed.number}-11-2026-v1.pdf`,
      `files/protocols/${signed.number}-11-2026/${signed.number}-11-2026-v2.pdf`,
    ]);
    expect(content[`files/machines/Prasa (${device.id})/plan (2).txt`]).toBe('plan B');
    for (const { file } of exportedTables) {
      expect(JSON.parse(content[`data/${file}.json`] ?? ''), file).toBeInstanceOf(Array);
      expect(content[`data/${file}.csv`], file).toMatch(/^"\w+";/);
    }
    // People read names, programs the ids alone.
    const [heads = [], values = []] = readCsv(content['data/machines.csv'] ?? '');
    const beside = (head: string) => [heads[heads.indexOf(head) + 1], values[heads.indexOf(head) + 1]];
    expect(beside('customerId')).toEqual(['customerName', "'=cmd"]);
    expect(beside('categoryId')).toEqual(['categoryName', expect.stringMatching(/\w/)]);
    expect(content['data/protocol-machines.csv']).toContain('"deviceId";"deviceName"');
    expect(content['data/protocol-actions.csv']).toContain(
      '"serviceId";"serviceName";"deviceId";"deviceName"',
    );
    expect(content['data/machines.json']).not.toContain('customerName');
    const customers = JSON.parse(content['data/customers.json'] ?? '');
    expect(customers).toEqual([expect.objectContaining({ id: customerId, fullName: 'Łódź; "x"' })]);
    expect(content['data/customers.csv']).toContain(`\r\n"${customerId}";"'=cmd";"Łódź; ""x""";`);
    const [machine] = JSON.parse(content['data/machines.json'] ?? '');
    expect(machine).toMatchObject({ transferDate: '2026-02-28', gpsLatitude: -12.5 });
    expect(content['data/machines.csv']).toContain(';"-12,5";');
    expect(JSON.parse(content['data/protocol-machines.json'] ?? '')).toEqual(
      [service, signed].map(({ id: serviceId }) => ({
        serviceId,
        deviceId: device.id,
        position: 0,
        result: null,
        statusAfter: null,
      })),
    );
    expect(content['README.txt']).toContain('Wszystkie dane firmy Żuraw/Serwis');
    expect(content['README.txt']).toContain('files/company/logo.png');

    const everything = Object.values(content).join('');
    expect(everything).not.toMatch(/argon2|passwordHash|tokenHash/);
    const mail = await app.mailTo(company.email);
    expect(mail.subject).toBe('Państwa dane z Servicebook są gotowe');
    expect(mail.text).toContain(`/myAccount?tab=management&export=${id}`);
  });

  it('contains the rows of all batches, even for a table with a key of two columns', async () => {
    const company = await buildAdmin(app);
    const of = { accountId: company.accountId };
    const db = app.deps.db.of(of);
    const customer = await buildCustomer(app, of);
    await db.customer.createMany({
      data: Array.from({ length: 1000 }, (_, index) => ({ ...of, shortName: `C${index}` })),
    });
    const devices: { id: number }[] = [];
    for (let index = 0; index < 2; index++)
      devices.push(await buildDevice(app, { ...of, customerId: customer.id }));
    const services = Array.from({ length: 501 }, (_, index) => ({
      ...of,
      number: index + 5000,
      year: 2026,
      month: 1,
      date: new Date('2026-01-05'),
      userId: company.id,
      userCreatedId: company.id,
      customerId: customer.id,
    }));
    await db.service.createMany({ data: services });
    const rows = await db.service.findMany({ select: { id: true } });
    await db.serviceDevice.createMany({
      data: rows.flatMap(({ id: serviceId }) =>
        devices.map(({ id: deviceId }) => ({ ...of, serviceId, deviceId })),
      ),
    });
    const api = await app.as(company);
    const { id } = await api.export.accountData({ body: {} });
    await finished(api, id);
    const content = await contentOf(api, id);
    const customers = JSON.parse(content['data/customers.json'] ?? '') as { id: number }[];
    expect(new Set(customers.map((row) => row.id)).size).toBe(1001);
    expect(JSON.parse(content['data/protocol-machines.json'] ?? '')).toHaveLength(1002);
    expect(content['data/protocol-machines.csv']?.split('\r\n')).toHaveLength(1004);
  });

  it('is for admins, and not for former admins', async () => {
    expect(await refusal(technician.export.accountData({ body: {} }))).toMatchObject({ status: 403 });
    const demoted = await buildExport(app, worker, { kind: 'ACCOUNT_DATA' });
    expect(await technician.export.findAll()).toEqual([]);
    expect(await refusal(download(technician, demoted.id))).toMatchObject({ status: 404 });
  });

  it('covers every table: each is exported and explained, or excluded for a reason', async () => {
    expect(Object.keys(accountTables).sort()).toEqual(Object.keys(Prisma.ModelName).sort());
    const texts = textsOf('en', 'export');
    for (const { file } of exportedTables)
      expect(texts(`readme.tables.${file}`)).not.toBe(`readme.tables.${file}`);
    expect(new Set(exportedTables.map(({ file }) => file)).size).toBe(exportedTables.length);
  });

  it('is open to admins whose paid access has ended', async () => {
    const unpaid = await app.as(await buildAdmin(app, { planExpired: null }));
    const { id } = await unpaid.export.accountData({ body: {} });
    expect(await finished(unpaid, id)).toMatchObject({ status: 'DONE' });
    expect(Object.keys(await contentOf(unpaid, id))).toContain('data/company.csv');
    const payload = { body: { serviceIds: [1] } };
    expect(await refusal(unpaid.export.servicePdfs(payload))).toMatchObject({ status: 402 });
  });

  it('contains no secrets, and formats dates as dates', async () => {
    for (const table of exportedTables) {
      const names = exportedFields(table).map(({ name }) => name);
      expect(names.filter((name) => /password|token|secret|hash$/i.test(name))).toEqual([]);
      const known = fieldsOf(table.model).map(({ name }) => name);
      expect(known).toEqual(expect.arrayContaining([...(table.without ?? []), ...(table.key ?? ['id'])]));
    }
    const schemas = ['account', 'billing', 'catalog', 'commerce', 'device', 'platform', 'service', 'visit'];
    const folder = path.resolve(import.meta.dirname, '../../../../../prisma/schema');
    const texts = await Promise.all(
      schemas.map((name) => readFile(path.join(folder, `${name}.prisma`), 'utf8')),
    );
    const days = texts.join('\n').matchAll(/^model (\w+) \{|^ +(\w+) +DateTime.*@db\.Date\b/gm);
    const leftOut = exportedTables.flatMap(({ model, without = [] }) =>
      without.map((name) => `${model}.${name}`),
    );
    let model = '';
    const found: string[] = [];
    for (const [, opened, field] of days) {
      if (opened) model = opened;
      if (field) found.push(`${model}.${field}`);
    }
    expect(found.filter((day) => !leftOut.includes(day)).sort()).toEqual(
      exportedTables.flatMap((table) => (table.days ?? []).map((day) => `${table.model}.${day}`)).sort(),
    );
  });
});

describe('a request', () => {
  it('for an export in progress returns that export, even for two simultaneous clicks', async () => {
    const running = await waiting({ kind: 'ACCOUNT_DATA', status: 'RUNNING' });
    expect((await admin.export.accountData({ body: {} })).id).toBe(running.id);
    await forgetExports();
    const { id: deviceId } = await buildDevice(app, { accountId });
    const { id } = await buildService(app, { accountId, userId: worker.id, deviceId });
    const clicks = await Promise.all(
      Array.from({ length: 5 }, () => admin.export.servicePdfs({ body: { serviceIds: [id] } })),
    );
    const ids = new Set(clicks.map((each) => each.id));
    const rows = await app.deps.db.of({ accountId }).export.findMany({ where: {} });
    // Whoever asks after it was made gets another one, so at most one of them is not done.
    const done = rows.filter(({ status }) => status === 'DONE').length;
    expect(rows.map((row) => row.id).sort()).toEqual([...ids].sort());
    expect(ids.size).toBeLessThanOrEqual(done + 1);
  });

  it('is limited to three in progress and twenty per day', async () => {
    for (let index = 0; index < 3; index++) await waiting({ params: { serviceIds: [index] } });
    expect(await refusal(admin.export.accountData({ body: {} }))).toMatchObject({
      status: 429,
      code: 'EXPORT_LIMIT',
    });
    await forgetExports();
    for (let index = 0; index < 20; index++) await buildExport(app, owner);
    expect(await refusal(admin.export.accountData({ body: {} }))).toMatchObject({ code: 'EXPORT_LIMIT' });
    const yesterday = { createdAt: inHours(-25) };
    await app.deps.db.of({ accountId }).export.updateMany({ where: {}, data: yesterday });
    expect(await admin.export.accountData({ body: {} })).toMatchObject({ status: 'WAITING' });
  });

  it('is logged', async () => {
    const { id: deviceId } = await buildDevice(app, { accountId });
    const { id, number } = await buildService(app, { accountId, userId: worker.id, deviceId });
    await technician.export.servicePdfs({ body: { serviceIds: [id] } });
    const { content } = await admin.log.search({ body: { kinds: ['EXPORTED'] } });
    expect(content[0]).toMatchObject({ arg0: worker.email, arg1: `${number}/11/2026`, entity: 'service' });
  });
});

describe('the archive', () => {
  it('is only for the user who requested it', async () => {
    const mine = await buildExport(app, worker);
    expect(await technician.export.findAll()).toMatchObject([{ id: mine.id }]);
    expect(await admin.export.findAll()).toEqual([]);
    const stranger = await app.as(await buildAdmin(app));
    for (const other of [admin, stranger]) {
      expect(await refusal(other.export.findById({ params: { id: mine.id } }))).toMatchObject({
        status: 404,
      });
      expect(await refusal(download(other, mine.id))).toMatchObject({ status: 404 });
    }
    const { data, headers } = await download(technician, mine.id);
    expect(Buffer.from(data).toString()).toBe('archive');
    expect(headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': 'attachment; filename=Archive.zip',
      'content-length': '7',
    });
  });

  it('can be downloaded for a day, and is then removed with its bytes', async () => {
    const { id: deviceId } = await buildDevice(app, { accountId });
    const service = await buildService(app, { accountId, userId: worker.id, deviceId });
    const { id } = await technician.export.servicePdfs({ body: { serviceIds: [service.id] } });
    const { expiresAt } = await finished(technician, id);
    expect(Math.round((new Date(expiresAt ?? 0).getTime() - Date.now()) / 3_600_000)).toBe(24);
    await sweepOrphans({ ...app.deps, clock: () => inHours(30) });
    expect((await download(technician, id)).status).toBe(200);
    await removeExpiredExports({ ...app.deps, clock: () => inHours(23) });
    const db = app.deps.db.of({ accountId });
    expect(await db.export.count({ where: { id } })).toBe(1);
    await db.export.updateMany({ where: { id }, data: { expiresAt: new Date() } });
    expect(await refusal(download(technician, id))).toMatchObject({ status: 404 });
    expect(await technician.export.findAll()).toEqual([]);
    await removeExpiredExports(app.deps);
    expect(await db.export.count({ where: { id } })).toBe(0);
    await app.expectNoStrayFiles();
  });

  it('is erased by its user before its day is over, and by nobody else', async () => {
    const { id } = await buildExport(app, worker);
    const remove = (api: Api) => api.export.delete({ params: { id } });
    const stranger = await app.as(await buildAdmin(app));
    for (const other of [admin, stranger])
      expect(await refusal(remove(other))).toMatchObject({ status: 404 });
    await remove(technician);
    expect(await refusal(download(technician, id))).toMatchObject({ status: 404 });
    expect(await refusal(remove(technician))).toMatchObject({ status: 404 });
    await app.expectNoStrayFiles();
  });

  it('cannot be downloaded before it is ready', async () => {
    const { id } = await waiting();
    expect(await refusal(download(admin, id))).toMatchObject({ status: 404 });
  });
});

describe('the job', () => {
  const job = (exportId: number) => ({ accountId, exportId });
  const rowOf = (id: number) => app.deps.db.of({ accountId }).export.findFirstOrThrow({ where: { id } });
  const buildWaiting = async () => {
    const { id: deviceId } = await buildDevice(app, { accountId });
    const service = await buildService(app, { accountId, userId: worker.id, deviceId });
    return waiting({ params: { serviceIds: [service.id] } });
  };

  it('restarts after its server died, without the files left behind', async () => {
    const { id } = await buildWaiting();
    const left = await app.deps.files.put(new TextEncoder().encode('half an archive'));
    await app.deps.db
      .of({ accountId })
      .export.updateMany({ where: { id }, data: { status: 'RUNNING', fileKey: left, done: 7, total: 9 } });
    await produceExport(app.deps, job(id), never);
    expect(await rowOf(id)).toMatchObject({ status: 'DONE', done: 1, total: 1 });
    expect(Object.keys(await contentOf(admin, id))).toHaveLength(1);
    await app.expectNoStrayFiles();
  });

  it('has no additional effect when it runs twice', async () => {
    const { id } = await buildWaiting();
    await Promise.all([produceExport(app.deps, job(id), never), produceExport(app.deps, job(id), never)]);
    const { status, fileKey } = await rowOf(id);
    expect(status).toBe('DONE');
    await produceExport(app.deps, job(id), never);
    expect((await rowOf(id)).fileKey).toBe(fileKey);
    expect(Object.keys(await contentOf(admin, id))).toHaveLength(1);
    await app.expectNoStrayFiles();
  });

  it('reports a full disk, and leaves nothing behind', async () => {
    const { id } = await buildWaiting();
    const files = {
      ...app.deps.files,
      write: async () => {
        throw new AppError('STORAGE_FULL');
      },
    };
    await produceExport({ ...app.deps, files }, job(id), never);
    expect(await admin.export.findById({ params: { id } })).toMatchObject({
      status: 'FAILED',
      errorCode: 'STORAGE_FULL',
      size: null,
    });
    expect((await rowOf(id)).fileKey).toBeNull();
    await app.expectNoStrayFiles();
  });

  it('leaves out a protocol that is deleted before it is read', async () => {
    const { id: deviceId } = await buildDevice(app, { accountId });
    const [gone, kept] = [
      await buildService(app, { accountId, userId: worker.id, deviceId }),
      await buildService(app, { accountId, userId: worker.id, deviceId }),
    ];
    const { db } = app.deps;
    const { id } = await waiting({ params: { serviceIds: [gone.id, kept.id] } });
    // Deletes between the export's look at the protocol and the reading of its content.
    const deleting = <Model extends { findUniqueOrThrow: (query: never) => unknown }>(service: Model) =>
      new Proxy(service, {
        get: (model, name) =>
          name !== 'findUniqueOrThrow'
            ? Reflect.get(model, name)
            : async (query: never) => {
                await db.of({ accountId }).service.deleteMany({ where: { id: gone.id } });
                return model.findUniqueOrThrow(query);
              },
      });
    const of: typeof db.of = (owner) =>
      new Proxy(db.of(owner), {
        get: (client, name) => (name === 'service' ? deleting(client.service) : Reflect.get(client, name)),
      });
    await produceExport({ ...app.deps, db: { ...db, of } }, job(id), never);
    expect(await rowOf(id)).toMatchObject({ status: 'DONE', done: 1 });
    expect(Object.keys(await contentOf(admin, id))).toEqual([expect.stringContaining(`${kept.number}-11-`)]);
  });

  it('stops when its user gives the export up, and leaves nothing behind', async () => {
    const { id } = await buildWaiting();
    let drawn = 0;
    const pdf = {
      ...app.deps.pdf,
      render: async (...given: Parameters<typeof app.deps.pdf.render>) => {
        drawn++;
        await admin.export.delete({ params: { id } });
        // As long as a job works between two looks at its row.
        await new Promise((resolve) => setTimeout(resolve, 1100));
        return app.deps.pdf.render(...given);
      },
    } as typeof app.deps.pdf;
    const { id: deviceId } = await buildDevice(app, { accountId });
    const more = await buildService(app, { accountId, userId: worker.id, deviceId });
    const { params } = await rowOf(id);
    const serviceIds = [...(params as { serviceIds: number[] }).serviceIds, more.id];
    await app.deps.db
      .of({ accountId })
      .export.updateMany({ where: { id }, data: { params: { serviceIds } } });
    await produceExport({ ...app.deps, pdf }, job(id), never);
    expect(drawn).toBe(1);
    expect(await admin.export.findAll()).toEqual([]);
    await app.expectNoStrayFiles();
  });

  it('passes its work to another server when its own stops', async () => {
    const { id } = await buildWaiting();
    await expect(produceExport(app.deps, job(id), AbortSignal.abort())).rejects.toThrow();
    expect((await rowOf(id)).status).toBe('RUNNING');
    await app.expectNoStrayFiles();
    await produceExport(app.deps, job(id), never);
    expect((await rowOf(id)).status).toBe('DONE');
  });

  it('keeps nothing of an account that is deleted during the export', async () => {
    const { id } = await buildWaiting();
    const files = {
      ...app.deps.files,
      write: async (...[key, content]: Parameters<typeof app.deps.files.write>) => {
        const size = await app.deps.files.write(key, content);
        await app.deps.db.of({ accountId }).export.deleteMany({ where: { id } });
        return size;
      },
    };
    await produceExport({ ...app.deps, files }, job(id), never);
    await app.expectNoStrayFiles();
  });
});
