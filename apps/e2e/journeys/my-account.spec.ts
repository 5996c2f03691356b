// My account: each tab by its address, a new password that ends the other session, the company's logo on a document,
// and deleting the account.
import { readFileSync } from 'node:fs';
import type { Browser, Page } from '@playwright/test';
import {
  type Company,
  demoTechnician,
  expect,
  expectAccessible,
  registerCompany,
  signIn,
  test,
} from '../fixtures.ts';
import { becomeTechnician } from '../session.ts';

const withoutNotice = (page: Page) =>
  page.addInitScript(() => localStorage.setItem('servicebook.cookie-consent', String(Date.now())));
test.beforeEach(({ page }) => withoutNotice(page));

/** Signs the same user in to another browser. */
async function elsewhere(browser: Browser, credentials: { email: string; password: string }): Promise<Page> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await withoutNotice(page);
  await signIn(page, credentials);
  return page;
}

const tab = (page: Page, name: string) => page.getByRole('tab', { name });
const openTab = (page: Page, name: string) => page.goto(`/myAccount?tab=${name}`);

async function changePassword(page: Page, typed: { old: string; fresh: string; repeated?: string }) {
  await page.getByLabel('Current password').fill(typed.old);
  await page.getByLabel('New password', { exact: true }).fill(typed.fresh);
  await page.getByLabel('Repeat new password').fill(typed.repeated ?? typed.fresh);
  await page.getByRole('button', { name: 'Change password' }).click();
}

test('every tab has an address', { tag: '@phone' }, async ({ page, company }) => {
  const headings: Record<string, RegExp | string> = {
    user: 'My data',
    management: 'Change password',
    company: 'Company',
  };
  for (const [name, heading] of Object.entries(headings)) {
    await openTab(page, name);
    await expect(page.getByRole('heading', { name: heading, level: 2 }).first()).toBeVisible();
    await expectAccessible(page);
  }
  await tab(page, 'Branches').click();
  await expect(page).toHaveURL(/tab=branches/);
  await tab(page, 'My data').click();
  await expect(page).toHaveURL(/tab=user/);
  await expect(page.getByRole('definition').first()).toHaveText(company.email);
});

test('a technician sees neither orders nor branches, and can only read the company', async ({ page }) => {
  await signIn(page, demoTechnician);
  await openTab(page, 'branches');
  await expect(page.getByRole('heading', { name: 'My data' })).toBeVisible();
  await expect(page.getByRole('tab')).toHaveText(['My data', 'Management', 'Company']);
  await expect(page.getByRole('definition').last()).toHaveText('User');
  await tab(page, 'Company').click();
  await expect(page.getByRole('definition').first()).not.toBeEmpty();
  await expect(page.getByRole('button', { name: 'Save' })).toHaveCount(0);
  await tab(page, 'Management').click();
  await expect(page.getByRole('heading', { name: 'Change password' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Delete account' })).toHaveCount(0);
});

test('a timezone is found by its city and stored', async ({ page, company: _ }) => {
  await openTab(page, 'user');
  const field = page.getByRole('combobox', { name: 'Time zone' });
  await expect(field).toHaveValue(/Europe\/Warsaw/);
  await field.fill('new york');
  await page.getByRole('option', { name: /New York/ }).click();
  await expect(page.getByText('Saved successfully')).toBeVisible();
  await page.reload();
  await expect(field).toHaveValue(/America\/New York/);
});

test('a new password is checked, works and ends the session elsewhere', async ({
  page,
  company,
  browser,
}) => {
  const other = await elsewhere(browser, company);
  await other.goto('/home');
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible();

  await openTab(page, 'management');
  await expect(page.getByRole('button', { name: 'Sign out everywhere else' })).toBeVisible();
  await changePassword(page, { old: company.password, fresh: '123456789', repeated: 'another one' });
  await expect(page.getByText('The new password must have at least 10 characters')).toBeVisible();
  await expect(page.getByText('The passwords are not the same')).toHaveCount(0);
  const fresh = 'a password that is new';
  await changePassword(page, { old: company.password, fresh, repeated: 'another one' });
  await expect(page.getByText('The passwords are not the same')).toBeVisible();
  await changePassword(page, { old: 'not the password', fresh });
  await expect(page.getByText('The current password is wrong.')).toBeVisible();
  await expectAccessible(page);
  await changePassword(page, { old: company.password, fresh });
  await expect(page.getByText(/Password changed/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sign out everywhere else' })).toHaveCount(0);

  await other.reload();
  await expect(other.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await other.getByLabel('E-mail').fill(company.email);
  await other.getByLabel('Password', { exact: true }).fill(fresh);
  await other.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(other.getByRole('heading', { name: 'Hello, Anna' })).toBeVisible();

  // The other way round: sign out the other browser from here.
  await page.reload();
  await page.getByRole('button', { name: /^Sign out: / }).click();
  await expect(page.getByText('Signed out there')).toBeVisible();
  await other.reload();
  await expect(other.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await other.context().close();
});

test('the company is completed, with its logo and a Polish postal code', async ({ page, company: _ }) => {
  await openTab(page, 'company');
  const picture = readFileSync(new URL('../../../docs/screenshots/machine-phone-dark.png', import.meta.url));
  const file = page.locator('input[type=file]').first();
  await file.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: picture });
  await expect(page.getByRole('img', { name: 'Logo of the company' })).toBeVisible();
  const code = page.getByLabel('Postal code');
  await code.fill('');
  await code.pressSequentially('00950');
  await expect(code).toHaveValue('00-950');
  await page.getByLabel(/Company name/).fill('Serwis Nowy');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved successfully')).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await expect(page.getByLabel(/Company name/)).toHaveValue('Serwis Nowy');
  await expect(page.getByRole('img', { name: 'Logo of the company' })).toBeVisible();

  await file.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('This type of file is not accepted.')).toBeVisible();
  await page.getByRole('button', { name: 'Remove the logo' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('No logo yet')).toBeVisible();
});

test('an account is deleted after its name is typed; nobody can sign in, and the address is free', async ({
  page,
  browser,
}) => {
  const company: Company = await registerCompany(page, 'Firma do usunięcia');
  const other = await elsewhere(browser, company);
  await openTab(page, 'management');
  await page.getByRole('button', { name: 'Delete account…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete the account for good?' });
  await expect(dialog.getByRole('listitem')).toContainText('Anna Próbna (you)');
  const confirm = dialog.getByRole('button', { name: 'Delete for good' });
  await expect(confirm).toBeDisabled();
  await expectAccessible(page);
  await dialog.getByRole('textbox').fill(company.companyName);
  await confirm.click();
  await expect(page).toHaveURL((url) => !url.pathname.startsWith('/myAccount'));

  await other.goto('/machineList');
  await expect(other.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await other.getByLabel('E-mail').fill(company.email);
  await other.getByLabel('Password', { exact: true }).fill(company.password);
  await other.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(other.getByRole('alert')).toContainText('Wrong login or password.');
  await other.context().close();

  const again = await page.request.get(`/api/account/checkActiveAccount?email=${company.email}`, {
    headers: { 'X-Requested-With': 'XMLHttpRequest' },
  });
  expect(again.status()).toBe(404);
});

test('a user who may no longer delete the account is told so', async ({ page, company }) => {
  await openTab(page, 'management');
  await page.getByRole('button', { name: 'Delete account…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete the account for good?' });
  await dialog.getByRole('textbox').fill(company.companyName);
  await becomeTechnician(page);
  await dialog.getByRole('button', { name: 'Delete for good' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('No permission for this operation.');
});
