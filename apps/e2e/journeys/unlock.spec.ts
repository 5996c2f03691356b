// Before the launch. The server of the journeys is open; the test changes only the setting in the answer.
import { expect, expectAccessible, test } from '../fixtures.ts';

test('an installation before its opening day lets in invited visitors, and remembers them', async ({
  page,
}) => {
  await page.route('**/api/app/config', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), unlockRequired: true } });
  });
  await page.goto('/login');
  await expect(page.getByRole('heading', { name: 'Coming soon' })).toBeVisible();
  await expect(page.getByLabel('E-mail')).toBeHidden();
  await expectAccessible(page);

  await page.goto('/?unlock');
  await expect(page.getByRole('heading', { name: 'Coming soon' })).toBeHidden();
  await expect(page.getByRole('link', { name: 'Servicebook' }).first()).toBeVisible();
  // The page is rendered before the app starts, and the app stores the flag.
  await page.waitForFunction(() => localStorage.getItem('servicebook.unlock') === 'true');
  await page.goto('/login');
  await expect(page.getByLabel('E-mail')).toBeVisible();
});
