import type { Notification } from '@servicebook/shared/notification';
import type { Visit } from '@servicebook/shared/visit';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type Api, refusal, useTestApp } from '../../testing/app.ts';
import { buildAdmin, buildDevice, buildUser, buildVisit } from '../../testing/builders.ts';
import { removeExpired } from '../housekeeping/housekeeping.jobs.ts';
import { mailNews } from './notification.jobs.ts';

const app = useTestApp();
type User = Awaited<ReturnType<typeof buildUser>>;
let owner: User;
let tech: User;
let other: User;
let office: Api;
let technician: Api;
let device: { id: number; customerId: number };
const start = '2026-11-21T12:00:00Z';

beforeEach(async () => {
  app.setNow(new Date(start));
  const people = { planExpired: new Date('2030-01-01') };
  owner = await buildAdmin(app, { ...people, firstName: 'Olga', lastName: 'Office' });
  const { accountId } = owner;
  tech = await buildUser(app, { accountId, ...people, firstName: 'Tom', lastName: 'Tech' });
  other = await buildUser(app, { accountId, ...people, firstName: 'Otto', lastName: 'Other' });
  office = await app.as(owner);
  technician = await app.as(tech);
  device = await buildDevice(app, {
    accountId,
    name: 'Press',
    streetAddress: 'Mill Lane 2',
    zipCode: '14770',
    city: 'Brandenburg',
  });
});

type VisitBody = Parameters<Api['visit']['save']>[0]['body'];
const plan = (given: Partial<VisitBody> = {}): Promise<Visit> =>
  office.visit.save({
    body: {
      customer: { id: device.customerId },
      devices: [{ id: device.id }],
      types: ['REPAIR'],
      text: 'Replace the seal',
      day: '2026-11-24',
      from: '08:00',
      to: '10:00',
      technicians: [{ id: tech.id }],
      ...given,
    },
  });
const change = (visit: Visit, given: Partial<VisitBody>) =>
  plan({ id: visit.id, revision: visit.revision, ...given });
const cancel = (api: Api, { id }: Visit) =>
  api.visit.step({ body: { id, step: 'CANCEL', reason: 'Customer is ill' } });
const told = async (api: Api): Promise<Notification[]> =>
  (await api.notification.search({ body: {} })).content;
const kinds = async (api: Api) => (await told(api)).map(({ kind }) => kind);
const mailsTo = ({ email }: User) => app.mails.filter(({ to }) => to === email);
/** Six minutes later. */
const mail = async (user: User) => {
  app.setNow(new Date(Date.parse(start) + 360_000));
  await mailNews(app.deps, { accountId: user.accountId, userId: user.id });
  return mailsTo(user).at(-1);
};

describe('the list', () => {
  it('says who did what to a visit, and nothing about one’s own actions', async () => {
    const visit = await plan();
    const moved = await change(visit, { day: '2026-11-25', text: 'Replace the pump' });
    const { accountId } = owner;
    expect(await told(technician)).toMatchObject([
      {
        kind: 'CHANGED',
        visit: { id: visit.id },
        by: 'Olga Office',
        day: '2026-11-25',
        window: '08:00–10:00',
        changes: [
          { field: 'day', before: '2026-11-24', after: '2026-11-25' },
          { field: 'work', before: '', after: '' },
        ],
        createdAt: new Date(start).toISOString(),
        readAt: null,
      },
      { kind: 'ASSIGNED', visit: { id: visit.id }, changes: [] },
    ]);
    await change(moved, { day: '2026-11-25', text: 'Replace the pump', technicians: [{ id: other.id }] });
    expect(await kinds(technician)).toEqual(['TAKEN', 'CHANGED', 'ASSIGNED']);
    expect(await kinds(await app.as(other))).toEqual(['ASSIGNED']);
    expect(await told(office)).toEqual([]);
    expect(await app.deps.db.of({ accountId }).notification.count()).toBe(4);
  });

  it('tells the author what technicians change, cancel and note, and on request what they finish', async () => {
    const visit = await plan();
    await office.notification.setSettings({ body: { inApp: ['CHANGED', 'CANCELLED', 'NOTE', 'DONE'] } });
    await technician.visit.move({
      body: { items: [{ id: visit.id, revision: visit.revision, day: '2026-11-26' }] },
    });
    await technician.visit.addNote({ body: { visit: { id: visit.id }, text: 'Gate code 1234' } });
    await cancel(technician, visit);
    expect(await told(office)).toMatchObject([
      { kind: 'CANCELLED', text: 'Customer is ill', by: 'Tom Tech' },
      { kind: 'NOTE', text: 'Gate code 1234' },
      { kind: 'CHANGED', changes: [{ field: 'day' }] },
    ]);
    const second = await plan();
    await technician.visit.step({ body: { id: second.id, step: 'FINISH' } });
    expect(await kinds(office)).toEqual(['DONE', 'CANCELLED', 'NOTE', 'CHANGED']);
  });

  it('says why a visit did not take place and is to be planned again', async () => {
    const visit = await plan();
    await office.notification.setSettings({ body: { inApp: ['CHANGED'], byMail: ['CHANGED'] } });
    await technician.visit.step({
      body: { id: visit.id, step: 'PLAN_AGAIN', reason: 'Nobody there: gate closed' },
    });
    expect(await told(office)).toMatchObject([
      { kind: 'CHANGED', day: null, text: 'Nobody there: gate closed', by: 'Tom Tech' },
    ]);
    const sent = await mail(owner);
    expect(sent?.subject).toContain('Visit to be planned again: no day yet · ');
    expect(sent?.text).toContain('To be planned again. Nobody there: gate closed');
  });

  it('names the day on which a night window ends', async () => {
    await plan({ from: '22:00', to: '02:00' });
    expect((await mail(tech))?.subject).toMatch(/22:00–02:00 \(next day: .*25/);
  });

  it('keeps what it said about a visit that is deleted', async () => {
    const visit = await plan();
    await office.visit.delete({ params: { id: visit.id } });
    expect(await told(technician)).toMatchObject([
      { kind: 'CANCELLED', visit: null, day: '2026-11-24' },
      { kind: 'ASSIGNED', visit: null },
    ]);
  });

  it('follows the to-do of a protocol, which is a visit too', async () => {
    await office.service.add({
      body: {
        date: start,
        type: ['REPAIR'],
        customer: { id: device.customerId },
        devices: [{ id: device.id }],
        performedBy: { id: tech.id },
        todo: { date: '2026-11-27', description: 'Oil' },
      },
    });
    expect(await told(technician)).toMatchObject([{ kind: 'ASSIGNED', day: '2026-11-27' }]);
  });

  it('tells the technicians of open visits that the machine or the customer is somewhere else', async () => {
    const visit = await plan();
    const done = await plan();
    await technician.visit.step({ body: { id: done.id, step: 'FINISH' } });
    await plan({ technicians: [{ id: owner.id }] });
    const seen = async () => {
      const [newest, ...earlier] = await told(technician);
      return { ...newest, earlier: earlier.length };
    };
    const { earlier: assigned } = await seen();
    const machine = await office.device.findById({ params: { id: device.id } });
    const { category, customer, name, transferDate } = machine;
    const save = (given: object) =>
      office.device.update({
        body: {
          id: device.id,
          name,
          transferDate,
          category: { id: category.id },
          customer: { id: customer.id },
          streetAddress: 'Mill Lane 2',
          zipCode: '14770',
          city: 'Brandenburg',
          ...given,
        },
      });
    await save({ manufacturer: 'Horn' });
    expect(await seen()).toMatchObject({ kind: 'ASSIGNED', earlier: assigned });
    await save({ streetAddress: 'Harbour 9' });
    expect(await seen()).toMatchObject({
      kind: 'CHANGED',
      visit: { id: visit.id },
      by: 'Olga Office',
      changes: [
        { field: 'address', before: 'Mill Lane 2, 14770 Brandenburg', after: 'Harbour 9, 14770 Brandenburg' },
      ],
      earlier: assigned + 1,
    });
    // Without an address of its own it stands at the customer's.
    await save({ streetAddress: '', zipCode: '', city: '' });
    const known = await office.customer.findById({ params: { id: customer.id } });
    const { id, shortName, fullName } = known;
    const moveTo = (streetAddress: string, given: object = {}) =>
      office.customer.update({ body: { id, shortName, fullName, streetAddress, city: 'Kiel', ...given } });
    await moveTo('Quay 1');
    expect(await seen()).toMatchObject({
      kind: 'CHANGED',
      changes: [{ field: 'address', after: 'Quay 1, Kiel' }],
      earlier: assigned + 3,
    });
    // The machine has no point of its own, so the customer's position leads to it.
    await moveTo('Quay 1', { shortName: 'Renamed', position: { latitude: 53, longitude: 10 } });
    await moveTo('Quay 1', { shortName: 'Renamed', position: { latitude: 53.1, longitude: 10 } });
    expect(await seen()).toMatchObject({
      changes: [{ field: 'point', before: '', after: '' }],
      earlier: assigned + 4,
    });
    await moveTo('Quay 1', { shortName: 'Renamed', position: null });
    const point = (latitude: number) =>
      office.device.updateGpsLocation({ body: { deviceId: device.id, latitude, longitude: 10 } });
    await point(54);
    await point(54.005);
    expect(await seen()).toMatchObject({ earlier: assigned + 4 });
    await point(54.1);
    expect(await seen()).toMatchObject({
      changes: [{ field: 'point', before: '', after: '' }],
      earlier: assigned + 5,
    });
    expect(await kinds(office)).toEqual([]);
  });

  it('tells who planned a visit that one of its technicians is deactivated, or the admins', async () => {
    const { accountId } = owner;
    const admin = await buildAdmin(app, { accountId, planExpired: new Date('2030-01-01') });
    const second = await app.as(admin);
    const alone = await plan();
    const shared = await plan({ technicians: [{ id: tech.id }, { id: other.id }] });
    await technician.visit.save({
      body: {
        customer: { id: device.customerId },
        devices: [{ id: device.id }],
        types: ['REPAIR'],
        technicians: [{ id: tech.id }],
      },
    });
    await cancel(office, await plan());
    const deactivate = (api: Api, active = false) =>
      api.employee.update({
        body: {
          id: tech.id,
          email: tech.email,
          firstName: 'Tom',
          lastName: 'Tech',
          active,
          roles: [{ id: 2 }],
        },
      });
    await deactivate(second);
    expect((await told(office)).toReversed()).toMatchObject([
      {
        kind: 'LEFT',
        visit: { id: alone.id },
        changes: [{ field: 'technicians', before: 'Tom Tech', after: '' }],
      },
      {
        kind: 'LEFT',
        visit: { id: shared.id },
        changes: [{ field: 'technicians', before: 'Tom Tech, Otto Other', after: 'Otto Other' }],
      },
      // It was planned by who is gone.
      { kind: 'LEFT', changes: [{ before: 'Tom Tech', after: '' }] },
    ]);
    expect(await told(second)).toEqual([]);
    // Still in the plan, until somebody else takes them.
    expect(await office.visit.findById({ params: { id: alone.id } })).toMatchObject({
      state: 'PLANNED',
      technicians: [{ id: tech.id, active: false }],
    });
    await deactivate(second);
    await change(shared, { technicians: [{ id: other.id }] });
    const { subject, text = '' } = (await mail(owner)) ?? {};
    expect(subject).toBe('Changes to your visits: 2');
    expect(text).toContain('TECHNICIAN MISSING: 2');
    expect(text).toContain('Technicians: Tom Tech → –');
    expect(text).not.toContain('Otto');
  });

  it('assigns nobody who is deactivated at the same moment without telling of it', async () => {
    const { accountId } = owner;
    const second = await app.as(await buildAdmin(app, { accountId, planExpired: new Date('2030-01-01') }));
    const leaving = await Promise.all(
      Array.from({ length: 6 }, () => buildUser(app, { accountId, firstName: 'Lea', lastName: 'Left' })),
    );
    for (const { id, email } of leaving) {
      const [planned] = await Promise.allSettled([
        plan({ technicians: [{ id }] }),
        second.employee.update({
          body: { id, email, firstName: 'Lea', lastName: 'Left', active: false, roles: [{ id: 2 }] },
        }),
      ]);
      const [newest] = await told(office);
      if (planned.status === 'fulfilled')
        expect(newest).toMatchObject({ kind: 'LEFT', visit: { id: planned.value.id } });
      else expect(planned.reason).toMatchObject({ response: { status: 400 } });
    }
  });

  it('tells everybody who heard of a cancellation that the visit was started after all', async () => {
    const visit = await plan();
    await cancel(office, visit);
    expect(await kinds(technician)).toEqual(['CANCELLED', 'ASSIGNED']);
    const colleague = await app.as(other);
    const work = {
      date: start,
      type: ['REPAIR' as const],
      customer: { id: device.customerId },
      devices: [{ id: device.id }],
      visitId: visit.id,
    };
    await colleague.service.add({ body: work });
    const back = {
      kind: 'CHANGED',
      by: 'Otto Other',
      changes: [{ field: 'state', before: 'CANCELLED', after: 'STARTED' }],
    };
    expect((await told(technician))[0]).toMatchObject(back);
    expect(await told(office)).toMatchObject([back]);
    expect(await told(colleague)).toEqual([]);
    expect((await mail(owner))?.text).toContain('State: cancelled → started');
    // The technician knew nothing by mail so far.
    expect((await mail(tech))?.subject).toContain('New visit');
    app.setNow(new Date(start));
    const second = await plan();
    await cancel(office, second);
    await mail(tech);
    app.setNow(new Date(start));
    await colleague.service.add({ body: { ...work, visitId: second.id, isToSign: true } });
    expect((await mail(tech))?.text).toContain('State: cancelled → done');
    expect((await mail(owner))?.text).toContain('State: cancelled → done');
  });

  it('counts what is unread, one by one and all up to the newest seen', async () => {
    for (let count = 0; count < 3; count++) await plan();
    const [newest, second] = await told(technician);
    expect(await technician.notification.unread()).toEqual({ count: 3 });
    await technician.notification.read({ params: { id: newest?.id ?? 0 } });
    expect(await technician.notification.unread()).toEqual({ count: 2 });
    await technician.notification.readAll({ body: { upTo: second?.id ?? 0 } });
    expect(await technician.notification.unread()).toEqual({ count: 0 });
    expect((await technician.notification.search({ body: { unread: true } })).content).toEqual([]);
    const foreign = await refusal(office.notification.read({ params: { id: newest?.id ?? 0 } }));
    expect(foreign.status).toBe(404);
  });

  it('ends after a quarter of a year', async () => {
    await plan();
    const stored = () => app.deps.db.of(tech).notification.count();
    await removeExpired({ ...app.deps, clock: () => new Date('2027-02-15') });
    expect(await stored()).toBe(1);
    await removeExpired({ ...app.deps, clock: () => new Date('2027-02-25') });
    expect(await stored()).toBe(0);
  });
});

describe('the mail', () => {
  it('says where to go, when, and what to do, after five minutes', async () => {
    const visit = await plan();
    await mailNews(app.deps, { accountId: tech.accountId, userId: tech.id });
    expect(mailsTo(tech)).toEqual([]);
    const { subject, text = '', html = '' } = (await mail(tech)) ?? {};
    expect(subject).toMatch(/^New visit: Tue, 24 Nov 2026 · 08:00–10:00 · Customer \d+$/);
    for (const part of ['Hello Tom', 'Press', 'Mill Lane 2, 14770 Brandenburg', 'Repair: Replace the seal'])
      expect(text).toContain(part);
    expect(text).toContain('By Olga Office');
    expect(html).toContain(`${app.deps.config.publicUrl}/visit?id=${visit.id}"`);
    expect(mailsTo(tech)[0]).toMatchObject({
      unsubscribeUrl: `${app.deps.config.publicUrl}/myAccount?tab=user`,
    });
    await mailNews(app.deps, { accountId: tech.accountId, userId: tech.id });
    expect(mailsTo(tech)).toHaveLength(1);
  });

  it('is one, although two servers look at the same moment', async () => {
    await plan();
    app.setNow(new Date(Date.parse(start) + 360_000));
    const send = vi.fn(() => new Promise<void>((resolve) => setTimeout(resolve, 500)));
    const look = () =>
      mailNews(
        { ...app.deps, mailer: { ...app.deps.mailer, send } },
        { accountId: tech.accountId, userId: tech.id },
      );
    await Promise.all([look(), look()]);
    expect(send).toHaveBeenCalledOnce();
  });

  it('is sent again if the mail server did not take it', async () => {
    await plan();
    app.failMails(1);
    await expect(mail(tech)).rejects.toThrow();
    expect(mailsTo(tech)).toEqual([]);
    expect(await mail(tech)).toMatchObject({ subject: expect.stringContaining('New visit') });
  });

  it('is sent by the queue', async () => {
    await plan();
    app.setNow(new Date(Date.parse(start) + 360_000));
    await vi.waitFor(
      async () => {
        await app.hurryJobs();
        expect(mailsTo(tech)).toHaveLength(1);
      },
      { timeout: 15_000, interval: 100 },
    );
  });

  it('says the final state of a visit that changed several times', async () => {
    const first = await change(await plan(), { day: '2026-11-25' });
    await change(first, { day: '2026-11-26', from: '13:00', to: '' });
    expect(await mail(tech)).toMatchObject({
      subject: expect.stringContaining('New visit: Thu, 26 Nov 2026 · 13:00 · '),
    });
    const later = await change(await office.visit.findById({ params: { id: first.id } }), {
      day: '2026-11-27',
    });
    const last = await change(later, { day: '2026-11-28', from: '13:00' });
    app.setNow(new Date(Date.parse(start) + 720_000));
    await mailNews(app.deps, { accountId: tech.accountId, userId: tech.id });
    const { subject, text } = mailsTo(tech).at(-1) ?? {};
    expect(subject).toContain('Visit changed: Sat, 28 Nov 2026');
    expect(text).toContain('Day: Thu, 26 Nov 2026 → Sat, 28 Nov 2026');
    expect(last.day).toBe('2026-11-28');
  });

  it('is none for a visit that was taken away again or moved back', async () => {
    const visit = await plan();
    await mail(tech);
    app.setNow(new Date(start));
    const moved = await change(visit, { day: '2026-11-30' });
    await change(moved, {});
    const second = await plan();
    await change(second, { technicians: [] });
    await cancel(office, await plan());
    await mail(tech);
    expect(mailsTo(tech)).toHaveLength(1);
    expect(await app.deps.db.of(tech).notification.count({ where: { toMail: true } })).toBe(0);
  });

  it('is one for each technician when many visits are moved at once', async () => {
    const { accountId, id: userId } = owner;
    const built: { id: number }[] = [];
    while (built.length < 40)
      built.push(await buildVisit(app, { accountId, userId, deviceId: device.id, day: '2026-11-24' }));
    const visits = await office.visit.move({
      body: { items: built.map(({ id }) => ({ id, revision: 1, technicians: [{ id: tech.id }] })) },
    });
    await mail(tech);
    expect(mailsTo(tech)).toHaveLength(1);
    expect(mailsTo(tech)[0]?.text).toContain('NEW VISITS: 40');
    expect(mailsTo(tech)[0]?.text).toContain('and 10 more');
    app.setNow(new Date(start));
    await office.visit.move({
      body: {
        items: visits.map(({ id, revision }) => ({
          id,
          revision,
          day: '2026-12-01',
          technicians: [{ id: other.id }],
        })),
      },
    });
    await mail(tech);
    await mail(other);
    expect(mailsTo(tech)).toHaveLength(2);
    expect(mailsTo(tech)[1]).toMatchObject({ subject: 'Changes to your visits: 40' });
    expect(mailsTo(tech)[1]?.text).toContain('NO LONGER YOURS: 40');
    // The day the technician knew, not the one it was moved to.
    expect(mailsTo(tech)[1]?.text).toContain('24 Nov 2026');
    expect(mailsTo(other)).toHaveLength(1);
  });

  it('names the reason of a cancellation, and the visit that is no more', async () => {
    const visit = await plan();
    await mail(tech);
    app.setNow(new Date(start));
    await cancel(office, visit);
    expect((await mail(tech))?.text).toContain('Reason: Customer is ill');
    const second = await plan();
    await mail(tech);
    app.setNow(new Date(start));
    await office.visit.delete({ params: { id: second.id } });
    expect((await mail(tech))?.subject).toMatch(
      /^Visit cancelled: Tue, 24 Nov 2026 · 08:00–10:00 · Customer/,
    );
  });

  it('does not go to an invited address nobody has signed in with', async () => {
    const invited = await buildUser(app, { accountId: tech.accountId, invited: true });
    await plan({ technicians: [{ id: invited.id }] });
    await mail(invited);
    expect(mailsTo(invited)).toEqual([]);
  });

  it('goes only to active users with access, who want it, in their language', async () => {
    await technician.notification.setSettings({ body: { byMail: [] } });
    expect(await technician.notification.settings()).toMatchObject({ byMail: [] });
    await plan();
    await mail(tech);
    expect(mailsTo(tech)).toEqual([]);
    expect(await kinds(technician)).toEqual(['ASSIGNED']);

    app.setNow(new Date(start));
    await plan({ technicians: [{ id: other.id }] });
    const { user } = app.deps.db.global;
    const where = { accountId_id: { accountId: other.accountId, id: other.id } };
    await user.update({ where, data: { active: false } });
    await mail(other);
    expect(mailsTo(other)).toEqual([]);
    await user.update({ where, data: { active: true, language: 'de' } });
    app.setNow(new Date(start));
    await plan({ technicians: [{ id: other.id }] });
    expect(await mail(other)).toMatchObject({
      subject: expect.stringMatching(/^Neuer Einsatz: Di\., 24\.11\.2026 · 08:00–10:00 · /),
    });
  });
});
