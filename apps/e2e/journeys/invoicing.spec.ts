// Invoicing at the end of a month: prices of the company and of a customer, what protocols cost, the mark with its undo,
// and the list for the accountant. See docs/decisions/0034-invoicing-the-work.md.
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { strFromU8, unzipSync } from 'fflate';
import { expect, expectAccessible, test } from '../fixtures.ts';
import { call, callHeaders } from '../session.ts';

interface Machine {
  customerId: number;
  deviceId: number;
}

async function addMachine(page: Page, shortName: string): Promise<Machine> {
  const category = await call<{ id: number }>(page, '/api/category/insert', { name: `Presses ${shortName}` });
  const customer = await call<{ id: number }>(page, '/api/customer/insert', {
    shortName,
    fullName: `${shortName} Ltd`,
  });
  const deviceId = await call<number>(page, '/api/device/insert', {
    name: `Press ${shortName}`,
    category: { id: category.id },
    customer: { id: customer.id },
  });
  return { customerId: customer.id, deviceId };
}

async function addProtocol(page: Page, { customerId, deviceId }: Machine, given: object): Promise<number> {
  const content = {
    date: new Date().toISOString(),
    type: ['REPAIR'],
    paymentType: 'PAID',
    customer: { id: customerId },
    devices: [{ id: deviceId }],
    ...given,
  };
  const answer = await page.request.post('/api/service/add', {
    multipart: { serviceJson: JSON.stringify(content) },
    headers: callHeaders,
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  return (await answer.json()).id;
}

/** A day of last month, which the list for the accountant offers at first. */
function lastMonth(): string {
  const day = new Date();
  day.setUTCDate(0);
  return `${day.toISOString().slice(0, 7)}-10T09:00:00Z`;
}

test('an admin sets prices, sees what protocols cost, marks them as invoiced and takes the list along', {
  tag: '@phone',
}, async ({ page, company }) => {
  expect(company.email).toBeTruthy();
  await page.addInitScript(() => localStorage.setItem('servicebook.cookie-consent', String(Date.now())));
  const [mill, bakery] = [await addMachine(page, 'Mill'), await addMachine(page, 'Bakery')];
  const signed = { date: lastMonth(), isToSign: true };
  await addProtocol(page, mill, { ...signed, workMinutes: 90, travelMinutes: 40, kilometres: 12.5 });
  await addProtocol(page, mill, { ...signed, workMinutes: 60 });

  // The prices of the company count from last month on.
  await page.goto('/myAccount?tab=prices');
  await page.getByRole('button', { name: 'Add prices', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Currency').selectOption('PLN');
  await dialog.getByLabel('Hour of work').fill('180');
  await dialog.getByLabel('Hour of travel').fill('90');
  await dialog.getByLabel('Kilometre').fill('1,15');
  await dialog.getByLabel('Flat rate per visit').fill('150');
  await dialog.getByRole('button', { name: 'Save' }).click();
  const own = page.getByRole('list', { name: 'Prices of the company' });
  await expect(own).toContainText('180.00');
  await expect(own).toContainText('1.15');
  await expectAccessible(page);

  // The bakery's own price, from its screen.
  await page.goto(`/customerEdit?id=${bakery.customerId}`);
  await page.getByRole('link', { name: 'of the company' }).click();
  await expect(page.getByText('No prices of its own.')).toBeVisible();
  await page.getByRole('button', { name: 'Add prices of a customer' }).click();
  await expect(dialog.getByRole('combobox', { name: 'Customer' })).toHaveValue('Bakery');
  await dialog.getByLabel('Hour of work').fill('200');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('list', { name: 'Prices of Bakery' })).toContainText('200.00');
  await expectAccessible(page);
  await page.goto(`/customerEdit?id=${bakery.customerId}`);
  await expect(page.getByRole('link', { name: /^own, from / })).toBeVisible();

  // An unsigned protocol: a preview, with the customer's hour and the company's flat rate.
  const unsigned = await addProtocol(page, bakery, { workMinutes: 60 });
  await page.goto(`/machineEdit?id=${bakery.deviceId}&activeTab=service&service=${unsigned}`);
  const invoicing = page.getByRole('region', { name: 'Invoicing' });
  await expect(invoicing.getByText(/^Preview, as last saved/)).toBeVisible();
  await expect(invoicing.getByRole('listitem').filter({ hasText: 'Amount' })).toContainText('350.00');

  // Both signed ones are marked at once; nothing is asked for twice.
  await page.goto('/servicesList?state=SIGNED');
  const choose = async () => {
    for (const box of await page.getByRole('checkbox', { name: /^Select \d/ }).all()) await box.check();
    await page.getByRole('button', { name: 'Mark as invoiced' }).click();
  };
  await expect(page.getByRole('checkbox', { name: /^Select \d/ })).toHaveCount(2);
  await choose();
  await expect(dialog.getByText(/^Protocols: 2, .*824\.38/)).toBeVisible();
  await expect(dialog.getByRole('list', { name: 'Protocols' })).toContainText('494.38');
  await expectAccessible(page);
  await dialog.getByLabel('Invoice number').fill('FV/1');
  await dialog.getByRole('button', { name: 'Mark as invoiced' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('The mark was taken away')).toBeVisible();
  await choose();
  await dialog.getByLabel('Invoice number').fill('FV/2');
  await dialog.getByRole('button', { name: 'Mark as invoiced' }).click();
  await expect(page.getByText('Marked as invoiced: 2').first()).toBeVisible();

  // A mark shows at the protocol, and keeps it from being marked again.
  await page.goto(`/machineEdit?id=${mill.deviceId}&activeTab=service`);
  await page
    .getByRole('tabpanel')
    .getByText(/^1\/\d\d\/\d{4}$/)
    .first()
    .click();
  await expect(invoicing.getByText(/^Invoiced on .*, invoice FV\/2$/)).toBeVisible();
  await expect(invoicing.getByRole('listitem').filter({ hasText: 'Kilometres' })).toContainText('14.38');
  await expect(invoicing.getByRole('button', { name: 'Change amount' })).toHaveCount(0);

  // The accountant's list of last month, in both formats.
  await page.goto('/servicesList');
  await page.getByRole('button', { name: 'List for the accountant' }).click();
  await expectAccessible(page);
  const fileOf = async (format: string) => {
    const downloading = page.waitForEvent('download');
    await dialog.getByRole('button', { name: format }).click();
    return readFile(await (await downloading).path());
  };
  const csv = (await fileOf('As a CSV file')).toString('utf8');
  expect(csv).toContain('494.38');
  expect(csv).toContain('824.38');
  expect(csv).toContain('FV/2');
  expect(csv).not.toContain('Bakery');
  const workbook = unzipSync(await fileOf('As an Excel file'));
  const sheets = Object.entries(workbook).filter(([name]) => name.startsWith('xl/worksheets/'));
  expect(sheets.map(([, sheet]) => strFromU8(sheet)).join()).toContain('<v>824.38</v>');
});
