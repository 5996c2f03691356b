import { beforeEach, expect, it } from 'vitest';
import { type Api, refusal, useTestApp } from '../../testing/app.ts';
import { buildAdmin, buildCategory, buildFile, buildUser } from '../../testing/builders.ts';

const app = useTestApp();
let accountId: number;
let admin: Api;

beforeEach(async () => {
  const owner = await buildAdmin(app);
  accountId = owner.accountId;
  admin = await app.as(owner);
});
const nothing = { employees: false, intervals: false, company: false, logo: false, reminders: false };
const done = async () => (await admin.firstSteps.get()).done;

it('are ticked by what the company has, each by itself', async () => {
  const db = app.deps.db.of({ accountId });
  await db.account.update({ where: { id: accountId }, data: { nip: '' } });
  expect(await admin.firstSteps.get()).toEqual({ hidden: false, done: nothing, categoryId: null });
  await buildUser(app, { accountId, invited: true });
  expect(await done()).toEqual({ ...nothing, employees: true });

  const { id } = await buildCategory(app, { accountId });
  expect(await admin.firstSteps.get()).toMatchObject({ done: { intervals: false }, categoryId: id });
  await db.category.update({
    where: { accountId_id: { accountId, id } },
    data: { inspectionPeriodInMonths: 12 },
  });
  expect(await admin.firstSteps.get()).toMatchObject({ done: { intervals: true }, categoryId: null });

  const address = { companyName: 'Mill', nip: '1', street: 'Quay 1', postalCode: '1', city: 'Ulm' };
  await db.account.update({ where: { id: accountId }, data: { ...address, country: '' } });
  expect((await done()).company).toBe(false);
  await db.account.update({ where: { id: accountId }, data: { country: 'DE' } });
  expect((await done()).company).toBe(true);

  const { id: logoFileId } = await buildFile(app, { accountId, kind: 'LOGO' });
  await db.account.update({ where: { id: accountId }, data: { logoFileId } });
  await admin.reminder.set({ body: { weeklyDigest: true } });
  expect(await done()).toEqual({
    employees: true,
    intervals: true,
    company: true,
    logo: true,
    reminders: true,
  });
});

it('are put away and shown again for the whole company, by admins', async () => {
  const colleague = await app.as(await buildAdmin(app, { accountId }));
  const technician = await app.as(await buildUser(app, { accountId }));
  const stranger = await app.as(await buildAdmin(app));
  expect(await admin.firstSteps.set({ body: { hidden: true } })).toMatchObject({ hidden: true });
  expect(await colleague.firstSteps.get()).toMatchObject({ hidden: true });
  expect(await stranger.firstSteps.get()).toMatchObject({ hidden: false });
  expect(await refusal(technician.firstSteps.set({ body: { hidden: false } }))).toMatchObject({
    status: 403,
  });
  await colleague.firstSteps.set({ body: { hidden: false } });
  expect(await admin.firstSteps.get()).toMatchObject({ hidden: false });
});
