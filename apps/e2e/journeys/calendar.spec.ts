// The user's calendar address: created, read by a program without a session, replaced, switched off; and the choice of
// reminders.
import { expect, expectAccessible, test } from '../fixtures.ts';
import { callHeaders } from '../session.ts';

test('a calendar address is created, read without signing in, replaced and turned off', async ({
  page,
  company: _,
  playwright,
}) => {
  await page.addInitScript(() => localStorage.setItem('servicebook.cookie-consent', String(Date.now())));
  const tomorrow = new Date(Date.now() + 24 * 3_600_000).toISOString().slice(0, 10);
  const added = await page.request.post('/api/todo/save', {
    headers: callHeaders,
    data: { description: 'Kupić olej', date: tomorrow },
  });
  expect(added.status()).toBe(200);
  const program = await playwright.request.newContext();
  const fetched = (address: string) => {
    const { pathname, search } = new URL(address);
    return program.get(new URL(pathname + search, page.url()).href);
  };

  await page.goto('/myAccount?tab=user');
  await page.getByRole('button', { name: 'Create address' }).click();
  const field = page.getByLabel('Your calendar address');
  const first = await field.inputValue();
  await expectAccessible(page);
  const calendar = await fetched(first);
  expect(calendar.headers()['content-type']).toContain('text/calendar');
  expect(await calendar.text()).toContain(`DTSTART;VALUE=DATE:${tomorrow.replaceAll('-', '')}`);

  await page.getByRole('button', { name: 'New address' }).click();
  await page.getByRole('button', { name: 'Create new address' }).click();
  await expect(field).not.toHaveValue(first);
  const second = await field.inputValue();
  expect((await fetched(first)).status()).toBe(404);
  expect((await fetched(second)).status()).toBe(200);

  await page.reload();
  await expect(page.getByText(/^Last read on/)).toBeVisible();
  await expect(field).toHaveCount(0);
  await page.getByRole('button', { name: 'Switch off' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Switch off' }).click();
  await expect(page.getByRole('button', { name: 'Create address' })).toBeVisible();
  expect((await fetched(second)).status()).toBe(404);
  await program.dispose();
});

test('reminders by e-mail are chosen and stored', async ({ page, company: _ }) => {
  await page.addInitScript(() => localStorage.setItem('servicebook.cookie-consent', String(Date.now())));
  await page.goto('/myAccount?tab=user');
  const digest = page.getByRole('switch', { name: /^Inspections, every Monday/ });
  // On for the first administrator of a company.
  await expect(digest).toBeChecked();
  await digest.click();
  await expect(page.getByText('Saved successfully')).toBeVisible();
  await page.reload();
  await expect(digest).not.toBeChecked();
  await expect(page.getByRole('switch', { name: /^To-dos, every day/ })).not.toBeChecked();
});
