// The company's branches on their map, and the account's log.
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { demoTechnician, expect, expectAccessible, signIn, test } from '../fixtures.ts';
import { callHeaders } from '../session.ts';

test.beforeEach(({ page }) =>
  page.addInitScript(() => localStorage.setItem('servicebook.cookie-consent', String(Date.now()))),
);

async function post(page: Page, path: string, data: unknown) {
  const answer = await page.request.post(path, { data, headers: callHeaders });
  expect(answer.status(), await answer.text()).toBe(200);
}

test('a branch is put on the map, changed and deleted; back leaves each view, and forms only after a confirmation', async ({
  page,
  company,
}) => {
  expect(company.email).toBeTruthy();
  await page.goto('/myAccount?tab=branches');
  const panel = page.getByRole('tabpanel', { name: 'Branches' });
  await expect(panel.getByText('No branches yet')).toBeVisible();
  await expect(panel.getByRole('region', { name: 'Map of the branches' })).toBeVisible();
  await expectAccessible(page);

  await panel.getByRole('button', { name: 'Add branch' }).click();
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect(panel.getByText('Enter a name')).toBeVisible();
  await expect(panel.getByText('Select the place on the map')).toBeVisible();
  await expectAccessible(page);
  await panel.getByLabel('Name').fill('Workshop');
  await panel.getByRole('region', { name: 'Workshop' }).click({ position: { x: 120, y: 120 } });
  await expect(panel.getByLabel('Coordinates')).not.toHaveValue('');
  await panel.getByRole('button', { name: 'Save' }).click();
  const details = panel.getByRole('region', { name: 'Workshop', exact: true });
  await expect(details.getByRole('link', { name: 'Navigate' })).toBeVisible();
  await expectAccessible(page);

  await details.getByRole('button', { name: 'Edit' }).click();
  await panel.getByLabel('City').fill('Poznań');
  await page.goBack();
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(panel.getByLabel('City')).toHaveValue('Poznań');
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect(details.getByText('Poznań')).toBeVisible();
  await page.goBack();
  await expect(panel.getByText('1 branch')).toBeVisible();
  await panel
    .getByRole('region', { name: 'Map of the branches' })
    .getByRole('button', { name: 'Workshop' })
    .press('Enter');
  await details.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog', { name: 'Delete branch?' }).getByRole('button', { name: 'Delete' }).click();
  await expect(panel.getByText('No branches yet')).toBeVisible();

  await page.goto('/logs');
  await expect(page.getByRole('button', { name: 'Deleted: branch “Workshop”' })).toBeVisible();
  await page.getByRole('button', { name: 'Changed: branch “Workshop”' }).click();
  const entry = page.getByRole('dialog', { name: 'Changed: branch “Workshop”' });
  await expect(entry.getByText('Poznań')).toBeVisible();
  await expectAccessible(page);
});

test('the log is filtered, read and exported', async ({ page, company }) => {
  await post(page, '/api/category/insert', { name: 'Presses' });
  const wrong = await page.request.get('/api/user/auth', {
    headers: {
      ...callHeaders,
      Authorization: `Basic ${Buffer.from(`${company.email}:wrong password`).toString('base64')}`,
    },
  });
  expect(wrong.status()).toBe(401);
  await page.goto('/logs');
  await expect(page.getByRole('button', { name: 'Created: category “Presses”' })).toBeVisible();
  await expectAccessible(page);

  await page.getByLabel('Event').selectOption({ label: 'Failed sign-in' });
  await expect(page.getByRole('button', { name: 'Created: category “Presses”' })).toBeHidden();
  await expect(page.getByRole('button', { name: `Sign-in failed: ${company.email}` })).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Event')).toHaveValue('SIGN_IN_FAILED');

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: 'As a CSV file' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^Log \d{4}-\d\d-\d\d\.csv$/);
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain(`Sign-in failed: ${company.email}`);

  await page.goto('/logs?dateFrom=2026-11-20&dateTo=2026-11-01');
  await expect(page.getByText('The end is before the beginning')).toBeVisible();
  await expectAccessible(page);
});

test('a technician sees neither branches nor the log', async ({ page }) => {
  await signIn(page, demoTechnician);
  await page.goto('/myAccount?tab=branches');
  await expect(page.getByRole('tab', { name: 'My data' })).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Branches' })).toHaveCount(0);
  await page.goto('/logs');
  await expect(page.getByText('Only administrators can read the log')).toBeVisible();
});
