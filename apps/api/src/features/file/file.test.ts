import { readdir } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Api, refusal, useTestApp } from '../../testing/app.ts';
import { buildAdmin, buildDevice, buildUser, emptyBin } from '../../testing/builders.ts';

const app = useTestApp();
let admin: Api;
let technician: Api;
let deviceId: number;

beforeAll(async () => {
  const owner = await buildAdmin(app);
  admin = await app.as(owner);
  technician = await app.as(await buildUser(app, { accountId: owner.accountId }));
  deviceId = (await buildDevice(app, { accountId: owner.accountId })).id;
});

const png = async () =>
  new Blob([
    new Uint8Array(
      await sharp({ create: { width: 40, height: 30, channels: 3, background: 'red' } })
        .png()
        .toBuffer(),
    ),
  ]);
const nameplate = (description = 'Front') => ({
  device: { id: deviceId },
  type: 'MACHINE_NAMEPLATE' as const,
  description,
});
const machineFile = () => ({ device: { id: deviceId }, type: 'MACHINE_FILE' as const });

/** Every stored byte, uploads under way included. */
const storedFiles = async () =>
  (
    await readdir(path.join(app.deps.config.dataDir, 'files'), { recursive: true, withFileTypes: true })
  ).filter((entry) => entry.isFile()).length;

describe('direction marks', () => {
  it.each([
    ['filename="invoice\u202efdp.exe"'],
    ["filename*=UTF-8''invoice%E2%80%AEfdp.exe"],
    ['filename="a.exe"; filename*=UTF-8\'\'invoice%E2%80%AEfdp.exe'],
  ])('are no part of a name that is sent as %s', async (disposition) => {
    const part = (head: string, content: string) =>
      `--x\r\nContent-Disposition: form-data; ${head}\r\n\r\n${content}\r\n`;
    const body = `${part('name="fileJson"', JSON.stringify(machineFile()))}${part(`name="file"; ${disposition}`, 'text')}--x--\r\n`;
    const { data } = await technician.http.post('/api/file/add', Buffer.from(body), {
      headers: { 'Content-Type': 'multipart/form-data; boundary=x' },
    });
    expect(data.filename).toBe('invoicefdp.exe');
  });

  it('are removed from typed names and descriptions', async () => {
    const body = { ...machineFile(), filename: 'plan\u2067gpj.exe', description: 'Plan \u202egpj.exe' };
    const added = await technician.file.add({ body, file: new Blob(['text']), fileName: 'a.exe' });
    expect(added).toMatchObject({ filename: 'plangpj.exe', description: 'Plan gpj.exe' });
    const described = { id: added.id, description: '\u200fRight\u2066' };
    expect(await technician.file.updateDescription({ body: described })).toMatchObject({
      description: 'Right',
    });
  });
});

describe('a nameplate', () => {
  it('is an image with a short description, downloadable by its key', async () => {
    const added = await technician.file.add({ body: nameplate(), file: await png(), fileName: 'plate.png' });
    expect(added).toMatchObject({ filename: 'plate.png', contentType: 'image/png', description: 'Front' });
    const query = { params: { fileName: added.key }, responseType: 'arraybuffer' } as const;
    const { data, headers } = await technician.http.get<ArrayBuffer>('/api/storage/downloadFile', query);
    expect(data.byteLength).toBe(added.size);
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'content-type': 'image/png' });
    expect(headers['content-security-policy']).toContain('sandbox');
    const listed = await admin.file.findByDeviceAndType({ params: { deviceId, type: 'MACHINE_NAMEPLATE' } });
    expect(listed.map(({ id }) => id)).toContain(added.id);
  });

  it.each([
    ['a text', 'plate.png', new Blob(['just text'])],
    ['HTML called .png', 'plate.png', new Blob(['<html><script>alert(1)</script></html>'])],
    [
      'an SVG',
      'plate.svg',
      new Blob(['<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>']),
    ],
    ['a PDF', 'plate.pdf', new Blob(['%PDF-1.7\n%âãÏÓ\n'])],
  ])('is not %s', async (_, fileName, file) => {
    const before = await storedFiles();
    expect(await refusal(technician.file.add({ body: nameplate(), file, fileName }))).toMatchObject({
      status: 400,
      code: 'UNSUPPORTED_FILE_TYPE',
    });
    expect(await storedFiles()).toBe(before);
  });

  it('may be a bitmap, stored byte by byte and shown as an image', async () => {
    const bytes = Buffer.from(
      'Qk1GAAAAAAAAADYAAAAoAAAAAgAAAAIAAAABABgAAAAAABAAAAATCwAAEwsAAAAAAAAAAAAA/0Ag/0AgAAD/QCD/QCAAAA==',
      'base64',
    );
    const file = new Blob([new Uint8Array(bytes)]);
    const added = await technician.file.add({ body: nameplate(), file, fileName: 'Plate.BMP' });
    expect(added).toMatchObject({ filename: 'Plate.bmp', contentType: 'image/bmp' });
    const query = { params: { fileName: added.key }, responseType: 'arraybuffer' } as const;
    const { data, headers } = await technician.http.get<ArrayBuffer>('/api/storage/downloadFile', query);
    expect(Buffer.from(data)).toEqual(bytes);
    expect(headers).toMatchObject({ 'content-type': 'image/bmp', 'x-content-type-options': 'nosniff' });
    expect(headers['content-disposition']).toMatch(/^inline/);
  });

  it('has a description shorter than 45 characters, when added and when changed', async () => {
    const tooLong = { status: 400, fields: { description: 'MAX_44_CHARACTERS' } };
    const file = await png();
    expect(await refusal(technician.file.add({ body: nameplate('x'.repeat(45)), file }))).toMatchObject(
      tooLong,
    );
    const { id } = await technician.file.add({ body: nameplate('x'.repeat(44)), file });
    expect(
      await refusal(technician.file.updateDescription({ body: { id, description: 'y'.repeat(45) } })),
    ).toMatchObject(tooLong);
    expect(await technician.file.updateDescription({ body: { id, description: 'Back' } })).toMatchObject({
      description: 'Back',
    });
  });
});

describe('a machine file', () => {
  it('keeps its name without a path', async () => {
    const added = await admin.file.add({
      body: machineFile(),
      file: new Blob(['hello']),
      fileName: '../../etc/notes.txt',
    });
    expect(added.filename).toBe('notes.txt');
  });

  it('is refused above 25 MB, with the limit in the message, and nothing is stored', async () => {
    const before = await storedFiles();
    const file = new Blob([new Uint8Array(26 * 1024 * 1024)]);
    expect(await refusal(admin.file.add({ body: machineFile(), file, fileName: 'big.txt' }))).toMatchObject({
      status: 413,
      code: 'FILE_TOO_LARGE',
      message: expect.stringContaining('25'),
    });
    expect(await storedFiles()).toBe(before);
  });

  it('is deleted by its author or an admin, and its bytes once it leaves the bin', async () => {
    const add = (api: Api) => api.file.add({ body: machineFile(), file: new Blob(['x']), fileName: 'a.txt' });
    const foreign = await add(admin);
    expect(await refusal(technician.file.delete({ params: { id: foreign.id } }))).toMatchObject({
      status: 403,
    });
    const before = await storedFiles();
    await technician.file.delete({ params: { id: (await add(technician)).id } });
    await admin.file.delete({ params: { id: (await add(technician)).id } });
    expect(await storedFiles()).toBe(before + 2);
    await emptyBin(app);
    expect(await storedFiles()).toBe(before);
    expect(await refusal(admin.file.delete({ params: { id: 999_999 } }))).toMatchObject({ status: 404 });
  });
});
