/** Pictures that the document of a protocol shows. */
import { createHash } from 'node:crypto';
import { maxPrinted } from '@servicebook/shared/protocol-length';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { readPhotos, readTexts } from '../../platform/pdf/testing/read-pdf.ts';
import { type Api, refusal, useTestApp } from '../../testing/app.ts';
import { buildFile, buildService, buildTeam } from '../../testing/builders.ts';
import { readPdf, readVersion, signProtocol } from '../../testing/protocols.ts';

const app = useTestApp();
let admin: Api;
let technician: Api;
let accountId: number;
let userId: number;

beforeAll(async () => {
  ({ accountId, userId, admin, technician } = await buildTeam(app));
});

const newProtocol = async () => (await buildService(app, { accountId, userId })).id;

/** As a phone's camera: lying on its side, with a note about it. */
const cameraPhoto = (width = 4000, height = 3000) =>
  sharp({ create: { width, height, channels: 3, background: '#a33' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();

async function attach(serviceId: number, bytes: Buffer | string, fileName: string, print?: 'true' | 'false') {
  const file = new Blob([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)]);
  const { fileDtos } = await technician.service.addFile({
    params: { serviceId },
    query: { print },
    file,
    fileName,
  });
  return fileDtos.at(-1) ?? expect.fail('no file');
}
const print = (fileId: number, chosen = true, api = technician) =>
  api.service.printFile({ params: { fileId }, body: { print: chosen } });
const sizesOf = (document: Uint8Array) =>
  Promise.all(
    readPhotos(document).map(async (photo) => {
      const { width, height } = await sharp(photo).metadata();
      return { width, height };
    }),
  );
const textOf = async (id: number) => (await readTexts(await readPdf(technician, id))).join(' ');

describe('a photo', () => {
  it('is on the document only if it was marked, upright and reduced, above its name', async () => {
    const id = await newProtocol();
    const photo = await attach(id, await cameraPhoto(), 'leak.jpg');
    await attach(id, await cameraPhoto(40, 30), 'other.jpg');
    expect(photo.print).toBe(false);
    expect(await textOf(id)).not.toContain('Photos');

    const { fileDtos } = await print(photo.id);
    expect(fileDtos.map((file) => file.print)).toEqual([true, false]);
    const [, after = ''] = (await textOf(id)).split('Photos');
    expect(after).toContain('leak.jpg');
    expect(after).not.toContain('other.jpg');
    expect(await sizesOf(await readPdf(technician, id))).toEqual([{ width: 750, height: 1000 }]);

    await print(photo.id, false);
    expect(await textOf(id)).not.toContain('Photos');
  });

  it('is known by the hash of what was sent, although another picture is stored', async () => {
    const bytes = await cameraPhoto(40, 30);
    const { sha256, size } = await attach(await newProtocol(), bytes, 'leak.jpg');
    expect(sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
    expect(size).not.toBe(bytes.length);
  });

  it('can be marked while it is added, if it is a picture', async () => {
    const id = await newProtocol();
    expect(await attach(id, await cameraPhoto(40, 30), 'a.jpg', 'true')).toMatchObject({ print: true });
    expect(await attach(id, 'text', 'a.txt', 'true')).toMatchObject({ print: false });
  });

  it('that is transparent stands on white', async () => {
    const id = await newProtocol();
    const drawing = await sharp({
      create: { width: 40, height: 30, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    })
      .png()
      .toBuffer();
    await attach(id, drawing, 'plan.png', 'true');
    const [picture] = readPhotos(await readPdf(technician, id));
    const { channels } = await sharp(picture).stats();
    expect(channels.map(({ min }) => min)).toEqual([255, 255, 255]);
  });

  it('that is no picture is refused', async () => {
    const id = await newProtocol();
    const { id: fileId } = await attach(id, '%PDF-1.7\n%%EOF', 'plan.pdf');
    expect(await refusal(print(fileId))).toMatchObject({ status: 400, code: 'UNSUPPORTED_FILE_TYPE' });
  });

  it('is one of 24 at most, however many are marked at once', async () => {
    const serviceId = await newProtocol();
    const build = () => buildFile(app, { accountId, serviceId, contentType: 'image/jpeg' });
    const files = await Promise.all(Array.from({ length: maxPrinted + 3 }, build));
    const answers = await Promise.allSettled(files.map((file) => print(file.id)));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(maxPrinted);
    const stored = await admin.service.findById({ params: { id: serviceId } });
    const unmarked = stored.fileDtos.find((file) => !file.print) ?? expect.fail('all are marked');
    expect(await refusal(print(unmarked.id))).toMatchObject({ status: 409, code: 'TOO_MANY_PHOTOS' });
    // One that is marked already may be marked again.
    const marked = stored.fileDtos.find((file) => file.print) ?? expect.fail('none is marked');
    await print(marked.id);
    // A photo is more than its mark: it is kept without.
    expect(await attach(serviceId, await cameraPhoto(40, 30), 'late.jpg', 'true')).toMatchObject({
      print: false,
    });
  });

  it.each([
    ['is lost', (key: string) => app.deps.files.remove(key)],
    ['is another one than the attached', null],
  ])('whose content %s does not hold the document up', async (_, lose) => {
    const serviceId = await newProtocol();
    const content = lose ? new Uint8Array(await cameraPhoto(40, 30)) : new TextEncoder().encode('no picture');
    const given = { accountId, serviceId, filename: 'gone.jpg', contentType: 'image/jpeg', print: true };
    const { key } = await buildFile(app, given, content);
    await lose?.(key);
    const text = await textOf(serviceId);
    expect(text).toContain('gone.jpg');
    expect(text).toContain('This photo could not be read.');
    await signProtocol(technician, serviceId);
    expect(await textOf(serviceId)).toContain('This photo could not be read.');
  });
});

describe('the photos of a signed protocol', () => {
  it('are sealed with it, and stay as they are', async () => {
    const id = await newProtocol();
    const marked = await attach(id, await cameraPhoto(400, 300), 'marked.jpg', 'true');
    const unmarked = await attach(id, await cameraPhoto(40, 30), 'unmarked.jpg');
    const { snapshot: read } = await technician.serviceSigning.toSign({ params: { id } });
    expect(read.attachments?.map(({ printKey }) => printKey)).toEqual([marked.key, undefined]);
    await signProtocol(technician, id);
    const { snapshot } = await readVersion(app, accountId, id);
    expect(JSON.parse(snapshot).attachments).toEqual(read.attachments);
    const document = await readPdf(technician, id);
    expect(await sizesOf(document)).toEqual([{ width: 300, height: 400 }]);

    for (const api of [technician, admin])
      for (const [fileId, chosen] of [
        [marked.id, false],
        [unmarked.id, true],
      ] as const)
        expect(await refusal(print(fileId, chosen, api))).toMatchObject({
          status: 409,
          code: 'SIGNED_PHOTOS',
        });
    const file = new Blob([new Uint8Array(await cameraPhoto(40, 30))]);
    const added = await admin.service.addFile({
      params: { serviceId: id },
      query: { print: 'true' },
      file,
      fileName: 'later.jpg',
    });
    expect(added.fileDtos.at(-1)).toMatchObject({ filename: 'later.jpg', print: false });
    expect(await readPdf(technician, id)).toEqual(document);
  });

  it('are also on the marked copy of a withdrawn one, and stay', async () => {
    const id = await newProtocol();
    const photo = await attach(id, await cameraPhoto(400, 300), 'seal.jpg', 'true');
    await signProtocol(technician, id);
    await admin.service.withdraw({ params: { id }, body: { reason: 'Wrong machine' } });
    expect(readPhotos(await readPdf(admin, id))).toHaveLength(1);
    expect(await refusal(print(photo.id, false, admin))).toMatchObject({
      status: 409,
      code: 'WITHDRAWN_PROTOCOL',
    });
  });

  it('are chosen again for the next version', async () => {
    const id = await newProtocol();
    const photo = await attach(id, await cameraPhoto(400, 300), 'first.jpg', 'true');
    await signProtocol(technician, id);
    const first = await readPdf(technician, id);
    await app.deps.db.of({ accountId }).service.updateMany({ where: { id }, data: { state: 'NEW' } });
    await print(photo.id, false);
    await signProtocol(technician, id);
    expect(await sizesOf(await readPdf(technician, id))).toEqual([]);
    expect(await readPdf(technician, id, 1)).toEqual(first);
  });
});
