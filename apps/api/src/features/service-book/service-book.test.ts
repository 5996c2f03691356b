import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { readTexts } from '../../platform/pdf/testing/read-pdf.ts';
import { isGenuine, readSeals } from '../../platform/seal/read-seal.ts';
import { type Api, refusal, useTestApp } from '../../testing/app.ts';
import {
  buildAccount,
  buildAdmin,
  buildCategory,
  buildCustomer,
  buildDevice,
  buildFile,
  buildService,
  buildUser,
} from '../../testing/builders.ts';
import { forgetSame } from '../seal/seal.service.ts';

const app = useTestApp();

const download = (api: Api, id: number, headers: Record<string, string> = {}) =>
  api.http.get<ArrayBuffer>(`/api/device/serviceBook/${id}`, { responseType: 'arraybuffer', headers });

const picture = (red: number) =>
  sharp({ create: { width: 300, height: 200, channels: 3, background: { r: red, g: 80, b: 90 } } })
    .png()
    .toBuffer();

async function buildMachine() {
  const account = await buildAccount(app, { companyName: 'Müller & Söhne', timezone: 'America/New_York' });
  const accountId = account.id;
  const admin = await buildAdmin(app, { accountId, firstName: 'Ada', lastName: 'Example' });
  const technician = await buildUser(app, { accountId, firstName: 'Tom', lastName: 'Sample' });
  const customer = await buildCustomer(app, {
    accountId,
    shortName: 'Bottlers',
    fullName: 'Bottling Works Ltd',
  });
  const device = await buildDevice(app, {
    accountId,
    customerId: customer.id,
    name: 'Filler / "FV" 2000',
    serialNumber: 'Ł-17/3',
  });
  return { accountId, admin, technician, customer, device, api: await app.as(technician) };
}

describe('a service book', () => {
  let machine: Awaited<ReturnType<typeof buildMachine>>;
  beforeAll(async () => {
    machine = await buildMachine();
  });

  it('is a PDF for display, named after the machine', async () => {
    const answer = await download(machine.api, machine.device.id);
    expect(answer.headers['content-type']).toBe('application/pdf');
    const disposition = String(answer.headers['content-disposition']);
    expect(disposition).toMatch(/^inline/);
    expect(decodeURIComponent(disposition)).toContain('servicebook-Filler-FV-2000-Ł-17-3.pdf');
    expect(Buffer.from(answer.data).subarray(0, 5).toString()).toBe('%PDF-');
  });

  it('is sealed, and what proves it is kept: without customers or people', async () => {
    const { accountId, device, api } = machine;
    const bytes = new Uint8Array((await download(api, device.id)).data);
    expect(isGenuine(bytes, app.deps.seal.certificate)).toBe(true);
    const sealedSha256 = createHash('sha256').update(bytes).digest('hex');
    const db = app.deps.db.of({ accountId });
    const { token, facts } = await db.sealedDocument.findFirstOrThrow({ where: { sealedSha256 } });
    expect(facts).toEqual({
      company: 'Müller & Söhne',
      machines: [{ name: 'Filler / "FV" 2000', serialNumber: 'Ł-17/3' }],
      day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    });
    expect(await db.documentHash.count({ where: { sha256: sealedSha256 } })).toBe(1);
    expect(readSeals(bytes)[0]?.dictionary).toContain(`/v/${accountId}-${token})`);
  });

  it('is the same document all day until something changes, however often it is asked for', async () => {
    const { accountId, device, api } = machine;
    const db = app.deps.db.of({ accountId });
    const rows = () => db.sealedDocument.count({ where: { kind: 'SERVICE_BOOK' } });
    const read = async () => Buffer.from((await download(api, device.id)).data);
    app.setNow(new Date('2026-05-20T10:00:00Z'));
    const before = await rows();
    const first = await Promise.all(Array.from({ length: 4 }, read));
    app.setNow(new Date('2026-05-20T11:00:00Z'));
    first.push(await read());
    expect(first.every((one) => one.equals(first[0] as Buffer))).toBe(true);
    expect(isGenuine(new Uint8Array(first[0] as Buffer), app.deps.seal.certificate)).toBe(true);
    expect(await rows()).toBe(before + 1);
    // Another release may draw it otherwise: then it is another document, and the former one is still known.
    const where = { accountId, kind: 'SERVICE_BOOK', contentSha256: { not: null } } as const;
    await db.sealedDocument.updateMany({ where, data: { drawnSha256: 'a'.repeat(64) } });
    const other = await read();
    expect(isGenuine(new Uint8Array(other), app.deps.seal.certificate)).toBe(true);
    expect(other.equals(first[0] as Buffer)).toBe(false);
    const sha256 = createHash('sha256')
      .update(first[0] as Buffer)
      .digest('hex');
    expect(await db.documentHash.count({ where: { sha256 } })).toBe(1);
    const changed = await read();
    await db.device.updateMany({ where: { id: device.id }, data: { model: 'FV 2001' } });
    expect((await read()).equals(changed)).toBe(false);
    await db.device.updateMany({ where: { id: device.id }, data: { model: device.model } });
    expect((await read()).equals(changed)).toBe(true);
    app.setNow(new Date('2026-05-21T10:00:00Z'));
    expect((await read()).equals(changed)).toBe(false);
    app.setNow(new Date('2026-05-24T10:00:00Z'));
    await forgetSame(app.deps);
    expect(
      await db.sealedDocument.count({ where: { ...where, createdAt: { lt: new Date('2026-05-22') } } }),
    ).toBe(0);
    app.setNow(null);
  });

  it('contains everything that happened, with names for ids and addresses', async () => {
    const { accountId, admin, technician, device, customer } = machine;
    const db = app.deps.db.of({ accountId });
    const other = await buildCustomer(app, { accountId, shortName: 'Brewers' });
    const category = await buildCategory(app, { accountId, name: 'Fillers' });
    const api = await app.as(admin);
    await api.device.update({
      body: {
        id: device.id,
        name: device.name,
        serialNumber: device.serialNumber,
        status: 'FAULT',
        category: { id: category.id },
        customer: { id: other.id },
        transferDate: '2026-01-31',
        warrantyLength: 12,
      },
    });
    await buildService(app, {
      accountId,
      userId: technician.id,
      deviceId: device.id,
      number: 41,
      numberExtension: 'B',
      date: new Date('2026-01-01T02:00:00Z'),
      types: ['PERIODIC_INSPECTION', 'REPAIR'],
      faultDescription: 'The belt slips',
      state: 'SIGNED',
      currentVersion: 1,
      period: 6,
    });
    await db.incident.create({
      data: {
        accountId,
        deviceId: device.id,
        userId: admin.id,
        date: new Date('2026-03-05T15:00:00Z'),
        text: 'It hums',
      },
    });
    app.setNow(new Date('2026-11-21T13:32:05Z'));
    const { data } = await download(machine.api, device.id);
    app.setNow(null);
    const text = (await readTexts(new Uint8Array(data))).join(' ');
    for (const part of [
      'Service book',
      'Müller & Söhne',
      '31 January 2026',
      // In New York the year was not over.
      '2025 31 Dec 2025 21:00 Service protocol 41B/11/2026 Signed Periodic inspection, Repair The belt slips Tom Sample',
      '5 Mar 2026 10:00 Event It hums Ada Example',
      'Machine details changed Status OK › Fault',
      `Customer ${customer.shortName} › Brewers`,
      '› Fillers',
      'Last inspection 31 December 2025',
      '30 June 2026 overdue by 144 days',
      'Printed on 21 November 2026 at 08:32 GMT-5 · America/New_York',
    ])
      expect(text).toContain(part);
    expect(text).not.toContain(admin.email);
    expect(text.indexOf('41B/11/2026')).toBeLessThan(text.indexOf('It hums'));
  });

  it('keeps what colleagues write to each other for the screen: notes, and why a machine was archived', async () => {
    const { api, accountId, technician, device } = await buildMachine();
    const db = app.deps.db.of({ accountId });
    const by = { userCreatedId: technician.id, userUpdatedId: technician.id };
    await db.deviceNote.create({ data: { accountId, deviceId: device.id, ...by, text: 'Gate code 4711' } });
    await api.device.archive({ body: { id: device.id, reason: 'OTHER', note: 'Does not pay' } });
    const history = await api.serviceBook.history({ params: { id: device.id } });
    expect(history.map(({ kind }) => kind)).toContain('NOTE');
    const one = await download(api, device.id);
    const several = await api.http.post<ArrayBuffer>(
      '/api/device/serviceBooks',
      { ids: [device.id] },
      { responseType: 'arraybuffer' },
    );
    for (const { data } of [one, several]) {
      const text = (await readTexts(new Uint8Array(data))).join(' ');
      expect(text).toContain('Machine details changed');
      expect(text).not.toContain('4711');
      expect(text).not.toContain('Does not pay');
    }
  });

  it('omits saves without changes', async () => {
    const { api, device } = await buildMachine();
    const { category, customer, id, name, status, serialNumber } = await api.device.findById({
      params: { id: device.id },
    });
    await api.device.update({ body: { id, name, status, serialNumber, category, customer } });
    const { data } = await download(api, id);
    expect((await readTexts(new Uint8Array(data))).join(' ')).not.toContain('Machine details changed');
  });

  it('is in the language of the caller', async () => {
    const answer = await download(machine.api, machine.device.id, { 'Accept-Language': 'pl' });
    expect((await readTexts(new Uint8Array(answer.data))).join(' ')).toContain('Książka serwisowa');
  });

  it('shows four nameplates at most and skips missing ones', async () => {
    const { accountId, technician, device, api } = await buildMachine();
    const rows = [];
    for (let index = 0; index < 6; index++) {
      const made = { kind: 'MACHINE_NAMEPLATE', deviceId: device.id, contentType: 'image/png' } as const;
      const of = { accountId, userCreatedId: technician.id, description: `Plate ${index}` };
      rows.push(await buildFile(app, { ...of, ...made }, await picture(index * 40)));
    }
    await app.deps.files.remove(rows[5]?.key ?? '');
    const { data } = await download(api, device.id);
    const source = Buffer.from(data).toString('latin1');
    expect(source.split('/Subtype /Image').length - 1).toBe(4);
  });

  it('is not available to other accounts', async () => {
    const stranger = await app.as(await buildAdmin(app));
    const refused = await refusal(download(stranger, machine.device.id));
    expect(refused.status).toBe(404);
    expect((await refusal(download(app.anonymous, machine.device.id))).status).toBe(401);
    expect((await refusal(download(machine.api, 2_000_000_000))).status).toBe(404);
  });

  it('comes with those of other machines in one document, each with pages of its own', async () => {
    const { accountId } = machine;
    const press = await buildDevice(app, { accountId, name: 'Press', serialNumber: 'P-1' });
    const { data, headers } = await machine.api.http.post<ArrayBuffer>(
      '/api/device/serviceBooks',
      { ids: [press.id, machine.device.id, press.id] },
      { responseType: 'arraybuffer' },
    );
    expect(String(headers['content-disposition'])).toMatch(/^attachment.*servicebooks\.pdf/);
    const texts = (await readTexts(new Uint8Array(data))).join(' ');
    expect(texts.indexOf('Filler / "FV" 2000')).toBeLessThan(texts.indexOf('Press'));
    expect(texts.match(/Page 1 of \d/g)).toHaveLength(2);
    const stranger = await app.as(await buildAdmin(app));
    const foreign = stranger.http.post('/api/device/serviceBooks', { ids: [press.id] });
    expect((await refusal(foreign)).status).toBe(404);
  });
});
