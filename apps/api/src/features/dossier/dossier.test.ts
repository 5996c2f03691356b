import { createHash, X509Certificate } from 'node:crypto';
import { formatDay } from '@servicebook/i18n/format.ts';
import { dateIn } from '@servicebook/shared/calendar';
import type { Language } from '@servicebook/shared/primitives';
import { documentNumber } from '@servicebook/shared/service';
import { strFromU8, unzipSync } from 'fflate';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { readTexts } from '../../platform/pdf/testing/read-pdf.ts';
import { type Api, refusal, useTestApp } from '../../testing/app.ts';
import { buildAccount, buildAdmin, buildCustomer, buildDevice, buildUser } from '../../testing/builders.ts';
import { readVersion, signProtocol } from '../../testing/protocols.ts';

const app = useTestApp();

const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

async function buildMachine(given: Partial<Parameters<typeof buildDevice>[1]> = {}) {
  const account = await buildAccount(app, { companyName: 'Müller & Söhne', timezone: 'Europe/Berlin' });
  const accountId = account.id;
  const admin = await buildAdmin(app, { accountId });
  const technician = await buildUser(app, { accountId, firstName: 'Tom', lastName: 'Sample' });
  const customer = await buildCustomer(app, {
    accountId,
    shortName: 'Bottlers',
    fullName: 'Bottling Works Ltd',
    phoneNumber: '555-0199',
    email: 'boss@bottlers.example',
    language: 'en',
  });
  const device = await buildDevice(app, {
    accountId,
    customerId: customer.id,
    name: 'Filler FV 2000',
    manufacturer: 'Sample Works',
    model: 'FV 2000',
    serialNumber: 'FV-17/3',
    transferDate: new Date('2024-01-31'),
    warrantyLength: 36,
    inspectionPeriodInMonths: 6,
    ...given,
  });
  return { accountId, admin, technician, customer, device, api: await app.as(technician) };
}
type Machine = Awaited<ReturnType<typeof buildMachine>>;

async function sign(
  { api, device, customer }: Pick<Machine, 'api' | 'device' | 'customer'>,
  day: string,
  given: object = {},
  signed: object = {},
) {
  const protocol = await api.service.add({
    body: {
      date: `${day}T10:00:00Z`,
      type: ['PERIODIC_INSPECTION'],
      customer: { id: customer.id },
      devices: [{ id: device.id }],
      period: 6,
      ...given,
    },
  });
  await signProtocol(api, protocol.id, { signedAt: new Date(Date.now() - 60_000).toISOString(), ...signed });
  return api.service.findById({ params: { id: protocol.id } });
}

async function make(
  api: Api,
  id: number,
  given: { language?: Language; withOtherCustomers?: boolean } = {},
): Promise<Record<string, Uint8Array>> {
  const asked = await api.export.dossier({
    body: { id, language: 'en', withOtherCustomers: false, ...given },
  });
  await vi.waitFor(
    async () => {
      const { status, errorCode } = await api.export.findById({ params: { id: asked.id } });
      expect({ status, errorCode }).toEqual({ status: 'DONE', errorCode: null });
    },
    { timeout: 15_000, interval: 25 },
  );
  const { data } = await api.http.get<ArrayBuffer>(`/api/export/download/${asked.id}`, {
    responseType: 'arraybuffer',
  });
  return unzipSync(new Uint8Array(data));
}
const textOf = async (files: Record<string, Uint8Array>) =>
  (await readTexts(files['dossier.pdf'] as Uint8Array)).join(' ');

describe('a warranty dossier', () => {
  let machine: Machine;
  let protocols: Awaited<ReturnType<typeof sign>>[];
  let files: Record<string, Uint8Array>;
  let text: string;

  beforeAll(async () => {
    machine = await buildMachine();
    const { api, device } = machine;
    app.setNow(new Date('2026-05-20T10:00:00Z'));
    await api.pastService.insert({
      body: {
        device: { id: device.id },
        date: '2024-07-30',
        types: ['PERIODIC_INSPECTION'],
        performedBy: 'Former Service Ltd',
        number: 'P-77',
        description: '',
      },
    });
    protocols = [
      // Twelve days late, a day on time, a repair.
      await sign(machine, '2025-02-11'),
      await sign(machine, '2025-08-11'),
      await sign(machine, '2025-09-01', { type: ['REPAIR'], period: null }),
    ];
    files = await make(api, device.id);
    text = await textOf(files);
    app.setNow(null);
  });

  it('says first what it comes to, and limits it by what it rests on', () => {
    for (const part of [
      'Warranty dossier Filler FV 2000 Sample Works, FV 2000',
      'Summary, as of 20 May 2026',
      'Inspections on time: 2 of 4 required',
      'Late: 1 (longest delay: 12 days)',
      'Missing: 1',
      'Without a signed protocol, on the word of Müller & Söhne alone: 1',
    ])
      expect(text).toContain(part);
    expect(text).not.toContain('Missing: none');
  });

  it('names for each inspection when it was due, when it was done, and the proof', () => {
    const [late, onTime] = protocols as [(typeof protocols)[number], (typeof protocols)[number]];
    // The database's clock, not the test's.
    const written = formatDay(dateIn(new Date().toISOString(), 'Europe/Berlin'), 'en');
    for (const part of [
      `31 Jul 2024 interval: 6 months 30 Jul 2024 on time Entered afterwards, no protocol Entered on ${written} by Müller & Söhne number of the paper: P-77 Done by: Former Service Ltd`,
      `30 Jan 2025 interval: 6 months 11 Feb 2025 12 days late Service protocol ${documentNumber(late)}, Version 1 Signed on`,
      `11 Aug 2025 interval: 6 months 11 Aug 2025 on time Service protocol ${documentNumber(onTime)}, Version 1`,
      '11 Feb 2026 interval: 6 months – not done overdue by 98 days',
    ])
      expect(text).toContain(part);
  });

  it('names machine, customer and warranty, and nobody who works there or here', () => {
    for (const part of [
      'Serial number FV-17/3',
      'Bottling Works Ltd',
      'Handover date 31 January 2024',
      'Warranty until 31 January 2027',
    ])
      expect(text).toContain(part);
    for (const absent of ['Tom Sample', '555-0199', 'boss@bottlers.example', 'Jan Nowak'])
      expect(text).not.toContain(absent);
  });

  it('holds the signed protocols to the byte, with their hashes', async () => {
    const { accountId } = machine;
    const names = Object.keys(files).filter((name) => name.startsWith('protocols/'));
    expect(names).toHaveLength(3);
    for (const [at, name] of names.entries()) {
      const { id } = protocols[at] as (typeof protocols)[number];
      const version = await readVersion(app, accountId, id);
      const stored = await app.deps.files.get(version.pdfFile?.key as string);
      expect(Buffer.from(files[name] as Uint8Array).equals(stored)).toBe(true);
      expect(text.replaceAll(' ', '')).toContain(hash(files[name] as Uint8Array));
    }
    expect(text).toContain('Periodic inspection');
    expect(text).toContain('Repair');
  });

  it('lists every file with size, hash and address for those who check it', async () => {
    const manifest = JSON.parse(strFromU8(files['manifest.json'] as Uint8Array));
    expect(manifest).toMatchObject({
      format: 'servicebook-dossier',
      version: 1,
      company: 'Müller & Söhne',
      machine: { name: 'Filler FV 2000', serialNumber: 'FV-17/3' },
    });
    const certificate = `seal-${app.deps.seal.certificateSha256.slice(0, 8)}.pem`;
    const listed =
      (manifest.files as { path: string; size: number; sha256: string; verify?: string }[]) ?? [];
    expect(listed.map(({ path }) => path)).toEqual(
      [
        'README.txt',
        'dossier.pdf',
        certificate,
        ...Object.keys(files).filter((name) => name.startsWith('protocols/')),
      ].sort(),
    );
    const readme = strFromU8(files['README.txt'] as Uint8Array);
    for (const { path, size, sha256, verify } of listed) {
      const bytes = files[path] as Uint8Array;
      expect({ size, sha256 }).toEqual({ size: bytes.length, sha256: hash(bytes) });
      if (path.endsWith('.pdf')) {
        expect(verify).toMatch(new RegExp(`/v/${machine.accountId}-[0-9a-z]{26}$`));
        expect(readme).toContain(`${path}: ${verify}`);
      }
    }
    const sums = strFromU8(files.SHA256SUMS as Uint8Array);
    expect(sums.trimEnd().split('\n')).toEqual(
      Object.keys(files)
        .filter((name) => name !== 'SHA256SUMS')
        .sort()
        .map((name) => `${hash(files[name] as Uint8Array)}  ${name}`),
    );
    expect(readme).toContain('sha256sum -c SHA256SUMS');
    // Windows too compares; and whoever trusts the certificate finds it here.
    expect(readme).toContain('Get-Content -Encoding UTF8 SHA256SUMS');
    expect(readme).toContain('Get-FileHash -Algorithm SHA256 -LiteralPath');
    const { raw } = new X509Certificate(files[certificate] as Uint8Array);
    expect(raw.equals(Buffer.from(app.deps.seal.certificate))).toBe(true);
    for (const part of ['issuer unknown', app.deps.seal.certificateSha256, `${certificate}: the certificate`])
      expect(readme).toContain(part);
  });

  it('is sealed, found by its bytes, and has a public page that names no customer', async () => {
    const of = { accountId: machine.accountId };
    const pdf = files['dossier.pdf'] as Uint8Array;
    const row = await app.deps.db
      .of(of)
      .sealedDocument.findFirstOrThrow({ where: { kind: 'WARRANTY_DOSSIER' } });
    expect(row).toMatchObject({ sealedSha256: hash(pdf), sealedSize: pdf.length });
    expect(hash(pdf.subarray(0, row.drawnSize as number))).toBe(row.drawnSha256);
    expect(Buffer.from(pdf).toString('latin1')).toContain('/SubFilter /ETSI.CAdES.detached');
    const found = await app.deps.db.of(of).documentHash.count({ where: { sha256: hash(pdf) } });
    expect(found).toBe(1);
    const { data, status } = await machine.api.http.get<string>(`/v/${of.accountId}-${row.token}?lang=en`);
    expect(status).toBe(200);
    for (const part of ['Söhne', 'Filler FV 2000', 'FV-17/3']) expect(data).toContain(part);
    expect(data).not.toContain('Bottling');
  });

  it('is told beforehand: what it holds, and in which language', async () => {
    app.setNow(new Date('2026-05-20T10:00:00Z'));
    const { api, device } = machine;
    expect(await api.dossier.preview({ params: { id: device.id } })).toEqual({
      language: 'en',
      gaps: ['YEAR_BUILT'],
      totals: { required: 4, onTime: 2, late: 1, missing: 1 },
      inspections: 2,
      past: 1,
      others: 1,
      ofOtherCustomers: 0,
    });
    app.setNow(null);
  });

  it('is listed for its machine, named after it, and logged', async () => {
    const { api, admin, device } = machine;
    app.setNow(new Date('2026-05-20T10:00:00Z'));
    const [made] = await api.export.findAll();
    app.setNow(null);
    expect(made).toMatchObject({ kind: 'WARRANTY_DOSSIER', deviceId: device.id });
    expect(made?.filename).toMatch(/^Warranty dossier Filler FV 2000.* \d{4}-\d\d-\d\d\.zip$/);
    const log = await app.deps.db
      .of({ accountId: admin.accountId })
      .auditLog.findMany({ where: { kind: 'EXPORTED', entity: 'device' } });
    expect(log).toMatchObject([{ entityId: device.id }]);
  });
});

it('leaves out withdrawn protocols and those that are open again', async () => {
  const machine = await buildMachine();
  const { api, device } = machine;
  const admin = await app.as(machine.admin);
  const withdrawn = await sign(machine, '2024-07-01');
  const open = await sign(machine, '2024-07-02');
  await sign(machine, '2024-07-03');
  await admin.service.withdraw({ params: { id: withdrawn.id }, body: { reason: 'The wrong machine' } });
  await app.deps.db
    .of({ accountId: machine.accountId })
    .service.updateMany({ where: { id: open.id }, data: { state: 'NEW' } });
  const files = await make(api, device.id);
  expect(Object.keys(files).filter((name) => name.startsWith('protocols/'))).toHaveLength(1);
  const text = await textOf(files);
  expect(text).toContain('31 Jul 2024 interval: 6 months 3 Jul 2024 on time');
  expect(text).not.toContain('1 Jul 2024 on time');
});

it('keeps protocols of an earlier owner out unless the office wants them in, and says so', async () => {
  const machine = await buildMachine();
  const { accountId, api, device } = machine;
  const admin = await app.as(machine.admin);
  await sign(machine, '2024-07-01');
  const buyer = await buildCustomer(app, { accountId, shortName: 'Brewers', fullName: 'Brewers Ltd' });
  await app.deps.db
    .of({ accountId })
    .device.updateMany({ where: { id: device.id }, data: { customerId: buyer.id } });
  expect(await admin.dossier.preview({ params: { id: device.id } })).toMatchObject({
    inspections: 1,
    ofOtherCustomers: 1,
  });
  const without = await make(api, device.id);
  expect(Object.keys(without).some((name) => name.startsWith('protocols/'))).toBe(false);
  const text = await textOf(without);
  expect(text).toContain('Brewers Ltd');
  expect(text).not.toContain('Bottling Works');
  expect(text).toContain('on time Service protocol');
  expect(text).toContain('not enclosed');
  expect(text).toContain('Protocols signed for other customers, not enclosed: 1');
  const withAll = await make(api, device.id, { withOtherCustomers: true });
  expect(Object.keys(withAll).filter((name) => name.startsWith('protocols/'))).toHaveLength(1);
  expect(await textOf(withAll)).not.toContain('not enclosed');
});

it('does not say more than is known of a machine without handover, interval and inspections', async () => {
  const { api, device } = await buildMachine({
    transferDate: null,
    warrantyLength: null,
    inspectionPeriodInMonths: null,
  });
  const text = await textOf(await make(api, device.id));
  for (const part of [
    'Which inspections were required cannot be said',
    'No inspection is recorded.',
    'No handover date is recorded',
    'No inspection interval is recorded.',
    'No signed protocol is enclosed.',
  ])
    expect(text).toContain(part);
  for (const absent of ['Late: none', 'Missing: none', 'on time:']) expect(text).not.toContain(absent);
  expect(await api.dossier.preview({ params: { id: device.id } })).toMatchObject({
    gaps: ['TRANSFER_DATE', 'WARRANTY_LENGTH', 'INTERVAL', 'YEAR_BUILT'],
  });
});

it('tells of a date that the company stated, and of changes of what the dates rest on', async () => {
  const machine = await buildMachine();
  const { api, device } = machine;
  app.setNow(new Date('2026-05-20T10:00:00Z'));
  await api.machineInspection.setInspectionPeriod({ query: { deviceId: device.id, months: 12 } });
  await api.machineInspection.stateInspection({ body: { id: device.id, date: '2026-12-01' } });
  const text = await textOf(await make(api, device.id));
  app.setNow(null);
  for (const part of [
    'The date 1 December 2026 was stated by Müller & Söhne on 20 May 2026. By the interval: 31 January 2025.',
    ' Inspection interval 6 months 12 months',
    'Stated next inspection not given 1 Dec 2026',
  ])
    expect(text).toContain(part);
  expect(text).not.toContain('Missing: none');
  expect(text).not.toContain('No inspection was required');
});

it('says if a protocol names another serial number, and what it was signed on', async () => {
  const machine = await buildMachine();
  const { accountId, api, device } = machine;
  await sign(machine, '2024-07-01');
  await app.deps.db
    .of({ accountId })
    .device.updateMany({ where: { id: device.id }, data: { serialNumber: 'FV-18' } });
  expect(await textOf(await make(api, device.id))).toContain('The protocol names the serial number FV-17/3.');
});

it('lists inspections after the end of the warranty apart from the required ones', async () => {
  const machine = await buildMachine({ warrantyLength: 12 });
  await sign(machine, '2024-07-20');
  await sign(machine, '2025-01-15');
  await sign(machine, '2025-06-20');
  const text = await textOf(await make(machine.api, machine.device.id));
  expect(text).toContain('Inspections on time: 2 of 2 required');
  const later = text.indexOf('Inspections after the end of the warranty, not required');
  expect(later).toBeGreaterThan(text.indexOf('15 Jan 2025 on time'));
  expect(text.indexOf('20 Jun 2025 on time')).toBeGreaterThan(later);
});

it('is in the language that was asked for', async () => {
  const machine = await buildMachine();
  await sign(machine, '2024-07-01');
  const files = await make(machine.api, machine.device.id, { language: 'ru' });
  expect(await textOf(files)).toContain('Осмотры в срок: 1 из');
  expect(strFromU8(files['README.txt'] as Uint8Array)).toContain('Как проверить');
});

it('is of the own account', async () => {
  const machine = await buildMachine();
  const stranger = await app.as(await buildAdmin(app));
  const id = machine.device.id;
  expect(await refusal(stranger.dossier.preview({ params: { id } }))).toMatchObject({ status: 404 });
  expect(
    await refusal(stranger.export.dossier({ body: { id, language: 'en', withOtherCustomers: true } })),
  ).toMatchObject({ status: 404 });
});
