/** What happens to work that waits on a phone when the office changes something meanwhile: nothing is lost, nothing doubled. */
import { monthIn } from '@servicebook/shared/calendar';
import type { SessionUser } from '@servicebook/shared/user';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Entry } from '../../../../web/src/offline/outbox/database.ts';
import { openPhone } from '../../../../web/src/testing/open-phone.ts';
import { type Api, useTestApp } from '../../testing/app.ts';
import { buildCustomer, buildDevice, buildTeam, emptyBin } from '../../testing/builders.ts';

const app = useTestApp();

const cookieOf = (api: Api) => String(api.http.defaults.headers.Cookie);

type Phone = Awaited<ReturnType<typeof openPhone>>;
let phone: Phone | undefined;
afterEach(() => {
  phone?.close();
  app.setNow(null);
});

/** A phone that has everything, then loses the network. */
async function away(serverTime?: Date) {
  const team = await buildTeam(app);
  const { accountId } = team;
  const customer = await buildCustomer(app, { accountId });
  const device = await buildDevice(app, { accountId, customerId: customer.id, status: 'OK' });
  const user: SessionUser = await team.technician.user.checkAuth();
  phone = await openPhone(app.url, cookieOf(team.technician), user, serverTime);
  phone.lose();
  const input = {
    id: null,
    date: new Date(Date.now() - 3_600_000).toISOString(),
    type: ['REPAIR' as const],
    customer: { id: customer.id },
    devices: [{ id: device.id }],
    faultDescription: 'Leaks',
  };
  const protocols = () =>
    team.admin.serviceOverview.search({ body: { size: 100 } }).then(({ content }) => content);
  return { ...team, user, customer, device, input, phone, protocols };
}

describe('a new protocol with a photo and a signature', () => {
  const write = async ({ phone, input }: Awaited<ReturnType<typeof away>>) => {
    const id = await phone.write(input);
    await phone.photograph(id, 'leak.txt');
    await phone.sign(id);
    return id;
  };

  const sent = async (day: Awaited<ReturnType<typeof away>>, left: object[] = []) => {
    await app.deps.sessions.catchUp();
    expect(await day.phone.send()).toEqual(left);
    // The same again, as the phone does when it is looked at.
    expect(await day.phone.send()).toEqual(left);
  };
  /** One protocol with its photo, signed with what the customer read. */
  async function arrived(day: Awaited<ReturnType<typeof away>>) {
    expect(await day.phone.waiting()).toEqual([]);
    const all = await day.protocols();
    expect(all).toMatchObject([{ state: 'SIGNED' }]);
    const id = all[0]?.id ?? 0;
    expect((await day.admin.service.findById({ params: { id } })).fileDtos).toHaveLength(1);
    return (await day.admin.service.versions({ params: { id } }))[0];
  }
  const held = (refused: string) => [
    { kind: 'protocol', refused },
    { kind: 'photo', refused: null },
    { kind: 'signature', refused: null },
  ];
  const waiting = [
    { kind: 'protocol', refused: null },
    { kind: 'photo', refused: null },
    { kind: 'signature', refused: null },
  ];

  it('arrives once, also if no answer ever comes back', async () => {
    const day = await away();
    await write(day);
    day.phone.loseAnswers(true);
    for (let turn = 0; turn < 3; turn++) await day.phone.send();
    day.phone.loseAnswers(false);
    await sent(day);
    expect(await arrived(day)).toMatchObject({ differences: [] });
  });

  it('of a machine that was deleted waits, and arrives when it is restored', async () => {
    const day = await away();
    await write(day);
    await day.admin.device.delete({ params: { id: day.device.id } });
    await sent(day, held('DEVICE_GONE'));
    const [binned] = (await day.admin.bin.search({ body: {} })).content;
    await day.admin.bin.restore({ params: { id: binned?.id ?? 0 } });
    await app.deps.sessions.catchUp();
    expect(await day.phone.again()).toEqual([]);
    await arrived(day);
  });

  it('of a machine that was deleted for good becomes one of another machine, with its photo', async () => {
    const day = await away();
    await write(day);
    await day.admin.device.delete({ params: { id: day.device.id } });
    await emptyBin(app);
    await sent(day, held('DEVICE_GONE'));
    // What was signed names that machine. The signature does not come along.
    await day.phone.saveAsNew((await day.phone.waiting())[0] as Entry);
    expect(await day.phone.send()).toEqual(held('DEVICE_GONE').slice(0, 2));
    const other = await buildDevice(app, { accountId: day.accountId, customerId: day.customer.id });
    const id = (await day.phone.waiting())[0]?.localId ?? 0;
    await day.phone.write({ ...day.input, id, devices: [{ id: other.id }] });
    await sent(day);
    const all = await day.protocols();
    expect(all).toMatchObject([{ state: 'NEW' }]);
    const stored = await day.admin.service.findById({ params: { id: all[0]?.id ?? 0 } });
    expect(stored).toMatchObject({ devices: [{ id: other.id }], fileDtos: [{ filename: 'leak.txt' }] });
  });

  it('of a machine that was renamed arrives as it was signed, and the office sees the difference', async () => {
    const day = await away();
    await write(day);
    await app.deps.db.of(day).device.updateMany({ where: { id: day.device.id }, data: { name: 'Renamed' } });
    await sent(day);
    expect((await arrived(day))?.differences).toMatchObject([{ field: 'machines' }]);
  });

  it('of a machine that moved to another customer waits until it is back', async () => {
    const day = await away();
    await write(day);
    const other = await buildCustomer(app, { accountId: day.accountId });
    const move = (customerId: number) =>
      app.deps.db.of(day).device.updateMany({ where: { id: day.device.id }, data: { customerId } });
    await move(other.id);
    await sent(day, held('DEVICES_OF_ONE_CUSTOMER'));
    await move(day.customer.id);
    await app.deps.sessions.catchUp();
    expect(await day.phone.again()).toEqual([]);
    await arrived(day);
  });

  it('of a customer that was deleted waits', async () => {
    const day = await away();
    await write(day);
    await day.admin.device.delete({ params: { id: day.device.id } });
    await day.admin.customer.delete({ params: { id: day.customer.id } });
    await sent(day, held('DEVICE_GONE'));
  });

  it('of a user who was switched off waits, and is sent once the user signs in again', async () => {
    const day = await away();
    await write(day);
    const only = { where: { id: day.userId } };
    await app.deps.db.of(day).user.updateMany({ ...only, data: { active: false } });
    await sent(day, waiting);
    await app.deps.db.of(day).user.updateMany({ ...only, data: { active: true } });
    day.phone.signIn(cookieOf(await app.as({ accountId: day.accountId, id: day.userId })));
    await sent(day);
    await arrived(day);
  });

  it('at the limit of the plan arrives unsigned, and is signed when there is room again', async () => {
    const day = await away();
    await write(day);
    const { year, month } = monthIn(new Date().toISOString(), day.user.timezone);
    const free = await app.deps.db.global.accountPlan.findUniqueOrThrow({
      where: { code_language: { code: 'FREE', language: 'en' } },
    });
    const { accountId } = day;
    await app.deps.db
      .of(day)
      .user.updateMany({ where: { id: day.userId }, data: { accountPlanId: free.id } });
    await app.deps.db.of(day).signedCounter.create({ data: { accountId, year, month, signed: 10 } });
    await sent(day, [{ kind: 'signature', refused: 'SIGNED_PROTOCOL_LIMIT' }]);
    expect(await day.protocols()).toMatchObject([{ state: 'NEW' }]);
    await app.deps.db.of(day).signedCounter.updateMany({ data: { signed: 0 } });
    await app.deps.sessions.catchUp();
    expect(await day.phone.again()).toEqual([]);
    await arrived(day);
  });

  it('of a user whose plan has run out waits, and arrives when it is paid', async () => {
    const day = await away();
    await write(day);
    const until = (days: number) =>
      app.deps.db.of(day).user.updateMany({
        where: { id: day.userId },
        data: { planExpired: new Date(Date.now() + days * 24 * 3_600_000) },
      });
    await until(-2);
    await sent(day, held('NOT_ACTIVE_SUBSCRIPTION'));
    await until(30);
    await app.deps.sessions.catchUp();
    expect(await day.phone.again()).toEqual([]);
    await arrived(day);
  });

  it('waits while the session is over, and is sent when the same user signs in again', async () => {
    const day = await away();
    await write(day);
    await app.deps.db.of(day).session.deleteMany({ where: { userId: day.userId } });
    await sent(day, waiting);
    day.phone.signIn(cookieOf(await app.as({ accountId: day.accountId, id: day.userId })));
    await sent(day);
    await arrived(day);
  });

  it('is not sent by another user of the phone', async () => {
    const day = await away();
    await write(day);
    const other: SessionUser = await day.admin.user.checkAuth();
    day.phone.signIn(cookieOf(day.admin), other);
    await day.phone.send();
    expect(await day.protocols()).toEqual([]);
    day.phone.signIn(cookieOf(day.technician), day.user);
    await sent(day);
    await arrived(day);
  });

  it('is sent by the right session only, also before the app knows of another sign-in', async () => {
    const day = await away();
    await write(day);
    day.phone.signIn(cookieOf(day.admin), day.user);
    await sent(day, waiting);
    day.phone.signIn(cookieOf(day.technician), day.user);
    await sent(day);
    await arrived(day);
  });

  it.each([
    ['behind', 365],
    ['ahead', -365],
  ])('of a phone whose clock is a year %s is signed at the right time', async (_, days) => {
    const now = new Date(Date.now() + days * 24 * 3_600_000);
    app.setNow(now);
    const day = await away(now);
    await write({ ...day, input: { ...day.input, date: new Date(now.getTime() - 3_600_000).toISOString() } });
    await sent(day);
    const version = await arrived(day);
    expect(version).toMatchObject({ version: 1 });
    const [protocol] = await day.protocols();
    const { signature } = await day.admin.service.findById({ params: { id: protocol?.id ?? 0 } });
    expect(Math.abs(Date.parse(String(signature?.signedAt)) - now.getTime())).toBeLessThan(120_000);
  });

  it.each([
    ['ahead', 20],
    ['back', -20],
  ])('signed before the clock was set %s is of the time when it was signed', async (_, days) => {
    const now = new Date();
    app.setNow(now);
    const day = await away(now);
    await write(day);
    vi.useFakeTimers({ toFake: ['Date'], now: now.getTime() + days * 24 * 3_600_000 });
    try {
      await sent(day);
    } finally {
      vi.useRealTimers();
    }
    await arrived(day);
    const [protocol] = await day.protocols();
    const { signature } = await day.admin.service.findById({ params: { id: protocol?.id ?? 0 } });
    expect(Math.abs(Date.parse(String(signature?.signedAt)) - now.getTime())).toBeLessThan(120_000);
  });

  it('of a clock that is set ahead on the way arrives unsigned, and is signed again for the right day', async () => {
    const now = Date.now();
    const day = await away();
    vi.useFakeTimers({ toFake: ['Date'], now: now + 20 * 24 * 3_600_000 });
    try {
      const date = new Date().toISOString();
      await write({ ...day, input: { ...day.input, date } });
    } finally {
      vi.useRealTimers();
    }
    await sent(day, [{ kind: 'signature', refused: 'DATE_IN_FUTURE' }]);
    const [unsigned] = await day.protocols();
    expect(unsigned).toMatchObject({ state: 'NEW', fileDtos: [{}] });
    // The phone says so too, and another signature does not wait for what becomes of the first one.
    const id = unsigned?.id ?? 0;
    expect(await day.phone.services.findById({ params: { id } })).toMatchObject({ state: 'NEW' });
    day.phone.lose();
    await day.phone.sign(id);
    expect(await day.phone.send()).toEqual([{ kind: 'signature', refused: 'DATE_IN_FUTURE' }]);
    const signed = await day.admin.service.findById({ params: { id } });
    expect(signed).toMatchObject({ state: 'SIGNED', version: 1 });
    expect(Date.parse(signed.date)).toBeLessThan(now + 24 * 3_600_000);
  });

  it('with 60 actions and 30 photos arrives whole, in order, once', async () => {
    const day = await away();
    const actions = Array.from({ length: 60 }, (_, index) => ({
      device: { id: day.device.id },
      name: `Action ${index}`,
      quantity: 1,
      fields: [{ name: 'Value', value: String(index), unit: 'mm' }],
    }));
    const id = await day.phone.write({ ...day.input, actions });
    for (let photo = 0; photo < 30; photo++) await day.phone.photograph(id, `photo-${photo}.txt`);
    await day.phone.sign(id);
    expect(await day.phone.waiting()).toHaveLength(32);
    await sent(day);
    const [protocol] = await day.protocols();
    const stored = await day.admin.service.findById({ params: { id: protocol?.id ?? 0 } });
    expect(stored.state).toBe('SIGNED');
    expect(stored.actions.map(({ name }) => name)).toEqual(actions.map(({ name }) => name));
    expect(stored.fileDtos.map(({ filename }) => filename)).toEqual(
      Array.from({ length: 30 }, (_, photo) => `photo-${photo}.txt`),
    );
    expect(await day.protocols()).toHaveLength(1);
  });
});

it('a save merged by the phone: the version lists what others had changed, though the merge kept their values', async () => {
  const day = await away();
  day.phone.find();
  const id = await day.phone.write({ ...day.input, remarks: 'Before' });
  await day.phone.refresh();
  const stored = await day.phone.services.findById({ params: { id } });
  day.phone.lose();
  const save = { ...day.input, id, revision: stored.revision, remarks: 'Mine', faultDescription: 'Mine too' };
  await day.phone.write(save);
  await day.phone.sign(id);
  await day.admin.service.add({
    body: { ...day.input, id, revision: stored.revision, remarks: 'Theirs', recommendations: 'Theirs alone' },
  });
  expect(await day.phone.send()).toEqual([]);
  const after = await day.admin.service.findById({ params: { id } });
  expect(after).toMatchObject({
    state: 'SIGNED',
    ...{ remarks: 'Mine', faultDescription: 'Mine too', recommendations: '' },
  });
  const [version] = await day.admin.service.versions({ params: { id } });
  expect(version?.differences).toEqual([
    { field: 'remarks', signed: 'Mine', stored: 'Theirs' },
    { field: 'recommendations', signed: null, stored: 'Theirs alone' },
  ]);
});

describe('a change of a machine', () => {
  /** Every field has a value. The phone stores it and goes away. */
  async function withMachine() {
    const day = await away();
    const whole = {
      ...{ ownNumber: 'M-7', manufacturer: 'Weber', model: 'X', serialNumber: 'HP-1', yearBuilt: 2019 },
      ...{ sourcePower: '400 V', transferDate: '2020-01-31', warranty: 'FULL', warrantyLength: 24 },
      ...{ streetAddress: 'Mill Lane 1', zipCode: 'HU1', city: 'Hull', country: 'GB' as const },
      inspectionPeriodInMonths: 12,
    };
    const params = { id: day.device.id };
    const stored = () => day.admin.device.findById({ params });
    const save = async (api: Pick<Api, 'device'>, given: object) => {
      const { id, name, status, category, customer, revision, ...rest } = await api.device.findById({
        params,
      });
      const own = Object.fromEntries(Object.keys(whole).map((key) => [key, rest[key as keyof typeof rest]]));
      await api.device.update({ body: { id, name, status, category, customer, revision, ...own, ...given } });
    };
    await save(day.admin, whole);
    day.phone.find();
    await day.phone.refresh();
    day.phone.lose();
    const here = { device: day.phone.machines };
    return {
      ...day,
      stored,
      office: (given: object) => save(day.admin, given),
      change: (given: object) => save(here, given),
    };
  }

  it('sets the status, and keeps what the office has changed in any other field', async () => {
    const day = await withMachine();
    await day.change({ status: 'BROKEN' });
    const others = {
      ...{
        name: 'Renamed',
        ownNumber: '',
        manufacturer: 'Other',
        model: 'Y',
        serialNumber: '',
        yearBuilt: null,
      },
      ...{ sourcePower: '', transferDate: null, warranty: '', warrantyLength: null, streetAddress: 'Quay 2' },
      ...{ zipCode: '1', city: 'York', country: 'DE', inspectionPeriodInMonths: null },
    };
    await day.office(others);
    expect(await day.phone.send()).toEqual([]);
    expect(await day.stored()).toMatchObject({ ...others, status: 'BROKEN', revision: 4 });
  });

  it('waits for its author if the office has set another status, who then settles it', async () => {
    const day = await withMachine();
    await day.change({ status: 'BROKEN', city: 'Leeds' });
    await day.office({ status: 'DANGER', zipCode: '1' });
    expect(await day.phone.send()).toEqual([{ kind: 'machine', refused: 'CONFLICT' }]);
    expect(await day.stored()).toMatchObject({ status: 'DANGER', city: 'Hull' });
    await day.phone.takeMine();
    expect(await day.phone.send()).toEqual([]);
    expect(await day.stored()).toMatchObject({ status: 'BROKEN', city: 'Leeds', zipCode: '1' });
  });

  it('waits if the machine was deleted, and arrives when it is restored', async () => {
    const day = await withMachine();
    await day.change({ status: 'BROKEN' });
    await day.admin.device.delete({ params: { id: day.device.id } });
    expect(await day.phone.send()).toEqual([{ kind: 'machine', refused: 'NOT_FOUND' }]);
    const [binned] = (await day.admin.bin.search({ body: {} })).content;
    await day.admin.bin.restore({ params: { id: binned?.id ?? 0 } });
    expect(await day.phone.again()).toEqual([]);
    expect(await day.stored()).toMatchObject({ status: 'BROKEN', city: 'Hull' });
  });
});
