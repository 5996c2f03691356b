// Employees: added with a mailed password, restricted while unpaid, and signed out as soon as an admin deactivates them.
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { demoAdmin, demoTechnician, expect, expectAccessible, signIn, test } from '../fixtures.ts';

// These journeys start after the cookie notice.
const withoutNotice = (page: Page) =>
  page.addInitScript(() => localStorage.setItem('servicebook.cookie-consent', String(Date.now())));
test.beforeEach(({ page }) => withoutNotice(page));

const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click();

async function openEmployee(page: Page, { email, name }: { email: string; name: string }) {
  await page.goto(`/userList?q=${encodeURIComponent(email)}`);
  await page.getByRole('link', { name }).click();
  await expect(page.getByRole('heading', { name })).toBeVisible();
  await expect(page.getByLabel('E-mail')).toHaveValue(email);
}

async function enter(page: Page, email: string, password: string) {
  await page.goto('/login');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

test('an admin adds an employee, who signs in with the mailed password until the admin deactivates them', async ({
  page,
  browser,
  mailTo,
}) => {
  const email = `employee-${randomUUID()}@example.test`;
  const name = 'Próbny Pracownik';
  const own = 'four pumps in a shed';
  await signIn(page, demoAdmin);
  await page.goto('/userList');
  await expect(page.getByRole('link', { name: 'Add employee' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Add employee' }).click();
  await expect(page.getByRole('heading', { name: 'New employee' })).toBeVisible();
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('First name').fill('Próbny');
  await page.getByLabel('Last name').fill('Pracownik');
  await page.getByLabel('Position').fill('Technician');
  await page.getByLabel('Country').selectOption({ label: 'Poland' });
  await page.getByLabel('Vacation days').fill('26');
  await expectAccessible(page);
  await save(page);
  await expect(page.getByText(/^The invitation is on its way to /)).toBeVisible();
  await expect(page).toHaveURL(/\/userList$/);

  const { text } = await mailTo(email);
  const [, password = ''] = /\n\n([A-Za-z2-9]{14})\n\n/.exec(text) ?? [];
  const context = await browser.newContext();
  const theirs = await context.newPage();
  await withoutNotice(theirs);
  await enter(theirs, email, password);
  await expect(theirs.getByRole('heading', { name: 'Choose your password' })).toBeVisible();
  await theirs.goto('/machineList');
  await expectAccessible(theirs);
  await theirs.getByLabel('Password', { exact: true }).fill(own);
  await theirs.getByLabel('Repeat password').fill(own);
  await theirs.getByRole('button', { name: 'Save and continue' }).click();
  await expect(theirs.getByRole('heading', { name: 'Employees', level: 1 })).toBeVisible();
  await theirs.goto('/machineList');
  await expect(theirs).toHaveURL(/\/userList$/);
  await expect(theirs.getByRole('main').getByText(email)).toBeVisible();
  await expect(theirs.getByRole('link', { name: 'Add employee' })).toHaveCount(0);
  await expect(theirs.getByRole('link', { name })).toHaveCount(0);

  await openEmployee(page, { email, name });
  await expect(page.getByLabel('Position')).toHaveValue('Technician');
  await expectAccessible(page);
  await page.getByLabel('Active').uncheck();
  await save(page);
  await expect(page.getByText('Saved successfully')).toBeVisible();

  await theirs.reload();
  await expect(theirs.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await enter(theirs, email, own);
  await expect(theirs.getByRole('alert')).toContainText('not active');
  await context.close();

  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete employee?' });
  await expect(dialog).toContainText(email);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page).toHaveURL(/\/userList/);
  await expect(page.getByText('Nothing found')).toBeVisible();
});

test('a taken address is refused next to the field, and no input is lost', async ({ page }) => {
  await signIn(page, demoAdmin);
  await page.goto('/userAdd');
  await page.getByLabel('E-mail').fill(demoTechnician.email.toUpperCase());
  await page.getByLabel('First name').fill('Jan');
  await page.getByLabel('Last name').fill('Drugi');
  await save(page);
  await expect(page.getByText('The given email already exists in our database')).toBeVisible();
  await expect(page.getByLabel('Last name')).toHaveValue('Drugi');
});

test('the last admin stays one, and an author of protocols is deactivated, not deleted', async ({ page }) => {
  await signIn(page, demoAdmin);
  await openEmployee(page, { email: demoAdmin.email, name: 'Ewa Przykład' });
  await page.getByLabel('Administrator').uncheck();
  await save(page);
  await expect(page.getByRole('alert')).toContainText('last active administrator');

  await page.getByRole('link', { name: 'Back' }).click();
  await page.getByRole('button', { name: 'Leave' }).click();
  await openEmployee(page, { email: demoTechnician.email, name: 'Jan Wzorcowy' });
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  const offer = page.getByRole('dialog', { name: 'Mark as inactive instead?' });
  await expect(offer).toContainText('cannot be deleted, because protocols or other records name them');
  await expectAccessible(page);
  await offer.getByRole('button', { name: 'Cancel' }).click();
});

test('a free account is told about Premium, in the list and in the form', async ({ page, company }) => {
  await page.goto('/userList');
  await expect(page.getByRole('main').getByText(company.email)).toBeVisible();
  await page.getByRole('button', { name: 'Add employee' }).click();
  const dialog = page.getByRole('dialog', { name: 'Free account' });
  await expect(dialog).toContainText('Premium');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Understood' }).click();

  await page.goto('/userAdd');
  await page.getByLabel('E-mail').fill(`second-${randomUUID()}@example.test`);
  await page.getByLabel('First name').fill('Drugi');
  await page.getByLabel('Last name').fill('Pracownik');
  await save(page);
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Understood' }).click();
  await expect(page.getByLabel('First name')).toHaveValue('Drugi');
});

test('a technician can only see the list', async ({ page }) => {
  await signIn(page, demoTechnician);
  await page.goto('/home');
  await expect(page.getByRole('main').getByRole('link', { name: 'Customers' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Employees' })).toHaveCount(0);
  await page.goto('/userEdit?id=1');
  await expect(page.getByText('No permission for this operation.')).toBeVisible();
});
