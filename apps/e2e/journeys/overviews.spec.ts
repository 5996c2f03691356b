// The office plans its week: which machines are to be inspected, and what else is to be done.
import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../fixtures.ts';
import { callHeaders } from '../session.ts';

async function post<Answer>(page: Page, path: string, data: unknown): Promise<Answer> {
  const answer = await page.request.post(path, { data, headers: callHeaders });
  expect(answer.status(), await answer.text()).toBe(200);
  return answer.json();
}

const consent = (page: Page) =>
  page.addInitScript(() => localStorage.setItem('servicebook.cookie-consent', String(Date.now())));

const day = (fromToday: number) => new Date(Date.now() + fromToday * 86_400_000).toISOString().slice(0, 10);
/** The same day a year before, as a calendar counts. */
const yearBefore = (date: string) =>
  `${Number(date.slice(0, 4)) - 1}${date.slice(4).replace('-02-29', '-02-28')}`;

async function enterMachines(page: Page, due: Record<string, number>): Promise<number[]> {
  const category = await post<{ id: number }>(page, '/api/category/insert', { name: 'Presses' });
  const customer = await post<{ id: number }>(page, '/api/customer/insert', {
    shortName: 'Mill',
    fullName: 'Mill and Sons Ltd',
    streetAddress: 'Long 1',
    city: 'Warsaw',
  });
  const ids: number[] = [];
  for (const [name, days] of Object.entries(due)) {
    const id = await post<number>(page, '/api/device/insert', {
      name,
      category,
      customer,
      transferDate: yearBefore(day(days)),
    });
    await page.request.patch(`/api/device/set-inspection-period-in-months?deviceId=${id}&months=12`, {
      headers: callHeaders,
    });
    ids.push(id);
  }
  return ids;
}

test('inspections are seen by urgency, on a map and by the days of a month, and taken along', async ({
  page,
  company: _,
}) => {
  const [overdue] = await enterMachines(page, { 'Later press': 200, 'Overdue press': -10, 'Soon press': 12 });
  await page.request.patch('/api/device/updateGpsLocation', {
    headers: callHeaders,
    data: { deviceId: overdue, latitude: 52.1, longitude: 21 },
  });
  await consent(page);
  await page.goto('/machinePeriodicInspection');
  const names = page.getByRole('link', { name: /press$/ });
  await expect(names).toHaveText(['Overdue press', 'Soon press', 'Later press']);
  await expect(page.getByText('10 days overdue')).toBeVisible();
  await expect(page.getByText('in 12 days')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('combobox', { name: 'Due' }).selectOption('Within 30 days');
  await expect(names).toHaveText(['Soon press']);

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: /CSV/ }).click();
  expect((await download).suggestedFilename()).toMatch(/^Periodic inspections .*\.csv$/);

  await page.getByRole('combobox', { name: 'Due' }).selectOption('All');
  await page.getByText('Map', { exact: true }).click();
  await expect(page.getByText('2 machines are not on the map')).toBeVisible();
  await page.getByRole('button', { name: /Later press/ }).click();
  await expect(page.getByRole('link', { name: 'Open machine' })).toBeVisible();
  await expectAccessible(page);

  await page.goto(`/machinePeriodicInspection?view=calendar&month=${day(12).slice(0, 7)}`);
  await page
    .getByRole('button', { name: /: 1 inspection$/ })
    .first()
    .click();
  await expect(page.getByRole('button', { name: /Show all days$/ })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('table')).toBeVisible();
  await expectAccessible(page);

  await page.goto('/machinePeriodicInspection');
  await names.first().click();
  await expect(page).toHaveURL(/\/machineEdit\?id=\d+&customerId=\d+&prev=machinePeriodicInspection/);
  await page.getByRole('link', { name: 'Back' }).click();
  await expect(page).toHaveURL(/\/machinePeriodicInspection/);
});

test('what is to be done is noted, planned in a protocol, ticked off and found again', async ({
  page,
  company: _,
}) => {
  const [device] = await enterMachines(page, { 'Old press': 100 });
  const { customer } = await (
    await page.request.get(`/api/device/findById/${device}`, { headers: callHeaders })
  ).json();
  await page.request.post('/api/service/add', {
    headers: callHeaders,
    multipart: {
      serviceJson: JSON.stringify({
        date: new Date().toISOString(),
        type: ['REPAIR'],
        customer: { id: customer.id },
        devices: [{ id: device }],
        todo: { date: day(0), description: 'Order a new belt' },
      }),
    },
  });
  await consent(page);
  await page.goto('/machineTodo');
  await expect(page.getByRole('link', { name: 'Way to Long 1, Warsaw' })).toBeVisible();
  await page.getByRole('button', { name: 'Add to-do' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New to-do' });
  await dialog.getByLabel('What is to be done').fill('Buy oil');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Add to-do' }).click();
  await expect(page.getByRole('button', { name: 'Buy oil', exact: true })).toBeVisible();

  await page.getByRole('checkbox', { name: 'Done: Buy oil' }).click();
  await expect(page.getByRole('button', { name: 'Buy oil', exact: true })).toBeHidden();

  await page.getByRole('button', { name: 'Order a new belt', exact: true }).click();
  const planned = page.getByRole('dialog', { name: 'To-do' });
  await expect(planned.getByRole('link', { name: /^From protocol 1\// })).toBeVisible();
  await planned.getByRole('checkbox', { name: 'Done' }).click();
  await planned.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Nothing to do')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('switch', { name: 'Show completed' }).click();
  await expect(page.getByRole('button', { name: 'Buy oil', exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Order a new belt', exact: true })).toBeVisible();
});
