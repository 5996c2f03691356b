/** Attachments: accepted types, names, owners, and no files left behind. */
import { maxAttachments } from '@servicebook/shared/protocol-length';
import { isProgram, previewKind } from '@servicebook/shared/storage';
import sharp from 'sharp';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type Api, refusal, useTestApp } from '../../testing/app.ts';
import { buildAdmin, buildService, buildTeam, emptyBin } from '../../testing/builders.ts';
import { bodyOf, hugePng, picture, signProtocol } from '../../testing/protocols.ts';

const program = Buffer.from('MZ\x90\0\x03\0\0\0', 'latin1');
const cfb = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(504)]);
const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1');

const pictureTooLarge = { status: 413, code: 'PICTURE_TOO_LARGE' };
const plainPng = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();

/** A GIF of so many frames, in turn black and white in one corner. */
function animatedGif(width: number, height: number, frames: number): Buffer {
  const header = Buffer.from('GIF89a\0\0\0\0\x80\0\0\0\0\0\xff\xff\xff', 'latin1');
  header.writeUInt16LE(width, 6);
  header.writeUInt16LE(height, 8);
  const frame = (code: number) =>
    Buffer.from([0x21, 0xf9, 4, 0, 1, 0, 0, 0, 0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, code, 1, 0]);
  const all = Array.from({ length: frames }, (_, index) => frame(index % 2 ? 0x4c : 0x44));
  return Buffer.concat([header, ...all, Buffer.from([0x3b])]);
}

const app = useTestApp();
let admin: Api;
let technician: Api;
let colleague: Api;
let accountId: number;
let userId: number;
let serviceId: number;

beforeAll(async () => {
  ({ accountId, userId, admin, technician, colleague } = await buildTeam(app));
  serviceId = (await buildService(app, { accountId, userId })).id;
});

const blob = (content: Buffer | string) =>
  new Blob([typeof content === 'string' ? content : new Uint8Array(content)]);

const attach = async (content: Buffer | string, fileName: string, api = technician) => {
  const { fileDtos } = await api.service.addFile({ params: { serviceId }, file: blob(content), fileName });
  return fileDtos.at(-1) ?? expect.fail('no file');
};
const refuseToAttach = (content: Buffer | string, fileName: string) => refusal(attach(content, fileName));

const download = (fileName: string, api = technician) =>
  api.http.get('/api/storage/downloadFile', {
    params: { fileName },
    responseType: 'arraybuffer',
    validateStatus: () => true,
  });

const countFiles = () => app.deps.db.of({ accountId }).storedFile.count({ where: {} });

describe('an attachment', () => {
  it('is returned unchanged, as a download that cannot run', async () => {
    const file = await attach('Protocol of measurement', 'pomiary ąę.txt');
    expect(file).toMatchObject({
      filename: 'pomiary ąę.txt',
      contentType: 'text/plain; charset=utf-8',
      size: 23,
    });
    const { data, headers } = await download(file.key);
    expect(Buffer.from(data).toString()).toBe('Protocol of measurement');
    expect(headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
      'content-disposition': expect.stringMatching(
        /^attachment; .*filename\*=UTF-8''pomiary%20%C4%85%C4%99\.txt/,
      ),
    });
    expect(headers['cache-control']).toContain('private');
  });

  it('that is a picture may be displayed, but is re-encoded: upright, without camera metadata', async () => {
    const sideways = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#fff' } })
      .withExif({ IFD0: { Artist: 'Anna Secret' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const { key, filename, contentType } = await attach(sideways, 'photo.JPEG');
    expect([filename, contentType]).toEqual(['photo.jpeg', 'image/jpeg']);
    const { data, headers } = await download(key);
    expect(headers['content-disposition']).toMatch(/^inline/);
    const { width, height, exif, orientation } = await sharp(data).metadata();
    expect({ width, height, exif, orientation }).toEqual({ width: 20, height: 40 });
    expect(Buffer.from(data).includes('Anna Secret')).toBe(false);
  });

  it('has a type based on its content, not on its name', async () => {
    expect(await attach(await picture('png'), 'invoice.pdf')).toMatchObject({
      filename: 'invoice.png',
      contentType: 'image/png',
    });
    expect(await attach('%PDF-1.7\n%%EOF', 'x')).toMatchObject({
      filename: 'x.pdf',
      contentType: 'application/pdf',
    });
  });

  it.each([
    ['../../x.txt', 'x.txt'],
    ['..\\..\\windows\\x.txt', 'x.txt'],
    ['a"b<c>.txt', 'a_b_c_.txt'],
    ['invoice\u202efdp.exe', 'invoicefdp.exe'],
    ['Setup.exe. .', 'Setup.exe'],
    [`${'ż'.repeat(300)}.txt`, `${'ż'.repeat(180)}.txt`],
    ['😀'.repeat(100).concat('.txt'), `${'😀'.repeat(90)}.txt`],
    [`a${'😀'.repeat(120)}.txt`, `a${'😀'.repeat(89)}.txt`],
  ])('called %s does no harm', async (name, stored) => {
    const file = await attach('text', name);
    expect(file.filename).toBe(stored);
    expect((await download(file.key)).status).toBe(200);
  });

  it.each([
    ['HTML called a picture', '<!doctype html><script>alert(1)</script>', 'a.png', 'FILE_NOT_AS_NAMED'],
    ['a program called a PDF', program, 'invoice.pdf', 'FILE_NOT_AS_NAMED'],
    ['nothing called a photo', '', 'a.jpg', 'FILE_NOT_AS_NAMED'],
    ['a broken picture', Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1'), 'a.png', 'IMAGE_UNREADABLE'],
  ])('is refused when it is %s', async (_, content, name, code) => {
    const before = await countFiles();
    expect(await refuseToAttach(content, name)).toMatchObject({ status: 400, code });
    expect(await countFiles()).toBe(before);
    await app.expectNoStrayFiles();
  });

  it.each([
    ['anlage.doc', Buffer.from('d0cf11e0a1b11ae1', 'hex')],
    ['list.xls', Buffer.from('d0cf11e0a1b11ae1', 'hex')],
    ['Plan.DWG', Buffer.from('AC1032\0\0\0\0\0', 'latin1')],
    ['plan.dxf', Buffer.from('0\nSECTION\n')],
    ['film.mp4', Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 'latin1')],
    ['IMG_1.heic', heic],
    ['scan.tiff', Buffer.from('49492a0008000000', 'hex')],
    ['note.rtf', Buffer.from('{\\rtf1 }')],
    ['data.xml', Buffer.from('<?xml version="1.0"?><a/>')],
    ['archive.7z', Buffer.from('377abcaf271c0004', 'hex')],
    ['mail.eml', Buffer.from('From: a@b.c\r\n\r\nHello')],
    ['controller.bin', Buffer.from([0, 255, 1, 254])],
    ['photo.bin', Buffer.from('\xff\xd8\xff\xe0', 'latin1')],
    ['projekt.s7p', Buffer.from([7, 0, 7])],
    ['README', Buffer.from('read me')],
    ['a.constructor', Buffer.from('text')],
    ['windows-1250.txt', Buffer.from([0xb9, 0x20])],
    ['Setup.exe', program],
    ['page.html', Buffer.from('<p onclick="alert(1)">hi')],
    ['drawing.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
  ])('may be of any type: %s is kept byte for byte, to be downloaded only', async (name, content) => {
    const { key, filename } = await attach(content, name);
    expect(filename).toBe(name);
    expect(previewKind(filename)).toBe('none');
    const { data, headers } = await download(key);
    expect(Buffer.from(data)).toEqual(content);
    expect(headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
      'content-disposition': expect.stringMatching(/^attachment; /),
    });
  });

  it.each([
    ['a program without an ending', program, 'backup'],
    ['a program called a text', program, 'readme.txt'],
    ['a script', Buffer.from('#!/bin/sh\nrm -rf /'), 'restore'],
    ['a sheet with macros', Buffer.concat([cfb, Buffer.from('_VBA_PROJECT', 'utf16le')]), 'list.xls'],
  ])('that is %s is told apart, so that a warning can be shown', async (_, content, name) => {
    const file = await attach(content, name);
    expect(isProgram(file)).toBe(true);
    expect(isProgram({ filename: name })).toBe(false);
    expect((await download(file.key)).headers['content-type']).toBe('application/octet-stream');
  });

  it('gets the extension of its content if its name has that of another picture type', async () => {
    expect((await attach(heic, 'IMG_1.jpg')).filename).toBe('IMG_1.heic');
    expect(await attach(await picture('jpeg'), 'IMG_2.HEIC')).toMatchObject({
      filename: 'IMG_2.jpg',
      contentType: 'image/jpeg',
    });
  });

  it('is refused if it would decode to billions of pixels', async () => {
    expect(await refuseToAttach(await hugePng(), 'bomb.png')).toMatchObject({
      ...pictureTooLarge,
      message: expect.stringContaining('at most 50 megapixels'),
    });
    await app.expectNoStrayFiles();
  });

  it('is refused at once if one side is too long, however few pixels it has', async () => {
    const side = 20_001;
    for (const [width, height] of [
      [1, side],
      [side, 1],
    ] as const)
      expect(await refuseToAttach(await plainPng(width, height), 'tall.png')).toMatchObject(pictureTooLarge);
    expect(await attach(await plainPng(1, side - 1), 'ruler.png')).toMatchObject({
      contentType: 'image/png',
    });
    await app.expectNoStrayFiles();
  });

  it('stays animated if it is a GIF, unless it has too many frames or pixels', async () => {
    const { key } = await attach(animatedGif(60, 40, 500), 'moving.gif');
    const { data } = await download(key);
    expect(await sharp(data).metadata()).toMatchObject({ format: 'gif', width: 60, pages: 500 });
    expect(await refuseToAttach(animatedGif(60, 40, 501), 'long.gif')).toMatchObject(pictureTooLarge);
    expect(await refuseToAttach(animatedGif(1000, 1000, 21), 'large.gif')).toMatchObject(pictureTooLarge);
    await app.expectNoStrayFiles();
  });

  it('may have 25 MB; more is refused, naming the limit', async () => {
    const megabytes = (count: number) => Buffer.alloc(count * 1024 * 1024, 'a');
    expect(await refuseToAttach(megabytes(26), 'large.txt')).toMatchObject({
      status: 413,
      code: 'FILE_TOO_LARGE',
      message: 'The file is too large (at most 25 MB).',
    });
    await app.expectNoStrayFiles();
    expect((await attach(megabytes(25), 'large.txt')).size).toBe(25 * 1024 * 1024);
  });

  it('must exist', async () => {
    expect(await refusal(technician.service.addFile({ params: { serviceId } }))).toMatchObject({
      status: 400,
      fields: { file: 'REQUIRED' },
    });
    const missing = { params: { serviceId: 2_000_000_000 }, file: blob('x'), fileName: 'a.txt' };
    expect((await refusal(technician.service.addFile(missing))).status).toBe(404);
    await app.expectNoStrayFiles();
  });

  it('is not stored if the disk is full, nor is the protocol sent with it', async () => {
    const full = vi
      .spyOn(app.deps.files, 'put')
      .mockRejectedValue(Object.assign(new Error('full'), { code: 'ENOSPC' }));
    const services = () => app.deps.db.of({ accountId }).service.count({ where: {} });
    const [files, before] = [await countFiles(), await services()];
    expect(await refuseToAttach('text', 'a.txt')).toMatchObject({ status: 507, code: 'STORAGE_FULL' });
    const { id, revision, ...body } = await bodyOf(admin, serviceId);
    expect((await refusal(technician.service.add({ body, file: blob('x'), fileName: 'a.txt' }))).status).toBe(
      507,
    );
    full.mockRestore();
    expect([await countFiles(), await services()]).toEqual([files, before]);
    await app.expectNoStrayFiles();
  });

  it('leaves no bytes if the protocol sent with it is refused, early or late', async () => {
    const { date, type, customer, devices, number } = await admin.service.findById({
      params: { id: serviceId },
    });
    const body = { date, type, customer: { id: customer.id }, devices: devices.map(({ id }) => ({ id })) };
    const send = (given: object) =>
      technician.service.add({ body: { ...body, ...given }, file: blob('x'), fileName: 'a.txt' });
    const before = await countFiles();
    expect((await refusal(send({ type: [] }))).status).toBe(400);
    expect((await refusal(send({ number }))).status).toBe(409);
    expect((await refusal(send({ id: serviceId, revision: 99 }))).status).toBe(409);
    expect(await countFiles()).toBe(before);
    await app.expectNoStrayFiles();
  });

  it('leaves no bytes if the transaction fails after its row was written', async () => {
    const before = await countFiles();
    await app.deps.db.global.$executeRaw`
      CREATE FUNCTION refuse_file() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'refused at the end'; END $$`;
    await app.deps.db.global.$executeRaw`
      CREATE CONSTRAINT TRIGGER refuse_file AFTER INSERT ON stored_file DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW EXECUTE FUNCTION refuse_file()`;
    try {
      expect(await refuseToAttach('text', 'a.txt')).toMatchObject({ status: 500, code: 'INTERNAL' });
    } finally {
      await app.deps.db.global.$executeRaw`DROP TRIGGER refuse_file ON stored_file`;
    }
    expect(await countFiles()).toBe(before);
    await app.expectNoStrayFiles();
  });
});

describe('the attachments of a protocol', () => {
  const room = 2;
  /** A protocol that takes only two more, or one that took too many before there was a limit. */
  async function fullProtocol(count = maxAttachments - room) {
    const { id } = await buildService(app, { accountId, userId });
    const files = Array.from({ length: count }, (_, index) => ({
      accountId,
      key: crypto.randomUUID(),
      kind: 'SERVICE_FILE' as const,
      filename: `${index}.txt`,
      contentType: 'text/plain',
      size: 1,
      sha256: '0'.repeat(64),
      serviceId: id,
    }));
    await app.deps.db.of({ accountId }).storedFile.createMany({ data: files });
    return id;
  }
  const tooMany = { status: 409, code: 'TOO_MANY_ATTACHMENTS' };
  const filesOf = async (id: number) => (await admin.service.findById({ params: { id } })).fileDtos;

  it('are limited to 200, however many are sent at once and in whatever way', async () => {
    const id = await fullProtocol();
    const content = await bodyOf(admin, id);
    const withFile = { file: blob('x'), fileName: 'a.txt' };
    const sent = await Promise.allSettled([
      ...Array.from({ length: 6 }, () => admin.service.addFile({ params: { serviceId: id }, ...withFile })),
      admin.service.add({ body: { ...content, revision: undefined }, ...withFile }),
    ]);
    expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(room);
    for (const answer of sent)
      if (answer.status === 'rejected')
        expect(answer.reason.response).toMatchObject({ status: 409, data: { code: tooMany.code } });
    const files = await filesOf(id);
    expect(files).toHaveLength(maxAttachments);
    const saving = admin.service.add({ body: await bodyOf(admin, id), ...withFile });
    expect(await refusal(saving)).toMatchObject(tooMany);

    await admin.service.deleteFile({ params: { fileId: files.at(-1)?.id ?? 0 } });
    await admin.service.addFile({ params: { serviceId: id }, ...withFile });
    expect(await filesOf(id)).toHaveLength(maxAttachments);
  });

  it('are limited to 200, including supplements of a signed protocol', async () => {
    const id = await fullProtocol();
    await signProtocol(admin, id);
    const add = () =>
      admin.service.addFile({ params: { serviceId: id }, file: blob('x'), fileName: 'late.txt' });
    for (let count = 0; count < room; count++) await add();
    expect(await refusal(add())).toMatchObject(tooMany);
  });

  it('are counted at signing: more than that, from before the limit, are reported', async () => {
    const id = await fullProtocol(maxAttachments + 1);
    expect(await refusal(signProtocol(admin, id))).toMatchObject(tooMany);
    expect(await admin.service.findById({ params: { id } })).toMatchObject({ state: 'NEW', version: 0 });
  });
});

describe('removing an attachment', () => {
  const remove = (fileId: number, api: Api) => api.service.deleteFile({ params: { fileId } });

  it('is for its author and admins; the bytes go once it leaves the bin', async () => {
    const [mine, other] = [await attach('1', 'a.txt'), await attach('2', 'a.txt')];
    expect(await refusal(remove(mine.id, colleague))).toMatchObject({ status: 403, code: 'NO_PERMISSION' });
    await remove(mine.id, technician);
    await remove(other.id, admin);
    for (const { key } of [mine, other]) expect((await download(key)).status).toBe(404);
    await emptyBin(app);
    for (const { key } of [mine, other]) {
      await expect(app.deps.files.get(key)).rejects.toThrow();
    }
    expect((await refusal(remove(mine.id, admin))).status).toBe(404);
  });

  it('does not reach other kinds of files', async () => {
    const row = await app.deps.db.of({ accountId }).storedFile.create({
      data: {
        accountId,
        key: 'f'.repeat(40),
        kind: 'SERVICE_PDF',
        filename: 'a.pdf',
        contentType: 'application/pdf',
        size: 1,
        sha256: '0'.repeat(64),
        serviceId,
      },
    });
    expect((await refusal(remove(row.id, admin))).status).toBe(404);
    await app.deps.db
      .of({ accountId })
      .storedFile.delete({ where: { accountId_id: { accountId, id: row.id } } });
  });
});

it('no file name gives access outside the account or the store', async () => {
  const stranger = await app.as(await buildAdmin(app));
  const { key } = await attach('ours', 'a.txt');
  for (const [name, api] of [
    [key, stranger],
    ['../../../etc/passwd', technician],
    [`${key.slice(0, 2)}/${key}`, technician],
    [key.toUpperCase(), technician],
    ['%2e%2e/x', technician],
  ] as const) {
    expect((await download(name, api)).status, name).toBe(404);
  }
  expect((await download('\0', technician)).status).toBe(400);
});
