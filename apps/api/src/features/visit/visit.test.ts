import { dateIn } from '@servicebook/shared/calendar';
import type { Visit } from '@servicebook/shared/visit';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type Api, refusal, useTestApp } from '../../testing/app.ts';
import { buildCustomer, buildDevice, buildTeam, buildUser } from '../../testing/builders.ts';
import { linesOf } from '../../testing/csv.ts';
import { drawnPath, protocolOf, signJson } from '../../testing/protocols.ts';

const app = useTestApp();
let admin: Api;
let technician: Api;
let colleague: Api;
let accountId: number;
let technicianId: number;
let helperId: number;
let device: { id: number; customerId: number };

beforeAll(async () => {
  const team = await buildTeam(app);
  ({ accountId, admin, technician, colleague } = team);
  technicianId = team.userId;
  helperId = (await buildUser(app, { accountId })).id;
  device = await buildDevice(app, { accountId });
});

type VisitBody = Parameters<Api['visit']['save']>[0]['body'];

const visitOf = (given: Partial<VisitBody> = {}): VisitBody => ({
  customer: { id: device.customerId },
  devices: [{ id: device.id }],
  types: ['REPAIR'],
  ...given,
});
const plan = (given: Partial<VisitBody> = {}): Promise<Visit> => admin.visit.save({ body: visitOf(given) });
const find = (id: number) => admin.visit.findById({ params: { id } });
const seen = ({ id, revision }: Visit) => ({ id, revision });
const namesOf = ({ technicians }: Visit) => technicians.map(({ id }) => id);
const sign = async (api: Api, id: number) => {
  const { revision } = await api.service.findById({ params: { id } });
  return api.service.sign({
    params: { id },
    body: { ...signJson, signedAt: new Date().toISOString(), revision },
    file: new Blob([drawnPath], { type: 'image/svg+xml' }),
  });
};

describe('a visit', () => {
  it('is to be planned until it has a day, and shows machine, customer and technicians', async () => {
    const visit = await plan({
      text: 'Replace the seal',
      checklist: [{ name: 'Pressure test' }],
      technicians: [{ id: technicianId }, { id: helperId }],
      minutes: 90,
    });
    expect(visit).toMatchObject({
      state: 'TO_PLAN',
      day: null,
      devices: [{ id: device.id, elsewhere: false }],
      customer: { id: device.customerId },
      checklist: [{ name: 'Pressure test', done: false }],
      protocols: [],
    });
    expect(namesOf(visit)).toEqual([technicianId, helperId]);
    const planned = await admin.visit.save({
      body: visitOf({
        id: visit.id,
        revision: visit.revision,
        day: '2026-12-01',
        from: '22:00',
        to: '02:00',
      }),
    });
    expect(planned).toMatchObject({ state: 'PLANNED', day: '2026-12-01', from: '22:00', to: '02:00' });
  });

  it('takes no protocol number', async () => {
    const body = protocolOf(device);
    const first = await technician.service.add({ body });
    await plan({ day: '2026-12-02' });
    const second = await technician.service.add({ body });
    expect(second.number).toBe(first.number + 1);
  });

  it('refuses machines of another customer, people who left, and a window without start or length', async () => {
    const other = await buildCustomer(app, { accountId });
    expect(await refusal(plan({ customer: { id: other.id } }))).toMatchObject({
      status: 400,
      fields: { devices: 'DEVICES_OF_ONE_CUSTOMER' },
    });
    const left = await buildUser(app, { accountId, active: false });
    expect(await refusal(plan({ technicians: [{ id: left.id }] }))).toMatchObject({
      fields: { technicians: 'PERFORMER_NOT_SELECTED' },
    });
    expect(await refusal(plan({ to: '10:00' }))).toMatchObject({ fields: { from: 'REQUIRED' } });
    expect(await refusal(plan({ from: '24:00' }))).toMatchObject({ fields: { from: 'INVALID' } });
    expect(await refusal(plan({ from: '08:00', to: '08:00' }))).toMatchObject({
      fields: { to: 'ENDS_AS_IT_STARTS' },
    });
    for (const minutes of [0, -5, 2881, 1.5])
      expect(await refusal(plan({ minutes }))).toMatchObject({ status: 400 });
  });

  it('keeps technicians who left, and marks them and machines that went to another customer', async () => {
    const leaving = await buildUser(app, { accountId });
    const moving = await buildDevice(app, { accountId });
    const visit = await plan({
      customer: { id: moving.customerId },
      devices: [{ id: moving.id }],
      technicians: [{ id: leaving.id }],
    });
    const db = app.deps.db.of({ accountId });
    await db.user.updateMany({ where: { id: leaving.id }, data: { active: false } });
    await db.device.updateMany({ where: { id: moving.id }, data: { customerId: device.customerId } });
    expect(await find(visit.id)).toMatchObject({
      technicians: [{ id: leaving.id, active: false }],
      devices: [{ id: moving.id, elsewhere: true }],
    });
    const [moved] = await admin.visit.move({ body: { items: [{ ...seen(visit), day: '2026-12-03' }] } });
    expect(moved).toMatchObject({ day: '2026-12-03', technicians: [{ id: leaving.id }] });
    const body = visitOf({ customer: { id: moving.customerId }, devices: [{ id: moving.id }] });
    expect(await refusal(admin.visit.save({ body }))).toMatchObject({
      fields: { devices: 'DEVICES_OF_ONE_CUSTOMER' },
    });
    const saved = await admin.visit.save({ body: { ...body, id: visit.id, text: 'Ask at the gate' } });
    expect(saved).toMatchObject({ text: 'Ask at the gate', devices: [{ id: moving.id, elsewhere: true }] });
  });

  it('is not overwritten by somebody who has not seen the last change', async () => {
    const visit = await plan({ text: 'First' });
    await admin.visit.save({ body: visitOf({ id: visit.id, revision: visit.revision, text: 'Second' }) });
    expect(
      await refusal(
        technician.visit.save({ body: visitOf({ id: visit.id, revision: visit.revision, text: 'Third' }) }),
      ),
    ).toMatchObject({ status: 409, code: 'RECORD_CHANGED' });
    expect(await find(visit.id)).toMatchObject({ text: 'Second' });
  });

  it('is found by machine, customer, technician, state, days and words', async () => {
    const machine = await buildDevice(app, {
      accountId,
      name: 'Żuraw portowy',
      serialNumber: 'ZP-77',
      gpsLatitude: 54.35,
      gpsLongitude: 18.65,
    });
    const of = { customer: { id: machine.customerId }, devices: [{ id: machine.id }] };
    const { id } = await plan({ ...of, text: 'Oil the bearing', technicians: [{ id: helperId }] });
    await plan({ ...of, day: '2027-01-10' });
    const ids = async (body: NonNullable<Parameters<Api['visit']['search']>[0]>['body']) =>
      (await admin.visit.search({ body: { ...body, deviceId: machine.id } })).content.map((row) => row.id);
    const [later, open] = await ids({});
    expect(open).toBe(id);
    expect(await ids({ states: ['TO_PLAN'] })).toEqual([id]);
    expect(await ids({ userId: helperId })).toEqual([id]);
    expect(await ids({ unassigned: true })).toEqual([later]);
    expect(await ids({ dateFrom: '2027-01-01', dateTo: '2027-01-31' })).toEqual([later]);
    expect(await ids({ text: 'bearing' })).toEqual([id]);
    expect(await ids({ text: 'zuraw' })).toHaveLength(2);
    expect(await ids({ text: 'zuraw bearing' })).toEqual([id]);
    expect(await ids({ text: 'bearing elsewhere' })).toEqual([]);
    const { lastName } = await app.deps.db
      .of({ accountId })
      .user.findFirstOrThrow({ where: { id: helperId } });
    expect(await ids({ text: `zuraw ${lastName}` })).toEqual([id]);
    expect(await ids({ categoryId: machine.categoryId })).toHaveLength(2);
    expect(await ids({ near: { latitude: 54.4, longitude: 18.6, kilometres: 10 } })).toHaveLength(2);
    expect(await ids({ near: { latitude: 54.4, longitude: 18.6, kilometres: 3 } })).toEqual([]);
  });

  it('stands in the list by day and time, those without a time last', async () => {
    const { customerId } = await buildDevice(app, { accountId });
    const machine = await buildDevice(app, { accountId, customerId });
    const of = { customer: { id: customerId }, devices: [{ id: machine.id }], day: '2027-02-10' };
    for (const from of [undefined, '13:00', '08:00']) await plan({ ...of, from });
    await plan({ ...of, day: '2027-02-09', from: '17:00' });
    const { content } = await admin.visit.search({ body: { deviceId: machine.id } });
    expect(content.map(({ from }) => from)).toEqual(['17:00', '08:00', '13:00', null]);
  });

  it('stands in the calendar of its month, those with a time first, without cancelled ones', async () => {
    const on = (day: string, given: Partial<VisitBody> = {}) => plan({ day, ...given });
    const whenever = await on('2031-03-04');
    const noon = await on('2031-03-04', { from: '12:00', technicians: [{ id: helperId }] });
    const third = await on('2031-03-04');
    await on('2031-03-04');
    const cancelled = await on('2031-03-05');
    await admin.visit.step({ body: { id: cancelled.id, step: 'CANCEL', reason: 'Closed' } });
    await on('2031-02-28');
    await on('2031-04-01');
    const days = await admin.visit.calendar({ query: { month: '2031-03' } });
    expect(days).toEqual([
      {
        date: '2031-03-04',
        count: 4,
        visits: [noon, whenever, third].map(({ id, customer, state, technicians }) => ({
          id,
          customer: customer.shortName,
          state,
          technicians: technicians.map(({ active: _, ...person }) => person),
        })),
      },
    ]);
  });

  it('keeps machine and customer from being deleted', async () => {
    const machine = await buildDevice(app, { accountId });
    const { id } = await plan({ customer: { id: machine.customerId }, devices: [{ id: machine.id }] });
    expect(await refusal(admin.device.delete({ params: { id: machine.id } }))).toMatchObject({
      code: 'DEVICE_IN_USE',
      linked: { visits: 1 },
    });
    expect(await refusal(admin.customer.delete({ params: { id: machine.customerId } }))).toMatchObject({
      code: 'CUSTOMER_IN_USE',
      linked: { visits: 1 },
    });
    await admin.visit.delete({ params: { id } });
    await admin.device.delete({ params: { id: machine.id } });
  });

  it('is deleted by its author or an admin', async () => {
    const { id } = await technician.visit.save({ body: visitOf() });
    expect(await refusal(colleague.visit.delete({ params: { id } }))).toMatchObject({
      code: 'NO_PERMISSION',
    });
    await technician.visit.delete({ params: { id } });
    expect(await refusal(find(id))).toMatchObject({ status: 404 });
  });

  it('has notes, which their author or an admin deletes', async () => {
    const visit = await plan();
    const note = await technician.visit.addNote({
      body: { visit: { id: visit.id }, text: 'Key at the porter' },
    });
    await admin.visit.addNote({ body: { visit: { id: visit.id }, text: 'Parking in the yard' } });
    const notes = await colleague.visit.notes({ params: { id: visit.id } });
    expect(notes.map(({ text }) => text)).toEqual(['Parking in the yard', 'Key at the porter']);
    expect(await find(visit.id)).toMatchObject({ notes: 2 });
    expect(await refusal(colleague.visit.deleteNote({ params: { id: note.id } }))).toMatchObject({
      code: 'NO_PERMISSION',
    });
    await technician.visit.deleteNote({ params: { id: note.id } });
    expect(await find(visit.id)).toMatchObject({ notes: 1 });
  });
});

describe('visits as a file', () => {
  it('contain the results of a search, or only the chosen ones, in the order of the list', async () => {
    const team = await buildTeam(app);
    const customer = await buildCustomer(app, {
      accountId: team.accountId,
      shortName: 'Mühle',
      fullName: 'Mühle GmbH',
      streetAddress: 'Mühlweg 3',
      zipCode: '89073',
      city: 'Ulm',
      country: 'DE',
      phoneNumber: '0731 1',
    });
    const machine = await buildDevice(app, {
      accountId: team.accountId,
      customerId: customer.id,
      name: 'Press',
      serialNumber: 'P-1',
    });
    const { firstName, lastName } = await team.admin.employee.findById({ params: { id: team.userId } });
    const save = (given: Partial<VisitBody>) =>
      team.admin.visit.save({
        body: {
          customer: { id: customer.id },
          devices: [{ id: machine.id }],
          types: ['REPAIR', 'INSTALLATION'],
          ...given,
        },
      });
    const first = await save({
      day: '2026-12-01',
      from: '08:00',
      to: '10:00',
      text: 'Replace the seal',
      priority: 'HIGH',
      minutes: 90,
      technicians: [{ id: team.userId }],
    });
    const second = await save({ day: '2026-12-03' });
    await save({ day: '2026-12-02' });
    const lines = async (body: object, api = team.admin) =>
      linesOf((await api.http.post('/api/visit/export', { format: 'csv', ...body })).data);
    const [header, row, ...others] = await lines({ customerId: customer.id });
    expect(header).toBe(
      'No.;Day;From;To;Customer;Customer’s full name;Phone;Place;Machines;Type;What to do;Technicians;Priority;Expected time (min);State;Reason;Protocols;Started on;Finished on;Planned by',
    );
    expect(row).toMatch(
      `${first.id};2026-12-01;="08:00";="10:00";Mühle;Mühle GmbH;="0731 1";Mühlweg 3, 89073 Ulm, Germany;Press (P-1);Repair, Installation;Replace the seal;${firstName} ${lastName};high;90;planned;;;;;`,
    );
    expect(others).toHaveLength(2);
    const chosen = await lines({
      ids: [first.id, second.id],
      sort: { by: 'day', direction: 'desc' },
    });
    expect(chosen.slice(1).map((line) => line.split(';')[0])).toEqual([`${second.id}`, `${first.id}`]);
    const customerId = customer.id;
    expect(await team.admin.visit.findIds({ body: { customerId, dateTo: '2026-12-01' } })).toEqual([
      first.id,
    ]);
    expect(await team.admin.visit.findIds({ body: { customerId } })).toHaveLength(3);
    // Another company's ids find nothing.
    expect(await lines({ ids: [first.id] }, admin)).toHaveLength(1);
  });
});

describe('moving visits', () => {
  it('changes day and technician of several at once', async () => {
    const one = await plan({ technicians: [{ id: technicianId }, { id: helperId }] });
    const two = await plan({ day: '2026-12-01', technicians: [{ id: technicianId }] });
    const { id: newcomer } = await buildUser(app, { accountId });
    const moved = await admin.visit.move({
      body: {
        items: [
          { ...seen(two), day: '2026-12-04', technicians: [{ id: newcomer }] },
          { ...seen(one), day: '2026-12-05', technicians: [{ id: newcomer }, { id: helperId }] },
        ],
      },
    });
    expect(moved.map(({ day, state }) => [day, state])).toEqual([
      ['2026-12-05', 'PLANNED'],
      ['2026-12-04', 'PLANNED'],
    ]);
    expect(moved.map(namesOf)).toEqual([[newcomer, helperId], [newcomer]]);
    const [unplanned] = await admin.visit.move({
      body: { items: [{ ...seen(moved[0] as Visit), day: null, technicians: [{ id: helperId }] }] },
    });
    expect(unplanned).toMatchObject({ state: 'TO_PLAN', day: null, technicians: [{ id: helperId }] });
  });

  it('moves all of them or none', async () => {
    const one = await plan({ day: '2026-12-01' });
    const two = await plan({ day: '2026-12-01' });
    await admin.visit.step({ body: { id: two.id, step: 'CANCEL', reason: 'Customer closed' } });
    const again = await find(two.id);
    expect(
      await refusal(
        admin.visit.move({
          body: { items: [one, again].map(seen).map((item) => ({ ...item, day: '2026-12-05' })) },
        }),
      ),
    ).toMatchObject({ status: 409, code: 'VISIT_STATE' });
    expect(await find(one.id)).toMatchObject({ day: '2026-12-01', revision: one.revision });
  });

  it('lets one of two people move a visit, and tells the other', async () => {
    const visit = await plan({ day: '2026-12-01' });
    const answers = await Promise.allSettled(
      ['2026-12-02', '2026-12-03', '2026-12-04'].map((day) =>
        admin.visit.move({ body: { items: [{ ...seen(visit), day }] } }),
      ),
    );
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const answer of answers)
      if (answer.status === 'rejected')
        expect(answer.reason.response.data).toMatchObject({ code: 'RECORD_CHANGED' });
    expect(await find(visit.id)).toMatchObject({ revision: visit.revision + 1 });
  });

  it('does not stop two moves that name the same visits in another order', async () => {
    const visits = await Promise.all([plan({ day: '2026-12-01' }), plan({ day: '2026-12-01' })]);
    const to = (day: string) => visits.map((visit) => ({ ...seen(visit), day }));
    const answers = await Promise.allSettled([
      admin.visit.move({ body: { items: to('2026-12-02') } }),
      technician.visit.move({ body: { items: to('2026-12-03').toReversed() } }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const days = (await Promise.all(visits.map(({ id }) => find(id)))).map(({ day }) => day);
    expect(new Set(days).size).toBe(1);
  });
});

describe('the states of a visit', () => {
  it('lead from the plan to the end and back, and a cancellation has a reason', async () => {
    const visit = await plan({ day: '2026-12-01' });
    const step = (name: 'START' | 'FINISH' | 'CANCEL' | 'REOPEN', reason?: string) =>
      technician.visit.step({ body: { id: visit.id, step: name, reason } });
    expect(await refusal(step('CANCEL', '  '))).toMatchObject({ fields: { reason: 'ENTER_TEXT' } });
    expect(await step('START')).toMatchObject({ state: 'STARTED', startedAt: expect.any(String) });
    expect(await refusal(step('START'))).toMatchObject({ status: 409, code: 'VISIT_STATE' });
    // A phone that has not heard the answer asks again.
    const [again, key] = [await plan({ day: '2026-12-01' }), crypto.randomUUID()];
    const start = { body: { id: again.id, step: 'START' }, idempotencyKey: key } as const;
    expect(await technician.visit.step(start)).toEqual(await technician.visit.step(start));
    expect(await step('CANCEL', 'Nobody there')).toMatchObject({
      state: 'CANCELLED',
      cancelReason: 'Nobody there',
    });
    const closed = await find(visit.id);
    expect(
      await refusal(admin.visit.save({ body: visitOf({ id: visit.id, revision: closed.revision }) })),
    ).toMatchObject({ code: 'VISIT_STATE' });
    expect(await step('REOPEN')).toMatchObject({ state: 'PLANNED', cancelReason: '', startedAt: null });
    expect(await step('FINISH')).toMatchObject({ state: 'DONE', endedAt: expect.any(String) });
  });

  it('lead back to the visits to plan if nobody was there, with a note that stays', async () => {
    const visit = await plan({ day: '2026-12-01', from: '08:00', technicians: [{ id: technicianId }] });
    const again = (reason?: string) =>
      technician.visit.step({ body: { id: visit.id, step: 'PLAN_AGAIN', reason } });
    expect(await refusal(again())).toMatchObject({ fields: { reason: 'ENTER_TEXT' } });
    await technician.visit.step({ body: { id: visit.id, step: 'START' } });
    expect(await again('Nobody there: gate closed')).toMatchObject({
      state: 'TO_PLAN',
      day: null,
      startedAt: null,
      cancelReason: 'Nobody there: gate closed',
      technicians: [{ id: technicianId }],
    });
    expect(await refusal(again('Twice'))).toMatchObject({ code: 'VISIT_STATE' });
    const { revision } = await find(visit.id);
    const [moved] = await admin.visit.move({
      body: { items: [{ id: visit.id, revision, day: '2026-12-08' }] },
    });
    expect(moved).toMatchObject({ state: 'PLANNED', cancelReason: '', day: '2026-12-08' });
    expect(await admin.visit.notes({ params: { id: visit.id } })).toMatchObject([
      { text: 'Nobody there: gate closed', userCreated: { id: technicianId } },
    ]);
  });

  it('a line of the checklist is ticked where it stands', async () => {
    const visit = await plan({ checklist: [{ name: 'Filter' }, { name: 'Belt' }] });
    const tick = (position: number, name: string) =>
      technician.visit.check({ body: { id: visit.id, position, name, done: true } });
    expect(await tick(1, 'Belt')).toMatchObject({
      checklist: [
        { name: 'Filter', done: false },
        { name: 'Belt', done: true },
      ],
    });
    expect(await refusal(tick(0, 'Belt'))).toMatchObject({ code: 'RECORD_CHANGED' });
    expect(await refusal(tick(2, 'Belt'))).toMatchObject({ code: 'RECORD_CHANGED' });
  });
});

describe('a protocol of a visit', () => {
  it('starts it, and completes it when all of its machines are on a signed one', async () => {
    const second = await buildDevice(app, { accountId, customerId: device.customerId });
    const visit = await plan({ day: '2026-12-01', devices: [{ id: device.id }, { id: second.id }] });
    const write = (of: typeof device) =>
      technician.service.add({ body: { ...protocolOf(of), visitId: visit.id } });
    const first = await write(device);
    expect(first).toMatchObject({ visitId: visit.id });
    expect(await find(visit.id)).toMatchObject({
      state: 'STARTED',
      protocols: [{ id: first.id, state: 'NEW', devices: [device.id] }],
    });
    await sign(technician, first.id);
    expect(await find(visit.id)).toMatchObject({ state: 'STARTED' });
    const other = await write(second);
    await sign(colleague, other.id);
    expect(await find(visit.id)).toMatchObject({ state: 'DONE', endedAt: expect.any(String) });
    expect(await refusal(admin.visit.delete({ params: { id: visit.id } }))).toMatchObject({
      code: 'VISIT_IN_USE',
    });
  });

  it('that was withdrawn does not keep its visit from going back to the plan', async () => {
    const visit = await plan({ day: '2026-12-01' });
    const { id } = await technician.service.add({ body: { ...protocolOf(device), visitId: visit.id } });
    await sign(technician, id);
    const reopen = () => technician.visit.step({ body: { id: visit.id, step: 'REOPEN' } });
    expect(await reopen()).toMatchObject({ state: 'STARTED' });
    await technician.visit.step({ body: { id: visit.id, step: 'FINISH' } });
    await admin.service.withdraw({ params: { id }, body: { reason: 'Wrong machine' } });
    expect(await reopen()).toMatchObject({ state: 'PLANNED', protocols: [{ id, withdrawn: true }] });
  });

  it('completes it without machines that were archived meanwhile; they get no new visit', async () => {
    const scrapped = await buildDevice(app, { accountId, customerId: device.customerId });
    const machines = { devices: [{ id: device.id }, { id: scrapped.id }] };
    const visit = await plan(machines);
    await admin.device.archive({ body: { id: scrapped.id, reason: 'SCRAPPED' } });
    expect(await refusal(plan(machines))).toMatchObject({ fields: { devices: 'DEVICE_ARCHIVED' } });
    expect(await find(visit.id)).toMatchObject({ devices: [{ archived: false }, { archived: true }] });
    const { id, revision } = visit;
    await admin.visit.save({ body: visitOf({ ...machines, id, revision, text: 'Only one is left' }) });
    const written = await technician.service.add({ body: { ...protocolOf(device), visitId: id } });
    await sign(technician, written.id);
    expect(await find(id)).toMatchObject({ state: 'DONE' });
  });

  it('is kept if the visit was cancelled, deleted, or is one of another customer', async () => {
    const visit = await plan({ day: '2026-12-01' });
    await admin.visit.step({ body: { id: visit.id, step: 'CANCEL', reason: 'Customer closed' } });
    const body = { ...protocolOf(device), visitId: visit.id };
    expect(await technician.service.add({ body })).toMatchObject({ visitId: visit.id });
    expect(await find(visit.id)).toMatchObject({ state: 'STARTED', cancelReason: '' });
    const gone = await plan();
    await admin.visit.delete({ params: { id: gone.id } });
    expect(await technician.service.add({ body: { ...body, visitId: gone.id } })).toMatchObject({
      visitId: null,
    });
    const elsewhere = await buildDevice(app, { accountId });
    expect(
      await technician.service.add({ body: { ...protocolOf(elsewhere), visitId: visit.id } }),
    ).toMatchObject({ visitId: null });
  });

  it('keeps its customer on the visit', async () => {
    const visit = await plan({ day: '2026-12-01' });
    const other = await buildDevice(app, { accountId });
    const given = { id: visit.id, customer: { id: other.customerId }, devices: [{ id: other.id }] };
    await admin.visit.save({ body: visitOf({ ...given, day: '2026-12-01' }) });
    await technician.service.add({ body: { ...protocolOf(other), visitId: visit.id } });
    expect(
      await refusal(admin.visit.save({ body: visitOf({ id: visit.id, day: '2026-12-01' }) })),
    ).toMatchObject({
      status: 400,
      fields: { customer: 'HAS_PROTOCOLS' },
    });
  });

  it('stays on it when it is saved again without naming it', async () => {
    const visit = await plan();
    const { id, revision } = await technician.service.add({
      body: { ...protocolOf(device), visitId: visit.id },
    });
    expect(await technician.service.add({ body: { ...protocolOf(device), id, revision } })).toMatchObject({
      visitId: visit.id,
    });
  });

  it('is work on a day: without a planned one it is today', async () => {
    const today = dateIn(new Date().toISOString(), 'Europe/Warsaw');
    const started = await plan();
    const begun = await technician.visit.step({ body: { id: started.id, step: 'START' } });
    expect(begun).toMatchObject({ state: 'STARTED', day: today });
    const written = await plan();
    const body = { ...protocolOf(device), visitId: written.id };
    const { id, revision } = await technician.service.add({ body });
    expect(await find(written.id)).toMatchObject({ state: 'STARTED', day: today });
    // Nobody was there, and then the phone saves the begun protocol once more.
    await technician.visit.step({ body: { id: written.id, step: 'PLAN_AGAIN', reason: 'Gate closed' } });
    expect(await find(written.id)).toMatchObject({ state: 'TO_PLAN', day: null });
    await technician.service.add({ body: { ...body, id, revision } });
    expect(await find(written.id)).toMatchObject({ state: 'STARTED', day: today, cancelReason: '' });
  });

  it('that is corrected to other machines or another customer leaves work to do', async () => {
    const second = await buildDevice(app, { accountId, customerId: device.customerId });
    const elsewhere = await buildDevice(app, { accountId });
    const visit = await plan({ day: '2026-12-01' });
    const body = { ...protocolOf(device), visitId: visit.id };
    const { id } = await technician.service.add({ body });
    await sign(technician, id);
    expect(await find(visit.id)).toMatchObject({ state: 'DONE' });
    const correct = async (machine: { id: number; customerId: number }) => {
      const { revision } = await admin.service.findById({ params: { id } });
      await admin.service.add({ body: { ...protocolOf(machine), id, revision } });
    };
    // The same machine again: nothing is to be done.
    await correct(device);
    expect(await find(visit.id)).toMatchObject({ state: 'DONE' });
    await correct(second);
    expect(await find(visit.id)).toMatchObject({ state: 'STARTED', protocols: [{ id }] });
    await sign(technician, id);
    expect(await find(visit.id)).toMatchObject({ state: 'STARTED', endedAt: null });
    await correct(elsewhere);
    expect(await find(visit.id)).toMatchObject({ state: 'PLANNED', day: '2026-12-01', protocols: [] });
  });

  it('that is deleted leaves its visit as it was planned', async () => {
    const visit = await plan({ day: '2026-12-01' });
    const { id } = await technician.service.add({ body: { ...protocolOf(device), visitId: visit.id } });
    await technician.service.delete({ params: { id } });
    expect(await find(visit.id)).toMatchObject({ state: 'PLANNED', startedAt: null, protocols: [] });
  });

  it('goes on with a visit that was cancelled meanwhile, when it is signed', async () => {
    const second = await buildDevice(app, { accountId, customerId: device.customerId });
    const visit = await plan({ day: '2026-12-01', devices: [{ id: device.id }, { id: second.id }] });
    const { id } = await technician.service.add({ body: { ...protocolOf(device), visitId: visit.id } });
    await admin.visit.step({ body: { id: visit.id, step: 'CANCEL', reason: 'Closed' } });
    await sign(technician, id);
    const started = await find(visit.id);
    expect(started).toMatchObject({ state: 'STARTED', cancelReason: '', endedAt: null });
    // Without the machine that has no protocol, it is done.
    await admin.visit.save({ body: visitOf({ ...seen(started), day: '2026-12-01' }) });
    expect(await find(visit.id)).toMatchObject({ state: 'DONE', endedAt: expect.any(String) });
  });

  it('can be saved after its machine went to another customer', async () => {
    const moving = await buildDevice(app, { accountId });
    const body = protocolOf(moving);
    const { id, revision } = await technician.service.add({ body });
    const { customerId } = await buildDevice(app, { accountId });
    await app.deps.db.of({ accountId }).device.updateMany({ where: { id: moving.id }, data: { customerId } });
    const saved = await technician.service.add({ body: { ...body, id, revision, faultDescription: 'Belt' } });
    expect(saved).toMatchObject({ id, faultDescription: 'Belt' });
  });

  it('that was withdrawn is followed up by another visit, unless that one is cancelled', async () => {
    const visit = await plan({ day: '2026-12-01' });
    const { id } = await technician.service.add({ body: { ...protocolOf(device), visitId: visit.id } });
    await sign(technician, id);
    await admin.service.withdraw({ params: { id }, body: { reason: 'Wrong machine' } });
    expect(await find(visit.id)).toMatchObject({ protocols: [{ followed: false }] });
    const next = await plan({ source: 'FOLLOW_UP', sourceService: { id } });
    expect(await find(visit.id)).toMatchObject({ protocols: [{ followed: true }] });
    await admin.visit.step({ body: { id: next.id, step: 'CANCEL', reason: 'Not needed' } });
    expect(await find(visit.id)).toMatchObject({ protocols: [{ followed: false }] });
  });

  it('may be the reason for the next visit, and can still be deleted', async () => {
    const { id } = await admin.service.add({ body: protocolOf(device) });
    const visit = await plan({ source: 'FOLLOW_UP', sourceService: { id } });
    expect(visit).toMatchObject({ source: 'FOLLOW_UP', sourceService: { id } });
    await admin.service.delete({ params: { id } });
    expect(await find(visit.id)).toMatchObject({ source: 'FOLLOW_UP', sourceService: null });
  });
});

describe('a protocol planned as a to-do', () => {
  const planned = async () => {
    const service = await admin.service.add({
      body: {
        ...protocolOf(device),
        performedBy: { id: technicianId },
        todo: { date: '2026-12-10', description: 'Bring the gasket' },
      },
    });
    return { service, id: service.visitId ?? 0 };
  };

  it('is a visit too', async () => {
    const { service, id } = await planned();
    expect(await find(id)).toMatchObject({
      state: 'PLANNED',
      day: '2026-12-10',
      text: 'Bring the gasket',
      types: ['REPAIR'],
      devices: [{ id: device.id }],
      technicians: [{ id: technicianId }],
      protocols: [{ id: service.id, state: 'NEW' }],
    });
  });

  it('says the same as its visit, whichever is changed', async () => {
    const { service, id } = await planned();
    await admin.todo.changeOfService({
      body: { id: service.id, toDoStatus: 'TODO', date: '2026-12-11', assigneeId: helperId },
    });
    const followed = await find(id);
    expect(followed).toMatchObject({ day: '2026-12-11', technicians: [{ id: helperId }] });
    await admin.visit.move({
      body: {
        items: [{ ...seen(followed), day: '2026-12-12', technicians: [{ id: technicianId }] }],
      },
    });
    const { todo } = await admin.service.findById({ params: { id: service.id } });
    expect(await admin.todo.findById({ params: { id: todo?.id ?? 0 } })).toMatchObject({
      date: '2026-12-12',
      assignee: { id: technicianId },
      toDoStatus: 'TODO',
    });
    await technician.todo.setStatus({ body: { id: todo?.id ?? 0, toDoStatus: 'DONE' } });
    expect(await find(id)).toMatchObject({ state: 'DONE' });
  });

  it('makes no visit of a to-do once it is signed: that is a reminder', async () => {
    const body = { ...protocolOf(device), performedBy: { id: technicianId }, isToSign: true };
    const todo = { date: '2026-12-21', description: 'Ask whether it runs' };
    const service = await admin.service.add({ body: { ...body, todo } });
    expect(service).toMatchObject({ isToSign: true, visitId: null, todo: { date: '2026-12-21' } });
    await admin.service.withdraw({ params: { id: service.id }, body: { reason: 'Wrong machine' } });
    await admin.todo.changeOfService({ body: { id: service.id, toDoStatus: 'DONE' } });
    await admin.todo.changeOfService({ body: { id: service.id, toDoStatus: 'TODO' } });
    expect(await admin.service.findById({ params: { id: service.id } })).toMatchObject({ visitId: null });
  });

  it('does not undo the cancellation of its visit', async () => {
    const { service, id } = await planned();
    await admin.visit.step({ body: { id, step: 'CANCEL', reason: 'Closed' } });
    await admin.todo.changeOfService({ body: { id: service.id, toDoStatus: 'DONE', todo: 'Other text' } });
    const cancelled = await find(id);
    expect(cancelled).toMatchObject({ state: 'CANCELLED', cancelReason: 'Closed', text: 'Other text' });
    await admin.todo.changeOfService({ body: { id: service.id, toDoStatus: 'TODO' } });
    expect(await find(id)).toMatchObject({ state: 'PLANNED', cancelReason: '', endedAt: null });
  });

  it('is done with the other protocols of its visit', async () => {
    const { service: first, id } = await planned();
    const second = await admin.service.add({
      body: {
        ...{ ...protocolOf(device), visitId: id, performedBy: { id: technicianId } },
        todo: { date: '2026-12-15', description: 'Second machine' },
      },
    });
    const todoOf = async (serviceId: number) => {
      const { todo } = await admin.service.findById({ params: { id: serviceId } });
      return admin.todo.findById({ params: { id: todo?.id ?? 0 } });
    };
    expect(await todoOf(first.id)).toMatchObject({ date: '2026-12-15' });
    await admin.todo.changeOfService({ body: { id: first.id, toDoStatus: 'DONE' } });
    expect(await find(id)).toMatchObject({ state: expect.not.stringMatching('DONE'), endedAt: null });
    await admin.todo.changeOfService({ body: { id: second.id, toDoStatus: 'DONE' } });
    expect(await find(id)).toMatchObject({ state: 'DONE', endedAt: expect.any(String) });
  });

  it('completes to-do and visit when it is signed', async () => {
    const { service, id } = await planned();
    await sign(technician, service.id);
    expect(await find(id)).toMatchObject({ state: 'DONE' });
    const { todo } = await admin.service.findById({ params: { id: service.id } });
    expect(await admin.todo.findById({ params: { id: todo?.id ?? 0 } })).toMatchObject({
      toDoStatus: 'DONE',
    });
  });

  it('waits for its visit before anything of it is locked, so that they never wait in a circle', async () => {
    const { global } = app.deps.db;
    const { service, id } = await planned();
    const todo = await global.todo.findFirstOrThrow({ where: { serviceId: service.id } });
    const done = { toDoStatus: 'DONE' as const };
    let waiting: Promise<unknown> | undefined;
    await global.$transaction(async (tx) => {
      await tx.$queryRaw`SELECT 1 FROM visit WHERE account_id = ${accountId} AND id = ${id} FOR UPDATE`;
      waiting = admin.todo.setStatus({ body: { id: todo.id, ...done } });
      await vi.waitFor(
        async () => {
          const locks = await global.$queryRaw<unknown[]>`
          SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%FROM visit%'`;
          expect(locks).toHaveLength(1);
        },
        { timeout: 15_000 },
      );
      await tx.$queryRaw`SELECT 1 FROM todo WHERE id = ${todo.id} FOR UPDATE NOWAIT`;
    });
    await waiting;
    await global.$transaction(async (tx) => {
      await tx.$queryRaw`SELECT 1 FROM service WHERE id = ${service.id} FOR UPDATE`;
      expect(await refusal(admin.visit.delete({ params: { id } }))).toMatchObject({
        code: 'VISIT_IN_USE',
      });
    });
  });
});
