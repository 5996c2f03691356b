/** The plans that are offered, for each user and in each language. */
import { parseFunctions } from '@servicebook/shared/plan';
import { expect, it } from 'vitest';
import { useTestApp } from '../../testing/app.ts';
import { buildUser } from '../../testing/builders.ts';

const app = useTestApp();

it('offers both plans in every language to everybody, in decimals', async () => {
  const plans = await app.anonymous.plan.findAllActive();
  expect(plans.map(({ language, type }) => `${language} ${type}`)).toEqual(
    ['de', 'en', 'es', 'it', 'pl', 'ru'].flatMap((language) => [`${language} FREE`, `${language} DEFAULT`]),
  );
  const premium = plans.find(({ language, type }) => language === 'en' && type === 'DEFAULT');
  expect(premium).toMatchObject({
    name: 'Premium',
    period: 'month',
    quantity: 1,
    monthNetPrice: 9,
    monthGrossPrice: 11.07,
    yearNetPrice: 90,
    yearGrossPrice: 110.7,
    vatRate: 23,
    totalNetAmount: 9,
    totalVatAmount: 2.07,
    totalGrossAmount: 11.07,
    currency: 'USD',
  });
  for (const { functions } of plans) expect(parseFunctions(functions).length).toBeGreaterThan(3);
  expect(plans.find(({ type }) => type === 'FREE')).toMatchObject({ monthGrossPrice: 0, yearGrossPrice: 0 });
});

it('no longer offers plans taken off sale', async () => {
  const where = { code: 'PREMIUM', language: 'it' } as const;
  const { global } = app.deps.db;
  await global.accountPlan.updateMany({ where, data: { active: false } });
  const plans = await app.anonymous.plan.findAllActive();
  await global.accountPlan.updateMany({ where, data: { active: true } });
  expect(plans.filter(({ language }) => language === 'it').map(({ type }) => type)).toEqual(['FREE']);
});

it('lets users without paid access reach everything needed to pay', async () => {
  const api = await app.as(await buildUser(app, { isAdmin: true, planExpired: null }));
  expect(await api.user.checkAuth()).toMatchObject({ expired: true });
  for (const call of [
    api.employee.findAllFlatRoles,
    api.plan.findAllActive,
    api.order.offer,
    api.order.all,
    api.company.getAccount,
    api.user.logout,
  ])
    await call();
});
