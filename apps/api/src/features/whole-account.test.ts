/** Changes that depend on the account as a whole, made at the same time as a browser repeats them: with keys. */
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { type Api, refusal, useTestApp } from '../testing/app.ts';
import { buildAdmin, buildCustomer, buildUser } from '../testing/builders.ts';

const app = useTestApp();

const add = (admin: Api, number: number) =>
  admin.employee.insert({
    body: {
      email: `at-once-${number}-${randomUUID()}@example.com`,
      firstName: 'Anna',
      lastName: 'Nowak',
      roles: [{ id: 3 }],
    },
    idempotencyKey: randomUUID(),
  });

const failures = () => app.logs.filter((line) => line.includes('request failed'));

it('adds fifty employees at once', async () => {
  const admin = await app.as(await buildAdmin(app));
  const added = await Promise.all(Array.from({ length: 50 }, (_, number) => add(admin, number)));
  expect(new Set(added.map(({ id }) => id)).size).toBe(50);
  expect(failures()).toEqual([]);
});

it('changes employees, the company, own settings and customers at once', async () => {
  const owner = await buildAdmin(app);
  const { accountId } = owner;
  const admin = await app.as(owner);
  const users = await Promise.all(Array.from({ length: 10 }, () => buildUser(app, { accountId })));
  await Promise.all(
    users.flatMap(({ id, email }, number) => [
      add(admin, number),
      admin.employee.update({
        body: { id, email, firstName: 'Jan', lastName: 'Nowak', active: true, roles: [{ id: 2 }] },
      }),
      admin.company.updateGeneralData({ body: { id: accountId, companyName: `Company ${number}` } }),
      admin.user.setLanguage({ query: { language: number % 2 ? 'pl' : 'de' } }),
      admin.customer.insert({
        body: { shortName: `Customer ${number}`, fullName: 'Customer' },
        idempotencyKey: randomUUID(),
      }),
    ]),
  );
  expect(await admin.employee.findAllFlatRoles()).toHaveLength(21);
  expect(failures()).toEqual([]);
});

it('deletes an account while its users work', async () => {
  const owner = await buildAdmin(app);
  const { accountId } = owner;
  const admin = await app.as(owner);
  const { id } = await buildCustomer(app, { accountId });
  const work = Array.from({ length: 10 }, (_, number) => [
    add(admin, number),
    admin.customer.update({ body: { id, shortName: `Customer ${number}`, fullName: 'Customer' } }),
  ]).flat();
  const closing = admin.account.delete();
  const worked = await Promise.allSettled(work);
  await closing;
  for (const answer of worked)
    if (answer.status === 'rejected') expect([401, 404]).toContain(answer.reason.response.status);
  expect(await refusal(admin.user.checkAuth())).toMatchObject({ status: 401 });
  expect(failures()).toEqual([]);
});
