// Several machines at once: their status is changed, counted before and taken back after.
import { demoAdmin, demoTechnician, expect, expectAccessible, signIn, test } from '../fixtures.ts';
import { call, callHeaders, demoColleague } from '../session.ts';

const names = ['Drill', 'Lathe', 'Mixer', 'Press'];

test.beforeEach(async ({ page, company }) => {
  expect(company.email).toBeTruthy();
  const category = await call<{ id: number }>(page, '/api/category/insert', { name: 'Tools' });
  const customer = await call<{ id: number }>(page, '/api/customer/insert', {
    shortName: 'Mill',
    fullName: 'Mill Ltd',
  });
  for (const name of names)
    await call(page, '/api/device/insert', {
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
  await expect(page.getByText('Status of 2 machines changed')).toBeVisible();
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

test('customers with machines stay and are named, the others are deleted and brought back', async ({
  page,
}) => {
  for (const shortName of ['Farm', 'Quarry'])
    await call(page, '/api/customer/insert', { shortName, fullName: `${shortName} Ltd` });
  await page.goto('/customerList');
  await page.getByRole('checkbox', { name: 'Select Farm' }).check();
  await page.getByRole('button', { name: 'Select all 3 found' }).click();
  await page.getByRole('button', { name: 'More actions for the selected' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete' });
  await expect(dialog.getByText('2 customers will be deleted.')).toBeVisible();
  await expect(dialog.getByText('With machines (archived ones count too): Mill')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('2 customers deleted · 1 left as it is')).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'Select Farm' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Undone.')).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'Select Quarry' })).toBeVisible();
});

test('visits and to-dos of somebody who is ill go to somebody else', async ({ page }) => {
  // A company with technicians.
  await signIn(page, demoAdmin);
  const people = await page.request.get('/api/user/findAllFlatRoles', { headers: callHeaders });
  const technicians: { id: number; email: string; firstName: string; lastName: string }[] =
    await people.json();
  const personOf = ({ email }: { email: string }) => {
    const person = technicians.find((each) => each.email === email);
    if (!person) throw new Error(`No ${email}`);
    return { id: person.id, name: `${person.firstName} ${person.lastName}` };
  };
  const [ill, deputy] = [personOf(demoTechnician), personOf(demoColleague)];
  const text = `Sick leave ${Date.now()}`;
  const { content: machines } = await call<{ content: { id: number; customer: { id: number } }[] }>(
    page,
    '/api/device/search',
    {},
  );
  for (const { id, customer } of machines.slice(0, 2))
    await call(page, '/api/visit/save', {
      customer: { id: customer.id },
      devices: [{ id }],
      types: ['REPAIR'],
      text,
      technicians: [{ id: ill.id }],
    });
  await call(page, '/api/todo/save', { description: text, assigneeId: ill.id });
  await page.goto('/visitList');
  await page.getByRole('searchbox').fill(text);
  const rows = page.getByRole('row');
  await expect(rows.filter({ hasText: ill.name })).toHaveCount(2);
  await expect(rows).toHaveCount(3);
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
  await page.getByRole('button', { name: 'Change technicians' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change technicians' });
  await dialog.getByLabel('Replace one person, for example someone ill').check();
  await dialog.getByLabel('Who does not go').selectOption(ill.name);
  await dialog.getByRole('combobox', { name: 'Technicians' }).click();
  const offered = page.getByRole('listbox', { name: 'Technicians' });
  await offered.getByRole('option', { name: deputy.name }).click();
  await page.keyboard.press('Tab');
  await expect(dialog.getByText('2 visits will change.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Change', exact: true }).click();
  await expect(page.getByText('Technicians of 2 visits changed')).toBeVisible();
  await expect(rows.filter({ hasText: deputy.name })).toHaveCount(2);
  await page.goto('/machineTodo');
  await page.getByRole('checkbox', { name: `Select ${text}` }).check();
  await page.getByRole('button', { name: 'Assign' }).click();
  const todos = page.getByRole('dialog', { name: 'Assign' });
  await todos.getByRole('combobox').selectOption(deputy.name);
  await expect(todos.getByText('1 to-do will change.')).toBeVisible();
  await todos.getByRole('button', { name: 'Change', exact: true }).click();
  await expect(page.getByText('Assignment of 1 to-do changed')).toBeVisible();
});
