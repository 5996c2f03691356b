import { documentNumber } from '@servicebook/shared/service';
import type { TodoSearch } from '@servicebook/shared/todo';
import { workPlaces } from '@servicebook/shared/work-place';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { refusal, useTestApp } from '../../testing/app.ts';
import {
  buildAdmin,
  buildCustomer,
  buildDevice,
  buildService,
  buildTeam,
  buildUser,
} from '../../testing/builders.ts';
import { linesOf } from '../../testing/csv.ts';
import { bodyOf, signProtocol } from '../../testing/protocols.ts';

const app = useTestApp();

const today = '2026-11-21';

async function buildPlanned() {
  const team = await buildTeam(app);
  const { accountId, userId } = team;
  const customer = await buildCustomer(app, {
    accountId,
    shortName: 'Bäckerei',
    fullName: 'Bäckerei am Markt',
    streetAddress: 'Markt 1',
    zipCode: '02-100',
    city: 'Łódź',
  });
  const device = await buildDevice(app, { accountId, customerId: customer.id, name: 'Oven' });
  const service = await buildService(app, { accountId, userId, deviceId: device.id });
  const planned = await app.deps.db.of({ accountId }).todo.create({
    data: { accountId, userCreatedId: userId, serviceId: service.id, description: 'Order a new belt' },
  });
  return { ...team, service, device, customer, planned };
}

describe('To-dos', () => {
  it('are exported: what a search finds, or only the chosen ones, in the order of the list', async () => {
    const { admin, userId, service, planned } = await buildPlanned();
    const { firstName, lastName } = await admin.employee.findById({ params: { id: userId } });
    const oil = await admin.todo.save({
      body: { description: 'Buy oil', date: today, assigneeId: userId, toDoStatus: 'DONE' },
    });
    const call = await admin.todo.save({ body: { description: 'Call back' } });
    const lines = async (body: object, api = admin) =>
      linesOf((await api.http.post('/api/todo/export', { format: 'csv', toDoStatus: 'ALL', ...body })).data);
    const [header, ...rows] = await lines({ sort: { by: 'id', direction: 'asc' } });
    expect(header).toBe(
      'No.;What needs to be done;Due on;Assigned to;State;Customer;Machines;Protocol;Added by',
    );
    expect(rows).toHaveLength(3);
    expect(rows[0]).toContain(
      `${planned.id};Order a new belt;;;To do;Bäckerei;Oven;="${documentNumber(service)}";${firstName} ${lastName}`,
    );
    expect(rows[1]).toContain(`${oil.id};Buy oil;${today};${firstName} ${lastName};Done;;;;`);
    const chosen = await lines({ ids: [oil.id, call.id], sort: { by: 'id', direction: 'desc' } });
    expect(chosen.slice(1).map((line) => line.split(';')[0])).toEqual([`${call.id}`, `${oil.id}`]);
    expect(await admin.todo.findIds({ body: { text: 'oil', toDoStatus: 'ALL' } })).toEqual([oil.id]);
    expect(await admin.todo.findIds({ body: {} })).toEqual([planned.id, call.id]);
    expect(await lines({ ids: [oil.id] }, (await buildTeam(app)).admin)).toHaveLength(1);
  });

  it('are added, changed, done and deleted by admins', async () => {
    const { admin, userId } = await buildTeam(app);
    const added = await admin.todo.save({ body: { description: 'Buy oil', date: today } });
    expect(added).toMatchObject({ toDoStatus: 'TODO', date: today, assignee: null, service: null });
    const changed = await admin.todo.save({
      body: { id: added.id, description: 'Buy oil and filters', date: '', assigneeId: userId },
    });
    expect(changed).toMatchObject({ id: added.id, date: null, assignee: { id: userId } });
    const done = await admin.todo.save({
      body: { id: added.id, description: changed.description, toDoStatus: 'DONE' },
    });
    // Who does not name an assignee, as the specification's client, leaves it as it is.
    expect(done).toMatchObject({ toDoStatus: 'DONE', assignee: { id: userId } });
    expect(await admin.todo.get()).toEqual([]);
    expect(await admin.todo.get({ query: { toDoStatus: 'ALL' } })).toEqual([done]);
    await admin.todo.delete({ query: { id: added.id } });
    expect(await admin.todo.get({ query: { toDoStatus: 'ALL' } })).toEqual([]);
  });

  it('are read by everybody and changed by admins only', async () => {
    const { technician, service, planned } = await buildPlanned();
    expect(await technician.todo.get()).toHaveLength(1);
    const forbidden = { status: 403, code: 'NO_PERMISSION' };
    expect(await refusal(technician.todo.save({ body: { description: 'Mine' } }))).toMatchObject(forbidden);
    expect(await refusal(technician.todo.delete({ query: { id: planned.id } }))).toMatchObject(forbidden);
    expect(
      await refusal(technician.todo.changeOfService({ body: { id: service.id, toDoStatus: 'DONE' } })),
    ).toMatchObject(forbidden);
  });

  it('are marked done and undone by their assignee and admins', async () => {
    const { accountId, userId, admin, technician, colleague, planned } = await buildPlanned();
    const alone = await admin.todo.save({ body: { description: 'Buy oil', assigneeId: userId } });
    const db = app.deps.db.of({ accountId });
    await db.todo.update({
      where: { accountId_id: { accountId, id: planned.id } },
      data: { assigneeId: userId },
    });
    const forbidden = { status: 403, code: 'NO_PERMISSION' };
    for (const { id } of [planned, alone]) {
      const mark = (toDoStatus: 'TODO' | 'DONE', api = technician) =>
        api.todo.setStatus({ body: { id, toDoStatus } });
      expect(await mark('DONE')).toMatchObject({ id, toDoStatus: 'DONE', assignee: { id: userId } });
      expect(await mark('TODO')).toMatchObject({ toDoStatus: 'TODO' });
      expect(await refusal(mark('DONE', colleague))).toMatchObject(forbidden);
      expect(await mark('DONE', admin)).toMatchObject({ toDoStatus: 'DONE' });
    }
    const nobodys = await admin.todo.save({ body: { description: 'Anybody' } });
    const mark = { body: { id: nobodys.id, toDoStatus: 'DONE' as const } };
    expect(await refusal(technician.todo.setStatus(mark))).toMatchObject(forbidden);
  });

  it('planned from a protocol are done once it is signed, on the screen or on paper', async () => {
    const { admin, technician, service, planned } = await buildPlanned();
    await signProtocol(technician, service.id);
    expect(await admin.todo.findById({ params: { id: planned.id } })).toMatchObject({ toDoStatus: 'DONE' });
    const other = await buildPlanned();
    const body = { ...(await bodyOf(other.admin, other.service.id)), isToSign: true };
    const todo = { date: '2026-12-24', description: 'Come again' };
    await other.technician.service.add({ body });
    expect(await other.admin.todo.get()).toEqual([]);
    // A to-do planned together with the signature is a separate task.
    const { id: _, revision: __, ...fresh } = body;
    const signed = await other.admin.service.add({ body: { ...fresh, todo } });
    expect(await other.admin.todo.get()).toMatchObject([{ service: { id: signed.id }, toDoStatus: 'TODO' }]);
  });

  it('have the machine’s own address, otherwise the customer’s', async () => {
    const { accountId, userId, admin, customer, planned } = await buildPlanned();
    const own = { streetAddress: 'Werkstr. 2', zipCode: '14770', city: 'Brandenburg', country: 'DE' };
    const plant = await buildDevice(app, { accountId, customerId: customer.id, ...own });
    const service = await buildService(app, { accountId, userId, deviceId: plant.id });
    const { id } = await app.deps.db
      .of({ accountId })
      .todo.create({ data: { accountId, userCreatedId: userId, serviceId: service.id } });
    const placeOf = async (todoId: number) => {
      const found = (await admin.todo.findById({ params: { id: todoId } })).service;
      return found && workPlaces(found.customer, found.devices)[0];
    };
    expect(await placeOf(id)).toMatchObject(own);
    expect(await placeOf(planned.id)).toMatchObject({ streetAddress: 'Markt 1', city: 'Łódź' });
  });

  it('planned from a protocol include the place, and can be changed only through it', async () => {
    const { admin, service, device, planned } = await buildPlanned();
    const [listed] = await admin.todo.get();
    expect(listed).toMatchObject({
      id: planned.id,
      service: {
        id: service.id,
        date: service.date.toISOString(),
        number: documentNumber(service),
        customer: {
          fullName: 'Bäckerei am Markt',
          streetAddress: 'Markt 1',
          zipCode: '02-100',
          city: 'Łódź',
        },
        devices: [{ id: device.id, name: 'Oven', serialNumber: '' }],
      },
    });
    const ofService = { status: 409, code: 'TODO_OF_SERVICE' };
    expect(await refusal(admin.todo.save({ body: { id: planned.id, description: 'Else' } }))).toMatchObject(
      ofService,
    );
    expect(await refusal(admin.todo.delete({ query: { id: planned.id } }))).toMatchObject(ofService);
    const done = await admin.todo.changeOfService({
      body: { id: service.id, toDoStatus: 'DONE', todo: 'Order two belts' },
    });
    expect(done).toMatchObject({ id: planned.id, toDoStatus: 'DONE', description: 'Order two belts' });
    const again = await admin.todo.changeOfService({ body: { id: service.id, toDoStatus: 'TODO' } });
    expect(again).toMatchObject({ toDoStatus: 'TODO', description: 'Order two belts' });
    await admin.service.delete({ params: { id: service.id } });
    expect(await admin.todo.get({ query: { toDoStatus: 'ALL' } })).toEqual([]);
  });

  it('are found by text, assignee, state and day, in pages', async () => {
    const { admin, userId, planned } = await buildPlanned();
    const save = (body: Parameters<typeof admin.todo.save>[0]['body']) => admin.todo.save({ body });
    const oil = await save({ description: 'Kupić olej', date: '2026-11-20' });
    const filter = await save({ description: 'Filtry', date: today, assigneeId: userId });
    const done = await save({ description: 'Old oil', toDoStatus: 'DONE' });
    const search = async (body: z.input<typeof TodoSearch>) =>
      (await admin.todo.search({ body })).content.map(({ id }) => id);
    expect(await search({})).toEqual([filter.id, oil.id, planned.id]);
    expect(await search({ toDoStatus: 'ALL' })).toEqual([done.id, filter.id, oil.id, planned.id]);
    expect(await search({ text: 'kupic' })).toEqual([oil.id]);
    // The customer's name and town, whatever the accents.
    expect(await search({ text: 'backerei' })).toEqual([planned.id]);
    expect(await search({ text: 'lodz' })).toEqual([planned.id]);
    expect(await search({ assigneeId: userId })).toEqual([filter.id]);
    expect(await search({ dueUntil: '2026-11-20' })).toEqual([oil.id]);
    // To-dos without a date come last in both directions.
    expect(await search({ sort: { by: 'date', direction: 'asc' } })).toEqual([oil.id, filter.id, planned.id]);
    expect(await search({ sort: { by: 'date', direction: 'desc' } })).toEqual([
      filter.id,
      oil.id,
      planned.id,
    ]);
    const page = await admin.todo.search({ body: { size: 2, page: 1 } });
    expect(page).toMatchObject({ number: 1, totalElements: 3, totalPages: 2 });
    expect(page.content.map(({ id }) => id)).toEqual([planned.id]);
  });

  it('can be assigned only within the account, and need a text', async () => {
    const { admin } = await buildTeam(app);
    const stranger = await buildTeam(app);
    expect(
      await refusal(admin.todo.save({ body: { description: 'Help', assigneeId: stranger.userId } })),
    ).toMatchObject({ status: 400, fields: { assigneeId: 'INVALID' } });
    expect(await refusal(admin.todo.save({ body: { description: '  ' } }))).toMatchObject({
      status: 400,
      fields: { description: 'ENTER_TEXT' },
    });
    expect(
      await refusal(admin.todo.changeOfService({ body: { id: 999_999, toDoStatus: 'DONE' } })),
    ).toMatchObject({ status: 404 });
  });

  it.each([
    ['pl', 'Przydzielone', 'Stan: Do zrobienia → Wykonane'],
    ['en', 'Assigned to', 'State: To do → Done'],
    ['de', 'Zuständig', 'Stand: Offen → Erledigt'],
    ['it', 'Assegnata a', 'Stato: Da fare → Completata'],
    ['es', 'Asignada a', 'Estado: Por hacer → Hecha'],
    ['ru', 'Исполнитель', 'Состояние: К выполнению → Выполнено'],
  ] as const)(
    'tell in the log, in %s, by name who had them and who has them now',
    async (language, label, state) => {
      const owner = await buildAdmin(app);
      const { accountId } = owner;
      const admin = await app.as(owner, { 'Accept-Language': language });
      const [ida, jan] = [
        await buildUser(app, { accountId, firstName: 'Ida', lastName: 'Busch' }),
        await buildUser(app, { accountId, firstName: 'Jan', lastName: 'Nowak' }),
      ];
      const description = `${'x'.repeat(99)}😀`;
      const { id } = await admin.todo.save({ body: { description } });
      for (const assigneeId of [ida.id, jan.id, jan.id, null])
        await admin.todo.save({ body: { id, description, assigneeId } });
      await admin.todo.setStatus({ body: { id, toDoStatus: 'DONE' } });
      const { content } = await admin.log.search({ body: { kinds: ['CHANGED'] } });
      expect(content.map(({ arg1 }) => arg1)).toEqual(Array(4).fill('x'.repeat(99)));
      const { data } = await admin.http.post('/api/log/export', { kinds: ['CHANGED'], format: 'csv' });
      const changes = linesOf(data).slice(1);
      expect(changes.map((line) => line.split(';').at(-1))).toEqual([
        state,
        `${label}: Jan Nowak → –`,
        `${label}: Ida Busch → Jan Nowak`,
        `${label}: – → Ida Busch`,
      ]);
    },
  );
});
