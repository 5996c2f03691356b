import { beforeEach, expect, it } from 'vitest';
import { refusal, useTestApp } from '../../testing/app.ts';
import { buildCustomer, buildDevice, buildTeam } from '../../testing/builders.ts';

const app = useTestApp();
let team: Awaited<ReturnType<typeof buildTeam>>;
let customer: { id: number };

beforeEach(async () => {
  team = await buildTeam(app);
  customer = { id: (await buildCustomer(app, { accountId: team.accountId, shortName: 'Mill' })).id };
});

const add = (name: string, given: object = {}) =>
  team.technician.customerContact.insert({ body: { customer, name, ...given } });
const list = () => team.technician.customerContact.findByCustomer({ params: { customerId: customer.id } });
const marked = async () => (await list()).map(({ name, isMain }) => (isMain ? `★ ${name}` : name));

it('keeps one main contact, whoever is added, changed or deleted', async () => {
  const jan = await add('Jan');
  expect(await marked()).toEqual(['★ Jan']);
  const ola = await add('Ola', { isMain: true });
  await add('Max');
  expect(await marked()).toEqual(['★ Ola', 'Jan', 'Max']);
  // Nobody can be unmarked without another one in their place.
  await team.technician.customerContact.update({
    body: { id: ola.id, revision: ola.revision, name: 'Ola', isMain: false },
  });
  expect(await marked()).toEqual(['★ Ola', 'Jan', 'Max']);
  await team.technician.customerContact.delete({ params: { id: ola.id } });
  expect(await marked()).toEqual(['★ Jan', 'Max']);
  const changes = await team.technician.log.changes({ params: { entity: 'customer', id: customer.id } });
  expect(changes[0]?.changes).toEqual([{ field: 'contactPerson', before: '★ Ola', after: '' }]);
  expect(await refusal(team.technician.customerContact.findById({ params: { id: ola.id } }))).toMatchObject({
    status: 404,
  });
  expect(jan.isMain).toBe(true);
});

it('has one main contact after many were added at once', async () => {
  await Promise.all(Array.from({ length: 12 }, (_, at) => add(`Person ${at}`, { isMain: at % 2 === 0 })));
  const contacts = await list();
  expect(contacts).toHaveLength(12);
  expect(contacts.filter(({ isMain }) => isMain)).toHaveLength(1);
});

it('refuses a change of a contact that somebody else has changed', async () => {
  const { id, revision } = await add('Jan');
  const update = (name: string) =>
    team.colleague.customerContact.update({ body: { id, revision, name, phone: '601' } });
  expect(await update('Jan Nowak')).toMatchObject({ name: 'Jan Nowak', phone: '601', isMain: true });
  expect(await refusal(update('Johann'))).toMatchObject({ status: 409, code: 'RECORD_CHANGED' });
});

it('is found by the search of customers, stands with their machines, and leaves with the customer', async () => {
  const device = await buildDevice(app, { accountId: team.accountId, customerId: customer.id });
  const { id } = await add('Żaneta Łoś', { role: 'Foreman', phone: '601 200', email: 'z@mill.example' });
  const found = async (text: string) =>
    (await team.technician.customer.search({ body: { text } })).totalElements;
  expect(await found('zaneta los')).toBe(1);
  expect(await found('mill')).toBe(1);
  const { customer: shown } = await team.technician.device.overview({ params: { id: device.id } });
  expect(shown.contacts).toEqual([
    { id, name: 'Żaneta Łoś', role: 'Foreman', phone: '601 200', email: 'z@mill.example', isMain: true },
  ]);
  const counts = await team.technician.customer.counts({ params: { id: customer.id } });
  expect(counts).toMatchObject({ machines: 1, contacts: 1, protocols: 0 });
  await team.technician.customerContact.delete({ params: { id } });
  expect(await found('zaneta los')).toBe(0);
  await add('Max');
  await team.admin.device.delete({ params: { id: device.id } });
  await team.admin.customer.delete({ params: { id: customer.id } });
  expect(await app.deps.db.of(team).customerContact.count()).toBe(0);
});
