// The error catalogue of the machine-core specification (section 8), row by row: each refusal is the real server's, and
// the message is read from the screen.
import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { demoAdmin, expect, test } from '../fixtures.ts';
import { becomeTechnician, callHeaders, signIn } from '../session.ts';

const headers = { ...callHeaders, 'Accept-Language': 'en' };

async function call<Answer>(page: Page, path: string, data: unknown): Promise<Answer> {
  const answer = await page.request.post(path, { headers, data });
  expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
  return answer.json();
}

interface Machine {
  categoryId: number;
  customerId: number;
  deviceId: number;
}

const named = (what: string) => `${what} ${randomUUID().slice(0, 8)}`;

const addCategory = async (page: Page, name = named('Cat')) => ({
  name,
  ...(await call<{ id: number }>(page, '/api/category/insert', { name })),
});
const addCustomer = async (page: Page, shortName = named('Cust')) => ({
  shortName,
  ...(await call<{ id: number }>(page, '/api/customer/insert', { shortName, fullName: `${shortName} Ltd` })),
});

async function addMachine(page: Page): Promise<Machine> {
  const category = await addCategory(page);
  const customer = await addCustomer(page);
  const deviceId = await call<number>(page, '/api/device/insert', {
    name: named('Machine'),
    category: { id: category.id },
    customer: { id: customer.id },
  });
  return { categoryId: category.id, customerId: customer.id, deviceId };
}

async function addProtocol(page: Page, { customerId, deviceId }: Machine, given: object = {}) {
  const content = {
    date: new Date().toISOString(),
    type: ['REPAIR'],
    customer: { id: customerId },
    devices: [{ id: deviceId }],
    ...given,
  };
  const answer = await page.request.post('/api/service/add', {
    headers,
    multipart: { serviceJson: JSON.stringify(content) },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  return (await answer.json()) as { id: number; number: number };
}

const save = (within: Page | Locator) => within.getByRole('button', { name: 'Save', exact: true }).click();

/** Opens the machine's form. */
const openDetails = (page: Page) => page.getByRole('button', { name: 'Edit details' }).click();

async function askDelete(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Delete', exact: true }).first().click();
  return page.getByRole('dialog');
}

async function confirmDelete(page: Page): Promise<Locator> {
  const question = await askDelete(page);
  await question.getByRole('button', { name: 'Delete', exact: true }).click();
  return question;
}

const noPermission = 'No permission for this operation.';

test.use({ locale: 'en-GB' });
test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('servicebook.cookie-consent', String(Date.now())));
  await signIn(page, demoAdmin);
});

test.describe('categories', () => {
  test('insert, 409', async ({ page }) => {
    const { name } = await addCategory(page);
    await page.goto('/categoryAdd');
    await page.getByLabel('Name').fill(name.toUpperCase());
    await save(page);
    await expect(page.getByText('Category already exists.')).toBeVisible();
    await expect(page.getByLabel('Name')).toHaveValue(name.toUpperCase());
  });

  test('update, 409', async ({ page }) => {
    const { name } = await addCategory(page);
    const { id } = await addCategory(page);
    await page.goto(`/categoryEdit?id=${id}`);
    await page.getByLabel('Name').fill(name);
    await save(page);
    await expect(page.getByText('Category already exists.')).toBeVisible();
  });

  test('update of the service actions, 403', async ({ page }) => {
    const { id } = await addCategory(page);
    await page.goto(`/categoryEdit?id=${id}`);
    await page.getByLabel('Name').fill(named('Renamed'));
    await becomeTechnician(page);
    await save(page);
    await expect(page.getByText(noPermission)).toBeVisible();
  });

  test('delete, 403', async ({ page }) => {
    const { id } = await addCategory(page);
    await page.goto(`/categoryEdit?id=${id}`);
    await expect(page.getByLabel('Name')).toBeVisible();
    await becomeTechnician(page);
    await expect((await confirmDelete(page)).getByText(noPermission)).toBeVisible();
  });

  test('delete, 409', async ({ page }) => {
    const { categoryId } = await addMachine(page);
    await page.goto(`/categoryEdit?id=${categoryId}`);
    const question = await askDelete(page);
    await expect(question.getByText('Categories associated with machines cannot be deleted.')).toBeVisible();
  });

  test('an empty name', async ({ page }) => {
    await page.goto('/categoryAdd');
    await save(page);
    await expect(page.getByText('Name cannot be empty')).toBeVisible();
  });
});

test.describe('customers', () => {
  const exists = 'A customer with the given name already exists.';

  test('insert, 409', async ({ page }) => {
    const { shortName } = await addCustomer(page);
    await page.goto('/customerAdd');
    await page.getByLabel('Short name').fill(shortName);
    await page.getByLabel('Full name').fill('Somebody else');
    await save(page);
    await expect(page.getByText(exists)).toBeVisible();
    await expect(page.getByLabel('Full name')).toHaveValue('Somebody else');
  });

  test('update, 409', async ({ page }) => {
    const { shortName } = await addCustomer(page);
    const { id } = await addCustomer(page);
    await page.goto(`/customerEdit?id=${id}`);
    await page.getByLabel('Short name').fill(shortName);
    await save(page);
    await expect(page.getByText(exists)).toBeVisible();
  });

  test('delete, 403', async ({ page }) => {
    const { id } = await addCustomer(page);
    await page.goto(`/customerEdit?id=${id}`);
    await expect(page.getByLabel('Short name')).toBeVisible();
    await becomeTechnician(page);
    await expect((await confirmDelete(page)).getByText(noPermission)).toBeVisible();
  });

  test('delete, 409', async ({ page }) => {
    const { customerId } = await addMachine(page);
    await page.goto(`/customerEdit?id=${customerId}`);
    const question = await askDelete(page);
    await expect(question.getByText('Customers associated with machines cannot be deleted.')).toBeVisible();
  });

  test('names that are too short or too long', async ({ page }) => {
    await page.goto('/customerAdd');
    await page.getByLabel('Short name').fill('x'.repeat(21));
    await page.getByLabel('Full name').fill('ab');
    await save(page);
    await expect(page.getByText('At most 20 characters')).toBeVisible();
    await expect(page.getByText('At least 3 characters')).toBeVisible();
    const { id } = await addCustomer(page);
    await page.goto(`/customerEdit?id=${id}`);
    await page.getByLabel('Short name').fill('AB');
    await save(page);
    await expect(page.getByText('At least 3 characters')).toBeVisible();
  });
});

test.describe('machines', () => {
  test('delete, 403', async ({ page }) => {
    const { deviceId } = await addMachine(page);
    await page.goto(`/machineEdit?id=${deviceId}`);
    await openDetails(page);
    await expect(page.getByLabel('Serial number')).toBeVisible();
    await becomeTechnician(page);
    await expect((await confirmDelete(page)).getByText(noPermission)).toBeVisible();
  });

  test('delete, 409', async ({ page }) => {
    const machine = await addMachine(page);
    await addProtocol(page, machine);
    await page.goto(`/machineEdit?id=${machine.deviceId}`);
    await openDetails(page);
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    const offer = page.getByRole('dialog');
    await expect(offer.getByText(/cannot be deleted: its records prove .*1 protocol/)).toBeVisible();
    await offer.getByRole('button', { name: 'Archive' }).click();
    await expect(page.getByText(/^Archived on/)).toBeVisible();
    const question = await confirmDelete(page);
    await expect(
      question.getByText(/A machine with a history cannot be deleted.* 1 protocol\./),
    ).toBeVisible();
  });

  test('insert without name, category and customer', async ({ page }) => {
    await page.goto('/machineAdd');
    await page.getByRole('textbox', { name: 'Name' }).fill('ab');
    await save(page);
    for (const message of ['At least 3 characters', 'Category not selected', 'Customer not selected']) {
      await expect(page.getByText(message)).toBeVisible();
    }
  });

  test('save with an empty name', async ({ page }) => {
    const { deviceId } = await addMachine(page);
    await page.goto(`/machineEdit?id=${deviceId}`);
    await openDetails(page);
    await page.getByRole('textbox', { name: 'Name' }).fill('');
    await save(page);
    await expect(page.getByText('Name cannot be empty')).toBeVisible();
  });

  test('an inspection frequency below 1', async ({ page }) => {
    const { deviceId } = await addMachine(page);
    await page.goto(`/machineEdit?id=${deviceId}&activeTab=periodicInspection`);
    const frequency = page.getByRole('tabpanel').getByRole('textbox').first();
    await frequency.fill('0');
    await frequency.press('Enter');
    await expect(page.getByText('the inspection frequency must be greater than 0')).toBeVisible();
    await expect(frequency).toHaveAttribute('aria-invalid', 'true');
  });
});

test.describe('service protocols', () => {
  const open = async (page: Page, { deviceId }: Machine, service: number | 'new') => {
    await page.goto(`/machineEdit?id=${deviceId}&activeTab=service&service=${service}`);
    return page.getByRole('dialog').first();
  };

  test('without a type', async ({ page }) => {
    const dialog = await open(page, await addMachine(page), 'new');
    await save(dialog);
    await expect(dialog.getByText('Select a service type')).toBeVisible();
  });

  test('an invalid number, and a taken one', async ({ page }) => {
    const machine = await addMachine(page);
    const { number } = await addProtocol(page, machine);
    const dialog = await open(page, machine, 'new');
    await dialog.getByText('Repair', { exact: true }).click();
    await dialog.getByText('Signed on paper', { exact: true }).click();
    await dialog.getByLabel('Number', { exact: true }).fill('25AB');
    await save(dialog);
    await expect(dialog.getByText('Allowed formats: 25, 25A, 25B … 25Z')).toBeVisible();
    await dialog.getByLabel('Number', { exact: true }).fill(String(number));
    await save(dialog);
    await page
      .getByRole('dialog', { name: 'Sign the service event?' })
      .getByRole('button', { name: 'Sign' })
      .click();
    await expect(dialog.getByText('A document with the given number already exists.')).toBeVisible();
    await expect(dialog.getByLabel('Number', { exact: true })).toHaveValue(String(number));
  });

  test('delete of one that is not the last, 304', async ({ page }) => {
    const machine = await addMachine(page);
    const first = await addProtocol(page, machine);
    await addProtocol(page, machine);
    const dialog = await open(page, machine, first.id);
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    const question = page.getByRole('dialog', { name: 'Delete protocol?' });
    await question.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(question.getByText('Only the last protocol of the month can be deleted.')).toBeVisible();
  });

  test('delete, 403', async ({ page }) => {
    const machine = await addMachine(page);
    const { id } = await addProtocol(page, machine);
    const dialog = await open(page, machine, id);
    await expect(dialog.getByText('Repair', { exact: true })).toBeVisible();
    await becomeTechnician(page);
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    const question = page.getByRole('dialog', { name: 'Delete protocol?' });
    await question.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(question.getByText(noPermission)).toBeVisible();
  });
});

test('the signed protocols of a free plan are limited, 402', async ({ page, company }) => {
  expect(company.email).toBeTruthy();
  const machine = await addMachine(page);
  for (let count = 0; count < 10; count++) await addProtocol(page, machine, { isToSign: true });
  await page.goto(`/machineEdit?id=${machine.deviceId}&activeTab=service&service=new`);
  const dialog = page.getByRole('dialog').first();
  await dialog.getByText('Repair', { exact: true }).click();
  await dialog.getByText('Signed on paper', { exact: true }).click();
  await save(dialog);
  await page
    .getByRole('dialog', { name: 'Sign the service event?' })
    .getByRole('button', { name: 'Sign' })
    .click();
  await expect(
    page.getByText('You have reached the maximum limit of signed protocols for your plan.'),
  ).toBeVisible();
});

// Technicians may delete only their own objects; the admin created these.
const foreignObjects = [
  {
    what: 'note',
    tab: 'notes',
    add: (page: Page, id: number) =>
      call(page, '/api/deviceNote/insert', { text: 'Foreign', device: { id } }),
    button: /^Delete note/,
  },
  {
    what: 'part',
    tab: 'equipments',
    add: (page: Page, id: number) => call(page, '/api/part/save', { name: 'Foreign', device: { id } }),
    button: /^Delete Foreign/,
  },
  {
    what: 'event',
    tab: 'incident',
    add: (page: Page, id: number) =>
      call(page, '/api/incident/insert', { text: 'Foreign', date: new Date().toISOString(), device: { id } }),
    button: /^Delete the event/,
  },
  {
    what: 'file',
    tab: 'files',
    add: async (page: Page, id: number) => {
      const fileJson = JSON.stringify({ device: { id }, type: 'MACHINE_FILE' });
      const file = { name: 'Foreign.txt', mimeType: 'text/plain', buffer: Buffer.from('text') };
      const answer = await page.request.post('/api/file/add', { headers, multipart: { fileJson, file } });
      expect(answer.ok(), await answer.text()).toBe(true);
    },
    button: /^Delete Foreign/,
  },
];

for (const { what, tab, add, button } of foreignObjects) {
  test(`delete of somebody else's ${what}, 403`, async ({ page }) => {
    const { deviceId } = await addMachine(page);
    await add(page, deviceId);
    await page.goto(`/machineEdit?id=${deviceId}&activeTab=${tab}`);
    const remove = page.getByRole('tabpanel').getByRole('button', { name: button }).first();
    await expect(remove).toBeVisible();
    await becomeTechnician(page);
    await remove.click();
    const question = page.getByRole('dialog');
    await question.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(question.getByText(noPermission)).toBeVisible();
  });
}
