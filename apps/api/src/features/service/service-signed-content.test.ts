/** What was read on a device is what is frozen, with and without a network. */
import { createHash } from 'node:crypto';
import { deviceTimeHeader, writtenAtHeader } from '@servicebook/shared/call-headers';
import type { ProtocolSnapshot } from '@servicebook/shared/protocol-snapshot';
import { type SignedContent, signedContentOf, signedText } from '@servicebook/shared/signed-content';
import { beforeAll, describe, expect, it } from 'vitest';
import { canonicalJson } from '../../platform/canonical-json.ts';
import { type Api, refusal, useTestApp } from '../../testing/app.ts';
import { buildCustomer, buildDevice, buildService, buildTeam } from '../../testing/builders.ts';
import {
  bodyOf,
  drawnPath,
  drawnPicture,
  readPdf,
  readVersion,
  signJson,
  signProtocol,
} from '../../testing/protocols.ts';

const app = useTestApp();
let admin: Api;
let technician: Api;
let accountId: number;
let userId: number;

beforeAll(async () => {
  ({ accountId, userId, admin, technician } = await buildTeam(app));
});

/** A protocol of a customer and machine of its own, as a phone read it while it had a network. */
async function readOnPhone(given: Partial<Parameters<typeof buildService>[1]> = {}) {
  const { id: customerId } = await buildCustomer(app, { accountId, city: 'Gdańsk' });
  const device = await buildDevice(app, { accountId, customerId });
  const { id } = await buildService(app, {
    accountId,
    userId,
    deviceId: device.id,
    faultDescription: 'Leaks',
    ...given,
  });
  const read = async () => {
    const { snapshot, performedBy } = await technician.serviceSigning.toSign({ params: { id } });
    return { content: signedContentOf(snapshot), performedBy: { id: performedBy } };
  };
  return { id, customerId, device, read, ...(await read()) };
}
type OnPhone = Pick<Awaited<ReturnType<typeof readOnPhone>>, 'id' | 'content' | 'performedBy'>;

const hashOf = (content: SignedContent) => canonicalJson(content).sha256;

const sign = ({ id, content, performedBy }: OnPhone, given: object = {}, headers = {}, api = technician) => {
  const form = new FormData();
  const confirmed = { performedBy, date: `${content.date}T00:00:00` };
  const body = { ...signJson, ...confirmed, signedSha256: hashOf(content), ...given };
  form.append('signJson', JSON.stringify(body));
  form.append('signature', new Blob([drawnPath]), 'signature.txt');
  return api.http.post(`/api/service/sign/${id}`, form, { headers });
};
const signOffline = (read: OnPhone, given: object = {}, headers = {}) =>
  sign(read, { signedContent: signedText(read.content), ...given }, headers);

const frozen = async (id: number) => {
  const { snapshot, differences } = await readVersion(app, accountId, id);
  return { snapshot: JSON.parse(snapshot) as ProtocolSnapshot, differences };
};

describe('with a network', () => {
  it('the content that was read is hashed on the device and frozen', async () => {
    const read = await readOnPhone();
    await sign(read);
    const { snapshot, differences } = await frozen(read.id);
    expect(snapshot.signature).toMatchObject({ contentSha256: hashOf(read.content) });
    expect(hashOf(signedContentOf(snapshot))).toBe(hashOf(read.content));
    expect(differences).toBeNull();
    const [version] = await admin.service.versions({ params: { id: read.id } });
    expect(version?.readSha256).toBe(hashOf(read.content));
  });

  it('another content is refused', async () => {
    const read = await readOnPhone();
    await admin.customer.update({
      body: { id: read.customerId, shortName: 'Renamed', fullName: 'Renamed' },
    });
    expect(await refusal(sign(read))).toMatchObject({ code: 'SERVICE_CHANGED' });
  });
});

describe('without a network', () => {
  it('the content stands as signed, and the version says what was changed meanwhile', async () => {
    const read = await readOnPhone();
    const { id, customerId, device } = read;
    await admin.customer.update({
      body: { id: customerId, shortName: 'Moved', fullName: 'Moved', city: 'Gdynia' },
    });
    await admin.service.add({
      body: {
        ...(await bodyOf(admin, id)),
        faultDescription: 'Written by the office',
        actions: [{ device: { id: device.id }, name: 'Cleaned' }],
      },
    });
    await signOffline(read);
    const { snapshot } = await frozen(id);
    expect(signedContentOf(snapshot)).toEqual(read.content);
    expect(snapshot.customer.city).toBe('Gdańsk');
    // The protocol is what was signed; what belongs to others stays theirs.
    expect(await technician.service.findById({ params: { id } })).toMatchObject({
      state: 'SIGNED',
      faultDescription: 'Leaks',
      actions: [],
      customer: { shortName: 'Moved' },
    });
    const [version] = await admin.service.versions({ params: { id } });
    expect(version?.differences).toEqual(
      expect.arrayContaining([
        { field: 'customer.city', signed: 'Gdańsk', stored: 'Gdynia' },
        { field: 'faultDescription', signed: 'Leaks', stored: 'Written by the office' },
        expect.objectContaining({ field: 'machines' }),
      ]),
    );
    expect((await readPdf(technician, id)).length).toBeGreaterThan(1000);
  });

  it('a protocol that was given to another customer stays with the one who signed', async () => {
    const read = await readOnPhone();
    const other = await buildDevice(app, {
      accountId,
      customerId: (await buildCustomer(app, { accountId })).id,
    });
    await admin.service.add({
      body: {
        ...(await bodyOf(admin, read.id)),
        customer: { id: other.customerId },
        devices: [{ id: other.id }],
      },
    });
    await signOffline(read);
    expect((await frozen(read.id)).snapshot.customer.id).toBe(read.customerId);
    const stored = await technician.service.findById({ params: { id: read.id } });
    expect(stored.customer.id).toBe(read.customerId);
  });

  it('nothing is different if nothing was changed', async () => {
    const read = await readOnPhone();
    await signOffline(read);
    const { snapshot, differences } = await frozen(read.id);
    expect(differences).toBeNull();
    expect(snapshot.signature).toMatchObject({ contentSha256: hashOf(read.content) });
  });

  it('a photo is named by what the device sent, and one that came from the office is a supplement', async () => {
    const { id, read } = await readOnPhone();
    const photo = new Blob([new Uint8Array(await drawnPicture())]);
    const attach = (api: Api, fileName: string, file: Blob) =>
      api.service.addFile({ params: { serviceId: id }, query: { print: 'true' }, file, fileName });
    await attach(technician, 'leak.png', photo);
    const onPhone = { id, ...(await read()) };
    const sent = new Uint8Array(await photo.arrayBuffer());
    expect(onPhone.content.attachments).toEqual([
      { filename: 'leak.png', print: true, sha256: createHash('sha256').update(sent).digest('hex') },
    ]);
    await attach(admin, 'office.png', new Blob([new Uint8Array(await drawnPicture(null))]));
    await signOffline(onPhone);
    const { snapshot } = await frozen(id);
    expect(snapshot.attachments?.map(({ filename }) => filename)).toEqual(['leak.png']);
    const { fileDtos } = await technician.service.findById({ params: { id } });
    expect(fileDtos.map(({ filename, signedVersion }) => [filename, signedVersion])).toEqual([
      ['leak.png', 1],
      ['office.png', null],
    ]);
  });

  it('a photo is printed as it was signed, also if its mark was changed meanwhile', async () => {
    const { id, read } = await readOnPhone();
    const attach = async (fileName: string, print: 'true' | 'false', bytes: Buffer) => {
      const file = new Blob([new Uint8Array(bytes)]);
      const params = { serviceId: id };
      return technician.service.addFile({ params, query: { print }, file, fileName });
    };
    await attach('leak.png', 'true', await drawnPicture());
    const { fileDtos } = await attach('plate.png', 'false', await drawnPicture(null));
    const onPhone = { id, ...(await read()) };
    for (const { id: fileId, print } of fileDtos)
      await admin.service.printFile({ params: { fileId }, body: { print: !print } });
    await signOffline(onPhone);
    const { snapshot } = await frozen(id);
    expect(signedContentOf(snapshot)).toEqual(onPhone.content);
    const keys = snapshot.attachments?.map(({ printKey }) => printKey);
    expect(keys).toEqual([fileDtos[0]?.key, undefined]);
    const [version] = await admin.service.versions({ params: { id } });
    expect(version?.differences).toMatchObject([{ field: 'attachments' }]);
    expect((await readPdf(technician, id)).length).toBeGreaterThan(1000);
  });

  it('a signature is refused if a signed file is gone, or another one was signed', async () => {
    const { id, read } = await readOnPhone();
    const { fileDtos } = await technician.service.addFile({
      params: { serviceId: id },
      file: new Blob(['notes']),
      fileName: 'notes.txt',
    });
    const onPhone = { id, ...(await read()) };
    await technician.service.deleteFile({ params: { fileId: fileDtos[0]?.id ?? 0 } });
    expect(await refusal(signOffline(onPhone))).toMatchObject({ code: 'SERVICE_CHANGED' });
    const again = { id, ...(await read()) };
    await signOffline(again);
    expect(await refusal(signOffline(again))).toMatchObject({ code: 'SERVICE_CHANGED' });
  });

  it.each([
    [
      'is of another hash',
      (content: SignedContent) => ({ signedContent: signedText({ ...content, remarks: 'X' }) }),
    ],
    ['is not canonical', (content: SignedContent) => ({ signedContent: ` ${signedText(content)}` })],
    ['is no content', () => ({ signedContent: '{}' })],
    [
      'names another day than was confirmed',
      (content: SignedContent) =>
        withHash({ ...content, date: '2020-01-01', nextInspection: null, period: null }),
    ],
    [
      'reckons the next inspection otherwise',
      (content: SignedContent) => withHash({ ...content, period: 6, nextInspection: '2099-01-01' }),
    ],
  ])('a text is refused that %s', async (_, change) => {
    const read = await readOnPhone();
    expect(await refusal(signOffline(read, change(read.content)))).toMatchObject({
      fields: { signedContent: 'INVALID' },
    });
  });
  const withHash = (content: SignedContent) => ({
    signedContent: signedText(content),
    signedSha256: hashOf(content),
  });

  it('machines and customers of another company are out of reach', async () => {
    const stranger = await buildTeam(app);
    const device = await buildDevice(app, { accountId: stranger.accountId });
    const read = await readOnPhone();
    const [machine] = read.content.machines;
    const machines = machine ? [{ ...machine, id: device.id }] : [];
    expect(await refusal(signOffline(read, withHash({ ...read.content, machines })))).toMatchObject({
      code: 'VALIDATION_FAILED',
    });
    const customer = { ...read.content.customer, id: device.customerId };
    expect(await refusal(signOffline(read, withHash({ ...read.content, customer })))).toMatchObject({
      code: 'VALIDATION_FAILED',
    });
  });

  it('keeps both clocks, and takes off what the device’s is ahead', async () => {
    const read = await readOnPhone();
    const hour = 3_600_000;
    const at = (ago: number) => new Date(Date.now() - ago).toISOString();
    // Signed ten days ago, on a phone whose clock is three hours ahead.
    const signedAt = at(10 * 24 * hour - 3 * hour);
    await signOffline(read, { signedAt }, { [deviceTimeHeader]: at(-3 * hour) });
    const { snapshot } = await frozen(read.id);
    const { signature } = snapshot;
    if (signature?.kind !== 'DRAWN') return expect.fail('not drawn');
    expect(signature.device?.signedAt).toBe(signedAt);
    const off = Date.parse(signature.signedAt) - Date.parse(signedAt) + 3 * hour;
    expect(Math.abs(off)).toBeLessThan(60_000);
  });
});

describe('the status of a machine after a signature without a network', () => {
  const statusOf = async (id: number) => (await admin.device.findById({ params: { id } })).status;
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
  type Result = { result: 'PASSED' | 'FAILED' | null; statusAfter: 'OK' | 'BROKEN' | null };
  const failed: Result = { result: 'FAILED', statusAfter: 'BROKEN' };
  const passed: Result = { result: 'PASSED', statusAfter: 'OK' };
  const none: Result = { result: null, statusAfter: null };

  const save = async (api: Api, id: number, ...results: (Result & { device: { id: number } })[]) =>
    api.service.add({ body: { ...(await bodyOf(api, id)), results } });
  /** With the result that its technician entered before the network went. */
  async function readWith(result: Result) {
    const { id, device, read } = await readOnPhone();
    await save(technician, id, { device: { id: device.id }, ...result });
    return { id, device, ...(await read()) };
  }

  it.each([
    ['failed, and others stored that it passed', failed, passed, 'BROKEN'],
    ['failed, and others stored it without a status', failed, { ...passed, statusAfter: null }, 'BROKEN'],
    ['failed, and others removed the result', failed, none, 'BROKEN'],
    ['passed, and others stored that it failed', passed, failed, 'OK'],
    ['had no result, and others stored one', none, failed, 'FAULT'],
    ['failed, as others stored too, who left its status', failed, { ...failed, statusAfter: null }, 'FAULT'],
  ] as const)('follows from the result that was signed: it %s', async (_, signed, stored, after) => {
    const read = await readWith(signed);
    await app.deps.db
      .of({ accountId })
      .device.updateMany({ where: { id: read.device.id }, data: { status: 'FAULT' } });
    await save(admin, read.id, { device: { id: read.device.id }, ...stored });
    await signOffline(read);
    expect(await statusOf(read.device.id)).toBe(after);
  });

  it('stays what a later protocol made it', async () => {
    const read = await readWith(failed);
    const { device } = read;
    const later = await technician.service.add({
      body: {
        ...(await bodyOf(technician, read.id)),
        ...{ id: null, revision: undefined, results: [{ device: { id: device.id }, ...passed }] },
      },
    });
    // It was and is OK: nothing but the later result says that it was repaired.
    await signProtocol(technician, later.id);
    await signOffline(read, { signedAt: minutesAgo(30) });
    expect(await statusOf(device.id)).toBe('OK');
    expect((await technician.service.findById({ params: { id: read.id } })).results).toEqual([
      { device: { id: device.id }, result: 'FAILED', statusAfter: null },
    ]);
  });

  it('stays what somebody made it later, and becomes what was signed after that', async () => {
    const read = await readWith(failed);
    const again = await readWith(failed);
    const ids = [read.device.id, again.device.id];
    await admin.bulk.run({ body: { ids, change: { action: 'machine.status', status: 'IN_REPAIR' } } });
    await signOffline(read, { signedAt: minutesAgo(30) });
    expect(await statusOf(read.device.id)).toBe('IN_REPAIR');
    await signOffline(again, { signedAt: new Date().toISOString() });
    expect(await statusOf(again.device.id)).toBe('BROKEN');
  });

  it.each([
    ['before the signature', 40, 'BROKEN'],
    ['after the signature', 20, 'IN_REPAIR'],
  ] as const)('was set without a network, and counts from then (%s)', async (_, minutes, after) => {
    const read = await readWith(failed);
    // Sent before the signature in both cases, because the signature was refused at first for example.
    const { id, name, serialNumber, category, customer, revision } = await technician.device.findById({
      params: { id: read.device.id },
    });
    const known = { id, name, serialNumber, revision };
    const body = {
      ...known,
      status: 'IN_REPAIR',
      category: { id: category.id },
      customer: { id: customer.id },
    };
    await technician.http.put('/api/device/update', body, {
      headers: { [writtenAtHeader]: minutesAgo(minutes) },
    });
    await admin.service.add({ body: { ...(await bodyOf(admin, read.id)), faultDescription: 'Leaks a lot' } });
    await signOffline(read, { signedAt: minutesAgo(30) });
    expect(await statusOf(id)).toBe(after);
  });

  it('is known also of a machine that was archived meanwhile', async () => {
    const read = await readWith(failed);
    await admin.device.archive({ body: { id: read.device.id, reason: 'SOLD' } });
    await signOffline(read);
    expect(await statusOf(read.device.id)).toBe('BROKEN');
  });
});
