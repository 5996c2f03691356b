// Compares the statistics with the lists they count.
import { demoAdmin, expect, expectAccessible, signIn, test } from '../fixtures.ts';
import { callHeaders as headers } from '../session.ts';

test.beforeEach(({ page }) =>
  page.addInitScript(() => localStorage.setItem('servicebook.cookie-consent', String(Date.now()))),
);

test('the figures on the screen are consistent with each other and with the list of protocols', async ({
  page,
}) => {
  await signIn(page, demoAdmin);
  await page.goto('/statistics?dateFrom=&dateTo=');
  const total = async (name: string) =>
    Number(await page.locator(`[data-total="${name}"] dd`).evaluate((cell) => cell.firstChild?.textContent));
  await expect(page.locator('[data-total="all"] dd')).toHaveText(/^\d+$/);
  const [all, signed] = [await total('all'), await total('signed')];
  expect(all).toBeGreaterThan(0);

  const found = async (states: string[]) => {
    const response = await page.request.post('/api/service/search', { headers, data: { states, size: 1 } });
    return (await response.json()).totalElements;
  };
  expect(await found([])).toBe(all);
  expect(await found(['SIGNED'])).toBe(signed);

  const response = await page.request.get('/api/statistics/servicesUsers', { headers });
  const rows: { countUserServices: number; countUserSignedServices: number }[] = await response.json();
  expect(rows.reduce((sum, row) => sum + row.countUserServices, 0)).toBe(all);
  expect(rows.reduce((sum, row) => sum + row.countUserSignedServices, 0)).toBe(signed);
  await expect(page.getByRole('img').first()).toBeVisible();
  await expectAccessible(page);

  await page.goto('/home');
  const unsigned = page.locator('a[href="/servicesList?state=NEW"]');
  await expect(unsigned).toContainText(String(all - signed));
  await expectAccessible(page);
});
