// Every screen of the demo company on a phone: nothing overflows the right edge, and axe finds no serious problem.
import { paths } from '@servicebook/shared/screen-paths';
import { publicPages } from '@servicebook/shared/site';
import { expect, expectAccessible, test } from '../fixtures.ts';
import { findFirst, findProtocol, machineAddress, openScreen } from '../screens.ts';

/** Screens whose address needs more parameters. */
const addresses: Partial<Record<string, Parameters<typeof openScreen>[1]['path']>> = {
  [paths.machineEdit]: async (page) => machineAddress(await findProtocol(page)),
  [paths.customerEdit]: async (page) => {
    const { customer } = await findFirst(page, 'device', {});
    return `${paths.customerEdit}?id=${customer.id}`;
  },
  [paths.categoryEdit]: async (page) =>
    `${paths.categoryEdit}?id=${(await findFirst(page, 'category', {})).id}`,
  [paths.userEdit]: `${paths.userEdit}?id=1`,
  [paths.visit]: async (page) => `${paths.visit}?id=${(await findFirst(page, 'visit', {})).id}`,
  [paths.order]: `${paths.order}?users=1`,
};
/** Covered by site.spec.ts, or they end the session, or wait for a payment. */
const elsewhere: string[] = [
  ...publicPages.map(({ path }) => path),
  paths.root,
  paths.logout,
  paths.waitingForPayment,
];
const signedOut: string[] = [paths.login, paths.register, paths.unlockSignIn];

for (const path of Object.values(paths).filter((each) => !elsewhere.includes(each)))
  test(`${path} fits a phone`, { tag: '@phone-only' }, async ({ context }) => {
    const page = await openScreen(context, {
      name: path,
      signedOut: signedOut.includes(path),
      path: addresses[path] ?? path,
    });
    await expect(page.getByRole('heading').first()).toBeVisible();
    const overflow = () =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    await expect.poll(overflow).toBe(0);
    await expectAccessible(page);
  });
