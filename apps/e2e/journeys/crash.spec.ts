// Crashes of the web app are reported to the server.
import { expect, test } from '../fixtures.ts';

test.use({ allowedErrors: [/./] });

test('a crash is reported, in a screen and elsewhere', async ({ page, company: _signedIn }) => {
  const report = () => page.waitForResponse('**/api/app/crash');
  await page.route('**/api/customer/search*', (route) =>
    route.fulfill({ json: { content: [null], totalElements: 1 } }),
  );
  const ofScreen = report();
  await page.goto('/customerList');
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
  expect((await ofScreen).status()).toBe(204);
  expect((await ofScreen).request().postDataJSON()).toMatchObject({
    name: 'TypeError',
    screen: '/customerList',
  });

  const ofOther = report();
  await page.evaluate(() => void Promise.reject(new Error('nobody waits for this')));
  expect((await ofOther).request().postDataJSON()).toMatchObject({ message: 'nobody waits for this' });
});
