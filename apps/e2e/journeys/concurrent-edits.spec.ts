// Two people change the same customer: neither overwrites the other without noticing.

import type { Page } from '@playwright/test';
import type { Customer } from '@servicebook/shared/customer';
import { expect, expectAccessible, test } from '../fixtures.ts';
import { callHeaders } from '../session.ts';

async function call<Answer>(
  page: Page,
  method: 'post' | 'put',
  path: string,
  data: unknown,
): Promise<Answer> {
  const answer = await page.request[method](path, { data, headers: callHeaders });
  expect(answer.status(), await answer.text()).toBe(200);
  return answer.json();
}

test('the second user to save is told, and merges both changes', async ({ page, company }) => {
  expect(company.email).toBeTruthy();
  await page.addInitScript(() => localStorage.setItem('servicebook.cookie-consent', String(Date.now())));
  const mill = await call<Customer>(page, 'post', '/api/customer/insert', {
    shortName: 'Mill',
    fullName: 'Mill and Sons Ltd',
    city: 'Leeds',
  });
  await page.goto(`/customerEdit?id=${mill.id}`);
  const city = page.getByRole('textbox', { name: 'City' });
  const phone = page.getByLabel('Phone', { exact: true });
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await city.fill('York');
  // A colleague is quicker.
  const theirs = { ...mill, city: 'Hull', phoneNumber: '+44 000 000 000' };
  const stored = await call<Customer>(page, 'put', '/api/customer/update', theirs);
  await save.click();

  const bringIn = page.getByRole('button', { name: 'Add the other changes' });
  await expect(bringIn).toBeInViewport({ ratio: 1 });
  await expect(city).toHaveValue('York');
  await expectAccessible(page);
  await bringIn.click();
  await expect(phone).toHaveValue('+44 000 000 000');
  await expect(city).toHaveValue('York');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Use this: City' }).click();
  await expect(city).toHaveValue('Hull');
  await city.fill('Hull Docks');
  await save.click();
  await expect(page.getByText('Saved successfully')).toBeVisible();

  // Again, this time overwriting the colleague's changes; the form continues from its own save.
  await call(page, 'put', '/api/customer/update', { ...theirs, revision: stored.revision + 1 });
  await city.fill('Selby');
  await save.click();
  const overwritten = page.waitForResponse((answer) => answer.url().endsWith('/api/customer/update'));
  await page.getByRole('button', { name: 'Overwrite with mine' }).click();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await overwritten;
  await page.reload();
  await expect(city).toHaveValue('Selby');
});
