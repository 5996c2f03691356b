// Categories with service actions, and machines: added, found again, and deleted only if no records depend on them.
import type { APIRequestContext, Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../fixtures.ts';

const callHeaders = {
  'X-Requested-With': 'XMLHttpRequest',
  'Accept-Language': 'en',
  Timezone: 'Europe/Warsaw',
};

async function call<Answer>(request: APIRequestContext, path: string, data: unknown): Promise<Answer> {
  const answer = await request.post(path, { headers: callHeaders, data });
  expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
  return answer.json();
}

// These journeys start after the cookie notice.
test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('servicebook.cookie-consent', String(Date.now())));
});

const addCategory = (page: Page, name: string) =>
  call<{ id: number }>(page.request, '/api/category/insert', { name });

const addCustomer = (page: Page, shortName: string) =>
  call<{ id: number }>(page.request, '/api/customer/insert', {
    shortName,
    fullName: `${shortName} Ltd`,
    streetAddress: 'Wharf Road 3',
    zipCode: '61-001',
    city: 'Poznań',
    country: 'PL',
    phoneNumber: '+48 600 100 200',
  });

const saved = (page: Page) => expect(page.getByText('Saved successfully').first()).toBeVisible();
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click();

/** The names in the list of service actions, from top to bottom. */
const actionNames = (page: Page) =>
  page
    .getByRole('button', { name: /^Edit / })
    .evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label')?.slice(5)));

test('an admin adds a category, sorts its service actions and imports more', async ({ page, company }) => {
  expect(company.email).toBeTruthy();
  const pumps = await addCategory(page, 'Pumps');
  await page.request.put('/api/category/update', {
    headers: callHeaders,
    data: {
      id: pumps.id,
      name: 'Pumps',
      serviceReviewOperationsList: JSON.stringify(['Replace seal', 'grease bearings']),
    },
  });

  await page.goto('/categoryList');
  await page.getByRole('link', { name: 'Add category' }).first().click();
  await page.getByLabel('Name').fill('Presses');
  await save(page);
  await expect(page.getByRole('heading', { name: 'Presses', level: 1 })).toBeVisible();
  await expectAccessible(page);

  for (const name of ['Clean filter', 'Grease bearings', 'Check pressure']) {
    await page.getByRole('button', { name: 'Add action' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'New action' });
    await dialog.getByLabel('Name of the action').fill(name);
    if (name === 'Check pressure') {
      await dialog.getByRole('button', { name: 'Add field' }).click();
      await dialog.getByLabel('Field name').pressSequentially('Pre+ssure;');
      await dialog.getByLabel('Unit').fill('bar');
      await expect(dialog.getByLabel('Field name')).toHaveValue('Pressure');
    }
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(dialog).toBeHidden();
  }
  expect(await actionNames(page)).toEqual(['Clean filter', 'Grease bearings', 'Check pressure']);

  // By keyboard: pick up with space, move with the arrows, drop with space.
  const grip = page.getByRole('button', { name: 'Move Check pressure', exact: true });
  await grip.focus();
  await page.keyboard.press('Space');
  await expect(page.getByText('Check pressure picked up, position 3 of 3.')).toBeAttached();
  // It says that it was picked up a moment before it listens to the arrows.
  await expect(async () => {
    await page.keyboard.press('ArrowUp');
    await expect(page.getByText('Check pressure is at position 2 of 3.')).toBeAttached({ timeout: 3000 });
  }).toPass();
  await page.keyboard.press('Space');
  await expect.poll(() => actionNames(page)).toEqual(['Clean filter', 'Check pressure', 'Grease bearings']);

  await page.getByRole('button', { name: 'Import', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Import actions' });
  await dialog.getByRole('combobox', { name: 'From category' }).click();
  await page.getByRole('option', { name: 'Pumps' }).click();
  await expect(dialog.getByText('Already in the list')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel('Select all new ones').check();
  await dialog.getByRole('button', { name: 'Import 1 action' }).click();
  await save(page);
  await saved(page);

  await page.reload();
  await expect(page.getByRole('button', { name: 'Edit Replace seal' })).toBeVisible();
  expect(await actionNames(page)).toEqual([
    'Clean filter',
    'Check pressure',
    'Grease bearings',
    'Replace seal',
  ]);
  await expect(page.getByText('Pressure bar', { exact: true })).toBeVisible();

  // Leaving with unsaved changes asks first; staying keeps them.
  await page.getByRole('button', { name: 'Delete Clean filter' }).click();
  await page.getByRole('link', { name: 'Back' }).click();
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  expect(await actionNames(page)).toHaveLength(3);
  await page.getByRole('button', { name: 'Undo' }).click();

  await page.getByLabel('Name').fill('Pumps');
  await save(page);
  await expect(page.getByText('Category already exists.')).toBeVisible();
});

test('a machine is added together with its customer and category', async ({ page, company }) => {
  expect(company.email).toBeTruthy();
  await page.goto('/home');
  await page.getByRole('link', { name: 'Add machine' }).first().click();
  await save(page);
  await expect(page.getByText('Enter a name')).toBeVisible();
  await expect(page.getByText('Category not selected')).toBeVisible();
  await expect(page.getByText('Customer not selected')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('textbox', { name: 'Name' }).fill('Press 100');
  await page.getByRole('combobox', { name: 'Category' }).fill('Presses');
  await page.getByRole('option', { name: 'Add category' }).click();
  const category = page.getByRole('dialog', { name: 'New category' });
  await expect(category.getByLabel('Name')).toHaveValue('Presses');
  await category.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('combobox', { name: 'Category' })).toHaveValue('Presses');

  await page.getByRole('combobox', { name: 'Customer' }).click();
  await page.getByRole('option', { name: 'Add customer' }).click();
  const customer = page.getByRole('dialog', { name: 'New customer' });
  await customer.getByLabel('Short name').fill('Mill');
  await customer.getByLabel('Full name').fill('Mill and Sons Ltd');
  await customer.getByLabel('City').fill('Poznań');
  await customer.getByLabel('Phone').fill('+48 600 100 200');
  await customer.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('combobox', { name: 'Customer' })).toHaveValue('Mill');

  await page.getByLabel('Status').selectOption('FAULT');
  await page.getByRole('button', { name: 'Use the customer’s address' }).click();
  await expect(page.getByLabel('City')).toHaveValue('Poznań');
  await page.getByLabel('Warranty (months)').fill('-3');
  await page.getByLabel('Serial number').fill('SN-77');
  await expect(page.getByLabel('Warranty (months)')).toHaveValue('');
  await save(page);
  await page.waitForURL(/\/machineEdit\?id=\d+&prev=machineList&customerId=\d+$/);
  await expect(page.getByRole('heading', { name: 'Press 100', level: 1 })).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Service' })).toBeVisible();
  await expectAccessible(page);

  const narrow = (page.viewportSize()?.width ?? 0) < 900;
  if (narrow) {
    await expect(page.getByRole('link', { name: 'Call +48 600 100 200' })).toHaveAttribute(
      'href',
      'tel:+48600100200',
    );
  }
  await page.getByRole('button', { name: 'Edit details' }).click();
  await page.getByRole('button', { name: 'Choose an existing name' }).click();
  const names = page.getByRole('dialog', { name: 'Choose an existing name' });
  await names.getByRole('button', { name: 'Press 100' }).click();
  await page.getByLabel('Serial number').fill('SN-78');
  await save(page);
  await saved(page);
});

test('machines are found by search, filters and order, and the list keeps its state', {
  tag: '@phone',
}, async ({ page, company }) => {
  expect(company.email).toBeTruthy();
  const narrow = (page.viewportSize()?.width ?? 0) < 900;
  const category = await addCategory(page, 'Presses');
  const customer = await addCustomer(page, 'Mill');
  const statuses = ['OK', 'FAULT', 'DANGER', 'PRODUCTION'];
  for (let number = 1; number <= 12; number++)
    await call(page.request, '/api/device/insert', {
      name: `Press ${String(number).padStart(2, '0')}`,
      category: { id: category.id },
      customer: { id: customer.id },
      status: statuses[number % 4],
      city: number % 2 ? 'Łódź' : 'Gdańsk',
    });

  await page.goto('/machineList');
  const machines = narrow
    ? page.getByRole('list', { name: 'Machines' })
    : page.getByRole('table', { name: 'Machines' });
  const links = machines.getByRole('link');
  await expect(links).toHaveCount(10);
  // Status weight, then age: production comes before everything else.
  await expect(links.first()).toHaveText('Press 03');
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(links).toHaveCount(2);
  await page.getByRole('searchbox').fill('lodz');
  await expect(links).toHaveCount(6);

  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByRole('button', { name: 'Fault', exact: true }).click();
  if (narrow) {
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Show 3 machines' }).click();
  }
  await expect(links).toHaveCount(3);
  if (narrow) {
    await page.getByRole('button', { name: /^Sort by/ }).click();
    await page.getByRole('menuitemradio', { name: 'Name' }).click();
    await page.keyboard.press('Escape');
  } else await page.getByRole('button', { name: 'Name', exact: true }).click();
  await expect(page).toHaveURL(/sort=name/);
  await expect(links).toHaveText(['Press 01', 'Press 05', 'Press 09']);

  await links.nth(1).click();
  await expect(page.getByRole('heading', { name: 'Press 05', level: 1 })).toBeVisible();
  await page.getByRole('link', { name: 'Back' }).click();
  await expect(links).toHaveText(['Press 01', 'Press 05', 'Press 09']);
  await expect(page.getByRole('searchbox')).toHaveValue('lodz');
  await page.getByRole('button', { name: 'Remove filter “Fault”' }).click();
  await expect(links).toHaveCount(6);
  await page.getByRole('searchbox').fill('nowhere at all');
  await expect(page.getByText('Nothing found')).toBeVisible();
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(links).toHaveCount(10);
});

test('records with dependents are not deleted, others are', async ({ page, company }) => {
  expect(company.email).toBeTruthy();
  const category = await addCategory(page, 'Presses');
  const customer = await addCustomer(page, 'Mill');
  const insert = (name: string) =>
    call<number>(page.request, '/api/device/insert', {
      name,
      category: { id: category.id },
      customer: { id: customer.id },
    });
  const free = await insert('Free press');
  const used = await insert('Used press');
  const protocol = await page.request.post('/api/service/add', {
    headers: callHeaders,
    multipart: {
      serviceJson: JSON.stringify({
        date: new Date().toISOString(),
        type: ['REPAIR'],
        customer: { id: customer.id },
        devices: [{ id: used }],
      }),
    },
  });
  expect(protocol.ok(), await protocol.text()).toBe(true);

  const deletion = async (address: string, title: string) => {
    await page.goto(address);
    if (address.startsWith('/machine')) await page.getByRole('button', { name: 'Edit details' }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: title });
    await dialog.getByRole('button', { name: 'Delete' }).click();
    return dialog;
  };

  // A machine with a history is archived in the same dialog.
  await page.goto(`/machineEdit?id=${used}`);
  await page.getByRole('button', { name: 'Edit details' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  const refused = page.getByRole('dialog', { name: 'Delete machine?' });
  await expect(refused.getByText(/cannot be deleted: its records prove .*1 protocol/)).toBeVisible();
  await expectAccessible(page);
  await refused.getByText('Sold').click();
  await refused.getByRole('button', { name: 'Archive' }).click();
  await expect(page.getByText(/^Archived on .*: Sold$/)).toBeVisible();
  await page.goto('/machineList');
  await expect(page.getByRole('link', { name: 'Free press' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Used press' })).toHaveCount(0);
  await page.goto('/machineList?archived=true');
  await page.getByRole('link', { name: 'Used press' }).click();
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByText('The machine is back in the lists.')).toBeVisible();

  await page.goto(`/categoryEdit?id=${category.id}`);
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  const inUse = page.getByRole('dialog', { name: 'Delete category?' });
  await expect(inUse.getByText('Categories associated with machines cannot be deleted.')).toBeVisible();

  await deletion(`/machineEdit?id=${free}`, 'Delete machine?');
  await page.waitForURL(/\/machineList/);
  await expect(page.getByRole('link', { name: 'Used press' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Free press' })).toHaveCount(0);

  const spare = await addCategory(page, 'Spare');
  await deletion(`/categoryEdit?id=${spare.id}`, 'Delete category?');
  await page.waitForURL(/\/categoryList/);
  await expect(page.getByRole('link', { name: 'Presses' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Spare' })).toHaveCount(0);
});
