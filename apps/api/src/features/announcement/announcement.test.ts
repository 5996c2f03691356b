import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Api, refusal, useTestApp } from '../../testing/app.ts';
import {
  buildAccount,
  buildAdmin,
  buildCustomer,
  buildDevice,
  buildUser,
  buildVisit,
} from '../../testing/builders.ts';

const app = useTestApp();
let accountId: number;
let owner: Awaited<ReturnType<typeof buildUser>>;
let office: Api;
let visit: { id: number };
/** Of each test its own, because a mail of an earlier one may come late. */
let address: string;
let general: string;
const company = 'Müller Kompressoren- und Drucklufttechnik GmbH & Co. KG';

afterEach(() => app.setNow(null));
beforeEach(async () => {
  app.setNow(new Date('2026-11-23T12:00:00Z'));
  await app.forgetAttempts();
  address = `anna-${crypto.randomUUID()}@customer.example`;
  general = `office-${crypto.randomUUID()}@customer.example`;
  accountId = (await buildAccount(app, { companyName: company, phone: '+48 22 123 45 67' })).id;
  owner = await buildAdmin(app, { accountId });
  office = await app.as(owner);
  const customer = await buildCustomer(app, {
    accountId,
    shortName: 'Mill',
    email: general,
    language: 'de',
  });
  await app.deps.db.of({ accountId }).customerContact.create({
    data: { accountId, customerId: customer.id, name: 'Anna Nowak', email: address, isMain: true },
  });
  const device = await buildDevice(app, {
    accountId,
    customerId: customer.id,
    name: 'BSD 75',
    streetAddress: 'Mühlweg 2',
    zipCode: '14770',
    city: 'Brandenburg',
  });
  const technician = await buildUser(app, { accountId, firstName: 'Tom', lastName: 'Tech' });
  visit = await buildVisit(app, {
    accountId,
    userId: technician.id,
    deviceId: device.id,
    day: '2026-11-24',
    fromMinute: 480,
    toMinute: 600,
    text: 'Customer does not pay: take the key',
  });
});

const told = (given: object = {}) => ({
  visit: { id: visit.id },
  email: address,
  language: 'de' as const,
  revision: 1,
  ...given,
});
const mails = () => app.mails.filter(({ to }) => to === address || to === general);

it('presets the contacts and the language of the customer', async () => {
  expect(await office.announcement.findByVisit({ params: { id: visit.id } })).toEqual({
    sent: [],
    recipients: [
      { name: 'Anna Nowak', email: address },
      { name: 'Mill', email: general },
    ],
    language: 'de',
  });
});

it('mails what the preview shows: day, window, who comes and where, but nothing internal', async () => {
  const preview = await office.announcement.preview({
    body: { visit: { id: visit.id }, email: address, language: 'de' },
  });
  const sent = await office.announcement.send({ body: told() });
  expect(sent).toMatchObject({ email: address, day: '2026-11-24', from: '08:00', to: '10:00' });
  const { subject, text, replyTo } = await app.mailTo(address);
  expect({ subject, text }).toEqual(preview);
  expect(replyTo).toBe(owner.email);
  expect(subject).toBe('Unser Besuch am Dienstag, 24. November 2026');
  for (const part of [
    'Guten Tag Anna Nowak',
    `${company} kommt zu Ihnen: Dienstag, 24. November 2026, zwischen 08:00 und 10:00 Uhr`,
    'Maschinen: BSD 75',
    'Ort: Mühlweg 2, 14770 Brandenburg',
    'Techniker: Tom Tech',
    '+48 22 123 45 67',
  ])
    expect(text).toContain(part);
  expect(text).not.toContain('pay');
  expect((await office.announcement.findByVisit({ params: { id: visit.id } })).sent).toEqual([sent]);
});

it('names the second day of a night window, and an address of two machines once', async () => {
  const stored = await office.visit.findById({ params: { id: visit.id } });
  const second = await buildDevice(app, {
    accountId,
    customerId: stored.customer.id,
    streetAddress: 'Mühlweg 2',
    zipCode: '14770',
    city: 'Brandenburg',
    gpsLatitude: 52.4,
    gpsLongitude: 12.5,
  });
  await office.visit.save({
    body: {
      id: visit.id,
      revision: stored.revision,
      customer: { id: stored.customer.id },
      devices: [...stored.devices.map(({ id }) => ({ id })), { id: second.id }],
      types: stored.types,
      day: '2026-11-24',
      from: '22:00',
      to: '02:00',
    },
  });
  const { text } = await office.announcement.preview({
    body: { visit: { id: visit.id }, email: address, language: 'de' },
  });
  expect(text).toContain(
    'Dienstag, 24. November 2026, ab 22:00 Uhr bis 02:00 Uhr am nächsten Tag (Mittwoch, 25. November 2026)',
  );
  expect(text).toMatch(/^Ort: Mühlweg 2, 14770 Brandenburg$/m);
});

it('stays on the visit after it was moved: the customer waits on the day of the last mail', async () => {
  const find = () => office.visit.findById({ params: { id: visit.id } });
  expect(await find()).toMatchObject({ told: null });
  await office.announcement.send({ body: told() });
  const first = { day: '2026-11-24', from: '08:00', to: '10:00' };
  expect(await find()).toMatchObject({ told: first });
  const [moved] = await office.visit.move({
    body: { items: [{ id: visit.id, revision: 1, day: '2026-11-25' }] },
  });
  expect(moved).toMatchObject({ day: '2026-11-25', told: first });
  await office.announcement.send({ body: told({ revision: 2 }) });
  expect(await find()).toMatchObject({ told: { ...first, day: '2026-11-25' } });
});

it('goes once, however often the button is pressed', async () => {
  const idempotencyKey = crypto.randomUUID();
  const answers = await Promise.all(
    [1, 2, 3].map(() => office.announcement.send({ body: told(), idempotencyKey })),
  );
  expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
  await app.mailTo(address);
  expect(await app.deps.db.of({ accountId }).visitAnnouncement.count()).toBe(1);
  expect(mails()).toHaveLength(1);
});

it('names no day that was changed meanwhile, and none for a visit that has none', async () => {
  await office.visit.move({ body: { items: [{ id: visit.id, revision: 1, day: '2026-11-25' }] } });
  expect(await refusal(office.announcement.send({ body: told() }))).toMatchObject({ code: 'RECORD_CHANGED' });
  await office.visit.step({ body: { id: visit.id, step: 'CANCEL', reason: 'Ill' } });
  expect(await refusal(office.announcement.send({ body: told({ revision: 3 }) }))).toMatchObject({
    code: 'VISIT_STATE',
  });
});

it('announces today, but no day that is past where the company is', async () => {
  await app.deps.db.global.account.update({
    where: { id: accountId },
    data: { timezone: 'America/New_York' },
  });
  const asked = { visit: { id: visit.id }, email: address, language: 'de' as const };
  app.setNow(new Date('2026-11-25T05:00:00Z'));
  expect(await refusal(office.announcement.preview({ body: asked }))).toMatchObject({
    code: 'VISIT_DAY_PAST',
  });
  expect(await refusal(office.announcement.send({ body: told() }))).toMatchObject({ code: 'VISIT_DAY_PAST' });
  app.setNow(new Date('2026-11-25T04:59:59Z'));
  await office.announcement.preview({ body: asked });
  await office.announcement.send({ body: told() });
});

it.each(['a@b.example\r\nBcc: c@d.example', 'a@b.example, c@d.example', 'Anna <a@b.example>'])(
  'is not sent to %j',
  async (email) => {
    expect(await refusal(office.announcement.send({ body: told({ email }) }))).toMatchObject({ status: 400 });
  },
);

it('carries no links or numbers of whoever registers a company', async () => {
  await app.deps.db.global.account.update({
    where: { id: accountId },
    data: { companyName: 'Win at evil.example', phone: 'call evil.example' },
  });
  const { text } = await office.announcement.preview({
    body: { visit: { id: visit.id }, email: '', language: 'en' },
  });
  expect(text).not.toContain('evil');
  expect(text).toContain(
    'Our technician will visit you: Tuesday, 24 November 2026, between 08:00 and 10:00.',
  );
});

it.each([
  ['GA-2024-1296', 'BSD 75 (GA-2024-1296)'],
  ['480123456789', 'BSD 75 (480123456789)'],
  ['A.1/2', 'BSD 75 (A.1/2)'],
  ['', 'BSD 75'],
  ['evil.example', 'BSD 75'],
  ['evil.example/pay', 'BSD 75'],
  ['https://evil.example', 'BSD 75'],
  ['www.evil1', 'BSD 75'],
  ['call 600 100 200', 'BSD 75'],
  ['1\n2', 'BSD 75 (1 2)'],
])(
  'tells machines of one name apart by serial number %j, and carries nothing else',
  async (serial, named) => {
    await app.deps.db.of({ accountId }).device.updateMany({ data: { serialNumber: serial } });
    const { text } = await office.announcement.preview({
      body: { visit: { id: visit.id }, email: '', language: 'en' },
    });
    expect(text).toContain(`Machines: ${named}\n`);
  },
);

it('names the first machines and how many more there are', async () => {
  const db = app.deps.db.of({ accountId });
  const { customerId } = await db.visit.findFirstOrThrow();
  const named = async (...names: string[]) => {
    for (const name of names) {
      const { id } = await buildDevice(app, { accountId, customerId, name, serialNumber: '' });
      const position = await db.visitDevice.count();
      await db.visitDevice.create({ data: { accountId, visitId: visit.id, deviceId: id, position } });
    }
    const { text } = await office.announcement.preview({
      body: { visit: { id: visit.id }, email: '', language: 'en' },
    });
    return text.split('\n').find((line) => line.startsWith('Machines: '));
  };
  expect(await named('Call 0800–123–456', 'x'.repeat(101), 'Presso 1', 'Presso 2')).toBe(
    'Machines: BSD 75, Presso 1, Presso 2',
  );
  expect(await named('Presso 3', 'Presso 4', 'Presso 5')).toBe(
    'Machines: BSD 75, Presso 1, Presso 2, Presso 3, Presso 4, Presso 5',
  );
  expect(await named('Presso 6', 'Presso 7')).toBe(
    'Machines: BSD 75, Presso 1, Presso 2, Presso 3, Presso 4 and 3 more',
  );
});

it.each([
  ['Hauptstr. 12-14', '101000', 'Hauptstr. 12-14, 101000 Brandenburg'],
  ['ul. Prosta 12a/4', '00-838', 'ul. Prosta 12a/4, 00-838 Brandenburg'],
  ['Call 0800 123 456', '14770', '14770 Brandenburg'],
  ['Mühlweg 2', '0800–123–456', 'Mühlweg 2, Brandenburg'],
  ['Mühlweg 2', '0800123456', 'Mühlweg 2, Brandenburg'],
])(
  'shows of the address %j with postal code %j what is no phone number',
  async (streetAddress, zipCode, line) => {
    await app.deps.db.of({ accountId }).device.updateMany({ data: { streetAddress, zipCode } });
    const { text } = await office.announcement.preview({
      body: { visit: { id: visit.id }, email: '', language: 'en' },
    });
    expect(text).toContain(`Place: ${line}\n`);
  },
);

it('is limited for one address, also for calls at the same moment', async () => {
  const answers = await Promise.allSettled(
    Array.from({ length: 14 }, () => office.announcement.send({ body: told() })),
  );
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
  expect(await refusal(office.announcement.send({ body: told() }))).toMatchObject({
    code: 'TOO_MANY_ATTEMPTS',
  });
});

it('counts only what is sent towards the limits', async () => {
  const idempotencyKey = crypto.randomUUID();
  for (let time = 0; time < 12; time++) {
    await refusal(office.announcement.send({ body: told({ revision: 7 }) }));
    await refusal(office.announcement.send({ body: told({ visit: { id: 999_999 } }) }));
    await office.announcement.send({ body: told(), idempotencyKey });
  }
  for (let time = 0; time < 9; time++) await office.announcement.send({ body: told() });
  expect(await refusal(office.announcement.send({ body: told() }))).toMatchObject({
    code: 'TOO_MANY_ATTEMPTS',
  });
  const taken = await app.deps.db.global.throttle.findMany({
    where: { key: { startsWith: 'announcement-account' } },
  });
  expect(taken.map(({ points }) => points)).toEqual([10]);
});

it('is limited to 30 a day for a company that pays nothing', async () => {
  const { global } = app.deps.db;
  const { id: accountPlanId } = await global.accountPlan.findFirstOrThrow({ where: { type: 'FREE' } });
  await global.user.updateMany({ where: { accountId }, data: { accountPlanId } });
  const announce = (index: number) =>
    office.announcement.send({ body: told({ email: `c${index}@customer.example` }) });
  for (let index = 0; index < 30; index++) await announce(index);
  expect(await refusal(announce(30))).toMatchObject({ code: 'TOO_MANY_ATTEMPTS' });
  await global.throttle.updateMany({
    where: { key: { contains: 'announcement-free-account' } },
    data: { expire: BigInt(Date.now() - 1) },
  });
  await announce(30);
});
