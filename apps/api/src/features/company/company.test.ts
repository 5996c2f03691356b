import sharp from 'sharp';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { lockAccount } from '../../platform/tenancy.ts';
import { type Api, refusal, useTestApp } from '../../testing/app.ts';
import { buildAdmin, buildDevice, buildService, buildTeam } from '../../testing/builders.ts';
import { countLockWaits } from '../../testing/lock-waits.ts';
import { buildBuyer, orderMonth, press, startPaying, untilStatus } from '../../testing/payments.ts';
import { readPdf } from '../../testing/protocols.ts';

const app = useTestApp();
let accountId: number;
let userId: number;
let admin: Api;
let technician: Api;

beforeAll(async () => {
  ({ accountId, userId, admin, technician } = await buildTeam(app));
});

const company = {
  companyName: 'Lift Service',
  street: 'Long Street 1',
  postalCode: '00-950',
  city: 'Warsaw',
  country: 'PL' as const,
  nip: '525-000-00-00',
  phone: '+48 22 000 00 00',
};

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: { r: 200, g: 0, b: 0, alpha: 0.5 } } });
const addressed = (bytes: Buffer, type = 'image/png') => `data:${type};base64,${bytes.toString('base64')}`;
const pngOf = async (width: number, height: number) =>
  addressed(await picture(width, height).png().toBuffer());
const bytesOf = (address: string) => Buffer.from(address.slice(address.indexOf(',') + 1), 'base64');
const logoFiles = () => app.deps.db.of({ accountId }).storedFile.findMany({ where: { kind: 'LOGO' } });
const save = (change: object = {}) =>
  admin.company.updateGeneralData({ body: { id: accountId, ...company, ...change } });

describe('the company', () => {
  it('is read by all its users and changed by admins', async () => {
    expect(await save()).toMatchObject({ id: accountId, name: 'Lift Service', ...company });
    expect(await technician.company.getAccount()).toMatchObject({
      id: accountId,
      name: 'Lift Service',
      ...company,
      logo: '',
      defaultPlan: { name: expect.any(String) },
    });
    expect(await admin.user.checkAuth()).toMatchObject({ account: { companyName: 'Lift Service' } });
    expect(
      await refusal(technician.company.updateGeneralData({ body: { id: accountId, ...company } })),
    ).toMatchObject({ status: 403, code: 'NO_PERMISSION' });
  });

  it('is only visible to its own users', async () => {
    const stranger = await buildAdmin(app);
    const before = await app.deps.db.global.account.findUnique({ where: { id: stranger.accountId } });
    expect(
      await refusal(admin.company.updateGeneralData({ body: { id: stranger.accountId, ...company } })),
    ).toMatchObject({ status: 404 });
    expect(await app.deps.db.global.account.findUnique({ where: { id: stranger.accountId } })).toEqual(
      before,
    );
  });

  it('needs a name', async () => {
    expect(await refusal(save({ companyName: '  ' }))).toMatchObject({
      status: 400,
      fields: { companyName: 'REQUIRED' },
    });
  });

  it('gets a hyphen in a Polish postal code of five digits', async () => {
    expect(await save({ postalCode: '00950' })).toMatchObject({ postalCode: '00-950' });
    expect(await save({ postalCode: '00-9501' })).toMatchObject({ postalCode: '00-950' });
  });

  it('keeps the postal code of another country as it was typed, up to twenty characters', async () => {
    expect(await save({ country: 'DE', postalCode: '10115' })).toMatchObject({ postalCode: '10115' });
    expect(await save({ country: 'GB', postalCode: 'SW1A 1AA' })).toMatchObject({ postalCode: 'SW1A 1AA' });
    expect(await save({ country: 'US', postalCode: '12345-6789' })).toMatchObject({
      postalCode: '12345-6789',
    });
    expect(await refusal(save({ country: 'GB', postalCode: 'X'.repeat(21) }))).toMatchObject({
      fields: { postalCode: 'MAX_20_CHARACTERS' },
    });
  });

  it('checks the postal code again when the country becomes Poland', async () => {
    expect(await save({ country: 'DE', postalCode: '10115' })).toMatchObject({ postalCode: '10115' });
    expect(await save({ country: 'PL', postalCode: '10115' })).toMatchObject({ postalCode: '10-115' });
  });

  it('keeps a longer Polish one from its registration until another is typed', async () => {
    await app.deps.db.of({ accountId }).account.update({
      where: { id: accountId },
      data: { country: 'PL', postalCode: '00-950 PO' },
    });
    expect(await save({ postalCode: '00-950 PO' })).toMatchObject({ postalCode: '00-950 PO' });
    expect(await save({ postalCode: '00-951 PO' })).toMatchObject({ postalCode: '00-951' });
  });

  it('sets the language of its documents and its timezone, which stay if they are omitted', async () => {
    expect(await save({ language: 'de', timezone: 'Europe/Berlin' })).toMatchObject({
      language: 'de',
      timezone: 'Europe/Berlin',
    });
    expect(await save()).toMatchObject({ language: 'de', timezone: 'Europe/Berlin' });
    expect(await refusal(save({ timezone: 'Mars/Olympus' }))).toMatchObject({
      fields: { timezone: 'INVALID' },
    });
  });

  it('logs changed fields, and nothing if nothing changed', async () => {
    const { auditLog } = app.deps.db.of({ accountId });
    const count = () => auditLog.count({ where: { kind: 'SETTINGS_CHANGED' } });
    await save({ city: 'Warsaw' });
    const before = await count();
    await save({ city: 'Łódź' });
    const entry = await auditLog.findFirst({ where: {}, orderBy: { id: 'desc' } });
    expect(entry).toMatchObject({
      kind: 'SETTINGS_CHANGED',
      entity: 'account',
      entityId: accountId,
      what: 'Lift Service',
      changes: { city: ['Warsaw', 'Łódź'] },
    });
    await save({ city: 'Łódź' });
    expect(await count()).toBe(before + 1);
  });
});

describe('the company’s invoice data', () => {
  const invoiced = ['nip', 'street', 'postalCode', 'city', 'country'] as const;
  const none = Object.fromEntries(invoiced.map((name) => [name, '']));

  it('can be emptied only before the first order', async () => {
    const { api, accountId } = await buildBuyer(app);
    const body = { id: accountId, companyName: 'Lift Service', ...none };
    expect(await api.company.updateGeneralData({ body })).toMatchObject(none);
  });

  it('can be changed but not emptied while an order awaits payment, and the invoice uses the change', async () => {
    const { api, owner, accountId } = await buildBuyer(app);
    const order = await orderMonth(api, owner.id);
    const url = await startPaying(api, order);
    const moved = { id: accountId, ...company, street: 'Short Street 2' };
    await api.company.updateGeneralData({ body: moved });
    for (const name of invoiced)
      expect(await refusal(api.company.updateGeneralData({ body: { ...moved, [name]: '' } }))).toMatchObject({
        status: 400,
        fields: { [name]: 'NEEDED_ON_INVOICES' },
      });
    expect(
      await refusal(api.company.updateGeneralData({ body: { id: accountId, companyName: 'Lift Service' } })),
    ).toMatchObject({
      fields: Object.fromEntries(invoiced.map((name) => [name, 'NEEDED_ON_INVOICES'])),
    });
    await press(url, 'pay');
    await untilStatus(api, order.id, 'SUCCESS');
    const { buyer } = await app.deps.db.of({ accountId }).invoice.findFirstOrThrow({ where: {} });
    expect(buyer).toEqual({
      name: 'Lift Service',
      ...Object.fromEntries(invoiced.map((name) => [name, moved[name]])),
    });
  });

  it('does not block other changes of a company that never had it', async () => {
    const { api, owner, accountId } = await buildBuyer(app);
    await orderMonth(api, owner.id);
    await app.deps.db.global.account.update({ where: { id: accountId }, data: { nip: '' } });
    const body = { id: accountId, ...company, nip: '', phone: '1' };
    expect(await api.company.updateGeneralData({ body })).toMatchObject({ nip: '', phone: '1' });
  });

  it('that is emptied at the same moment prevents the order', async () => {
    const { api, owner, accountId } = await buildBuyer(app);
    let ordering: ReturnType<typeof refusal> | undefined;
    await app.deps.db.of({ accountId }).$transaction(async (tx) => {
      await lockAccount(tx, { accountId });
      await tx.account.update({ where: { id: accountId }, data: { nip: '' } });
      ordering = refusal(orderMonth(api, owner.id));
      await vi.waitFor(async () => expect(await countLockWaits(app)).toBeGreaterThan(0), { timeout: 15_000 });
    });
    expect(await ordering).toMatchObject({ code: 'COMPANY_DATA_REQUIRED' });
    expect((await api.order.all()).totalElements).toBe(0);
  });
});

describe('the logo', () => {
  it('is returned as a re-encoded picture, and stored once', async () => {
    const { logo } = await save({ logo: await pngOf(300, 100) });
    expect(logo).toMatch(/^data:image\/png;base64,/);
    expect(await sharp(bytesOf(logo)).metadata()).toMatchObject({ format: 'png', width: 300, height: 100 });
    expect(await logoFiles()).toHaveLength(1);
    expect((await technician.company.getAccount()).logo).toBe(logo);
  });

  it('stays if it is omitted or sent back unchanged', async () => {
    const { logo } = await save({ logo: await pngOf(200, 100) });
    const [before] = await logoFiles();
    expect((await save()).logo).toBe(logo);
    expect((await save({ logo })).logo).toBe(logo);
    expect(await logoFiles()).toEqual([before]);
  });

  it.each([null, ''])('is removed by %j, including its bytes', async (none) => {
    await save({ logo: await pngOf(20, 10) });
    const [file] = await logoFiles();
    expect((await save({ logo: none })).logo).toBe('');
    expect(await logoFiles()).toEqual([]);
    await expect(app.deps.files.get(file?.key ?? '')).rejects.toThrow();
  });

  it('is replaced by another, including its bytes', async () => {
    await save({ logo: await pngOf(20, 10) });
    await save({ logo: await pngOf(30, 10) });
    const files = await logoFiles();
    expect(files).toHaveLength(1);
    const entry = await app.deps.db
      .of({ accountId })
      .auditLog.findFirst({ where: {}, orderBy: { id: 'desc' } });
    expect(entry?.changes).toEqual({ logo: ['logo.png', 'logo.png'] });
    await app.expectNoStrayFiles();
  });

  it('is scaled down for documents', async () => {
    const { logo } = await save({ logo: await pngOf(3000, 1000) });
    const { width, height } = await sharp(bytesOf(logo)).metadata();
    expect([width, height]).toEqual([800, 267]);
  });

  it('is accepted only as base64, and identified by its content, not its name', async () => {
    const jpeg = await picture(40, 40)
      .flatten()
      .jpeg()
      .withExif({ IFD0: { Copyright: 'secret' } })
      .toBuffer();
    const { logo } = await save({ logo: jpeg.toString('base64') });
    expect(logo).toMatch(/^data:image\/jpeg;base64,/);
    expect(bytesOf(logo).includes('secret')).toBe(false);
    expect((await save({ logo: addressed(jpeg, 'image/png') })).logo).toMatch(/^data:image\/jpeg/);
  });

  it.each([
    ['a drawing with scripts', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')],
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a document', Buffer.from('%PDF-1.7\n')],
    ['nothing', Buffer.alloc(0)],
  ])('is not %s', async (_, bytes) => {
    const before = await logoFiles();
    expect(await refusal(save({ logo: addressed(bytes) }))).toMatchObject({
      status: 400,
      code: 'UNSUPPORTED_FILE_TYPE',
    });
    expect(await logoFiles()).toEqual(before);
  });

  it('cannot be a truncated picture or one with too many pixels', async () => {
    const whole = await picture(400, 400).png().toBuffer();
    expect(await refusal(save({ logo: addressed(whole.subarray(0, 200)) }))).toMatchObject({
      code: 'IMAGE_UNREADABLE',
    });
    const bomb = await sharp({ create: { width: 9000, height: 9000, channels: 3, background: 'white' } })
      .png({ compressionLevel: 9 })
      .toBuffer();
    expect(await refusal(save({ logo: addressed(bomb) }))).toMatchObject({ code: 'PICTURE_TOO_LARGE' });
    await app.expectNoStrayFiles();
  });

  it('is on protocols and in the service book', async () => {
    const { id: deviceId } = await buildDevice(app, { accountId });
    const { id } = await buildService(app, { accountId, userId, deviceId });
    const pictures = async () => {
      const book = await technician.http.get(`/api/device/serviceBook/${deviceId}`, {
        responseType: 'arraybuffer',
      });
      const documents = [await readPdf(technician, id), Buffer.from(book.data)];
      return documents.map((bytes) => Buffer.from(bytes).includes('/Subtype /Image'));
    };
    await save({ logo: null });
    expect(await pictures()).toEqual([false, false]);
    await save({ logo: await pngOf(300, 100) });
    expect(await pictures()).toEqual([true, true]);
  });

  it('is refused above the maximum size of a request', async () => {
    const noise = addressed(Buffer.alloc(1_200_000, 1));
    expect(await refusal(save({ logo: noise }))).toMatchObject({ status: 413, code: 'FILE_TOO_LARGE' });
  });
});
