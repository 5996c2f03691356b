import { expect, test } from 'vitest';
import { openDatabase } from '../../platform/database.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { seedPlans } from './first-plans.ts';

test('every language has both plans, and a changed price survives the next start', async () => {
  const testDatabase = await createTestDatabase();
  const db = openDatabase(testDatabase.url);
  try {
    await Promise.all([seedPlans(db), seedPlans(db)]);
    const plans = await db.accountPlan.findMany({ orderBy: [{ language: 'asc' }, { code: 'asc' }] });
    expect(plans.map(({ language, code }) => `${language} ${code}`)).toEqual(
      ['de', 'en', 'es', 'it', 'pl', 'ru'].flatMap((language) => [`${language} FREE`, `${language} PREMIUM`]),
    );
    expect(plans.find(({ code, language }) => code === 'PREMIUM' && language === 'pl')).toMatchObject({
      type: 'DEFAULT',
      monthNetPrice: 900,
      yearNetPrice: 9000,
      vatRate: 23,
      maxUsers: null,
      signedProtocolsPerMonth: null,
      storageMegabytes: 10_000,
    });
    await db.accountPlan.updateMany({ where: { code: 'PREMIUM' }, data: { monthNetPrice: 1100 } });
    await seedPlans(db);
    expect(await db.accountPlan.count({ where: { monthNetPrice: 1100 } })).toBe(6);
    expect(await db.accountPlan.count()).toBe(12);
  } finally {
    await db.$disconnect();
    await testDatabase.drop();
  }
});
