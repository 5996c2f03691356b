// Several machines at once: their status is changed, counted before and taken back after.
import { expect, expectAccessible, test } from '../fixtures.ts';
import { callHeaders } from '../session.ts';

const names = ['Drill', 'Lathe', 'Mixer', 'Press'];

test.beforeEach(async ({ page, company }) => {
  expect(company.email).toBeTruthy();
  const post = async <Answer>(path: string, data: unknown): Promise<Answer> => {
    const answer = await page.request.post(path, { data, headers: callHeaders });
    expect(answer.status(), await answer.text()).toBe(200);
    return answer.json();
  };
  const category = await post<{ id: number }>('/api/category/insert', { name: 'Tools' });
  const customer = await post<{ id: number }>('/api/customer/insert', {
    shortName: 'Mill',
    fullName: 'Mill Ltd',
  });
  for (const name of names)
    await post('/api/device/insert', {
      name,
      category: { id: category.id },
      customer: { id: customer.id },
      status: name === 'Mixer' ? 'FAULT' : 'OK',
    });
  await page.addInitScript(() => localStorage.setItem('servicebook.cookie-consent', String(Date.now())));
});

test('three machines get another status and their own one back, by keyboard alone', async ({ page }) => {
  await page.goto('/machineList?sort=name');
  for (const name of ['Drill', 'Lathe', 'Mixer']) {
    await page.getByRole('checkbox', { name: `Select ${name}` }).focus();
    await page.keyboard.press('Space');
  }
  await expect(page.getByText('3 selected')).toBeVisible();
  await page.getByRole('button', { name: 'Change status' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Change status' });
  await expect(dialog.getByLabel('Status')).toBeFocused();
  await page.keyboard.type('Fault');
  await expect(dialog.getByText('2 machines will change.')).toBeVisible();
  await expect(dialog.getByText('1 already is like that.')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(dialog.getByRole('button', { name: 'Change', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('2 machines changed')).toBeVisible();
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  for (const name of ['Drill', 'Lathe', 'Mixer']) await expect(row(name)).toContainText('Fault');
  await page.keyboard.press('Control+z');
  await expect(page.getByText('Undone.')).toBeVisible();
  for (const name of ['Drill', 'Lathe']) await expect(row(name)).toContainText('OK');
  await expect(row('Mixer')).toContainText('Fault');
});

test('all machines are archived on a phone, and undone after a reload', { tag: '@phone-only' }, async ({
  page,
}) => {
  await page.goto('/machineList?size=5&sort=name');
  await page.getByRole('checkbox', { name: 'Select Drill' }).check();
  await page.getByRole('button', { name: 'Select all 4 found' }).click();
  await expect(page.getByText('4 selected')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'More actions for the selected' }).click();
  await page.getByRole('menuitem', { name: 'Archive' }).click();
  const dialog = page.getByRole('dialog', { name: 'Archive' });
  await expect(dialog.getByText('4 machines will be archived.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Archive' }).click();
  await expect(page.getByText('4 machines archived')).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'Select Drill' })).toHaveCount(0);
  await page.reload();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('checkbox', { name: 'Select Drill' })).toBeVisible();
});
