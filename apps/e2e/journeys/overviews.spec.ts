// The office plans its week: inspections due, to-dos and service events.
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { addDays, dateIn } from '@servicebook/shared/calendar';
import { strFromU8, unzipSync } from 'fflate';
import { expect, expectAccessible, test } from '../fixtures.ts';
import { call, callHeaders } from '../session.ts';

const consent = (page: Page) =>
  page.addInitScript(() => localStorage.setItem('servicebook.cookie-consent', String(Date.now())));

/** Counted from today in the timezone of the companies, where a day may have begun already. */
const day = (fromToday: number) => addDays(dateIn(new Date().toISOString(), 'Europe/Warsaw'), fromToday);
/** The same calendar day a year before. */
const yearBefore = (date: string) =>
  `${Number(date.slice(0, 4)) - 1}${date.slice(4).replace('-02-29', '-02-28')}`;

async function enterMachines(page: Page, due: Record<string, number>): Promise<number[]> {
  const category = await call<{ id: number }>(page, '/api/category/insert', { name: 'Presses' });
  const customer = await call<{ id: number }>(page, '/api/customer/insert', {
    shortName: 'Mill',
    fullName: 'Mill and Sons Ltd',
    streetAddress: 'Long 1',
    city: 'Warsaw',
  });
  const ids: number[] = [];
  for (const [name, days] of Object.entries(due)) {
    const id = await call<number>(page, '/api/device/insert', {
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

test('inspections are listed by urgency, on a map and by the days of a month, and exported', async ({
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

test('to-dos are added, planned in a protocol, ticked off and found again', {
  tag: '@phone',
}, async ({ page, company: _ }) => {
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
  await expect(page.getByRole('link', { name: 'Directions to Long 1, Warsaw' })).toBeVisible();
  await page.getByRole('button', { name: 'Add to-do' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New to-do' });
  await dialog.getByLabel('What needs to be done').fill('Buy oil');
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

test('service events are found by number, state and days, opened at their machine and exported', async ({
  page,
  company: _,
}) => {
  const [press = 0, saw = 0] = await enterMachines(page, { 'Old press': 100, 'Band press': 200 });
  const { customer } = await (
    await page.request.get(`/api/device/findById/${press}`, { headers: callHeaders })
  ).json();
  const add = async (date: string, devices: number[], faultDescription: string): Promise<number> => {
    const answer = await page.request.post('/api/service/add', {
      headers: callHeaders,
      multipart: {
        serviceJson: JSON.stringify({
          date: `${date}T10:00:00.000Z`,
          type: ['REPAIR'],
          customer: { id: customer.id },
          devices: devices.map((id) => ({ id })),
          faultDescription,
        }),
      },
    });
    expect(answer.status(), await answer.text()).toBe(200);
    return (await answer.json()).id;
  };
  await add('2026-02-10', [press, saw], 'Both stand still');
  await add('2026-02-03', [press], 'Leaks oil');
  const signed = await add('2026-01-20', [saw], 'Belt torn');
  const signing = await page.request.post(`/api/service/sign/${signed}`, {
    headers: callHeaders,
    multipart: {
      signJson: JSON.stringify({
        signerName: 'Jan Test',
        strokes: [
          {
            points: [
              { x: 1, y: 1 },
              { x: 90, y: 1 },
            ],
          },
        ],
        signedAt: '2026-01-20T11:00:00.000Z',
      }),
      signature: { name: 'signature.txt', mimeType: 'text/plain', buffer: Buffer.from('M 5 5 L 80 60') },
    },
  });
  expect(signing.status(), await signing.text()).toBe(200);

  await consent(page);
  await page.goto('/servicesList');
  const numbers = page.getByRole('main').getByText(/^\d+\/0[12]\/2026$/);
  await expect(numbers).toHaveText(['2/02/2026', '1/02/2026', '1/01/2026']);
  await expectAccessible(page);

  await page.goto('/servicesList?state=SIGNED');
  await expect(numbers).toHaveText(['1/01/2026']);
  await page.goto('/servicesList?dateFrom=2026-02-01&dateTo=2026-02-05');
  await expect(numbers).toHaveText(['2/02/2026']);

  const filters = page.getByRole('button', { name: 'Filters (2)' });
  if (await filters.isVisible()) await filters.click();
  await page.getByLabel('To', { exact: true }).fill('2026-01-31');
  await page.getByLabel('To', { exact: true }).blur();
  await expect(page.getByText('The end is before the beginning')).toBeVisible();
  await expect(numbers).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(numbers).toHaveCount(3);
  await expect(page).toHaveURL(/\/servicesList$/);

  const found = page.getByRole('searchbox', { name: /^Search/ });
  await found.fill('leaks');
  await expect(numbers).toHaveText(['2/02/2026']);
  const exported = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: /CSV/ }).click();
  const table = await exported;
  expect(table.suggestedFilename()).toMatch(/^Service events .*\.csv$/);
  const lines = (await readFile(await table.path(), 'utf8')).trim().split('\r\n');
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain('Leaks oil');
  await found.fill('');
  await expect(numbers).toHaveCount(3);

  await page.getByTitle('Download the PDFs of these protocols').click();
  const archive = page.getByRole('dialog', { name: 'Protocols as PDF' });
  await archive.getByRole('button', { name: 'Create archive' }).click();
  await expect(archive.getByText(/^The archive is ready/)).toBeVisible({ timeout: 60_000 });
  await expectAccessible(page);
  const packed = page.waitForEvent('download');
  await archive.getByRole('link', { name: 'Download archive' }).click();
  const documents = unzipSync(await readFile(await (await packed).path()));
  expect(Object.keys(documents)).toHaveLength(3);
  for (const bytes of Object.values(documents)) expect(strFromU8(bytes.subarray(0, 5))).toBe('%PDF-');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: /^1\/02\/2026/ }).click();
  const chooser = page.getByRole('dialog', { name: 'Which machine?' });
  await expect(chooser.getByRole('link')).toHaveText(['Old press', 'Band press']);
  await expectAccessible(page);
  await chooser.getByRole('link', { name: 'Band press' }).click();
  await expect(page).toHaveURL(new RegExp(`/machineEdit\\?id=${saw}&prev=servicesList`));
  await expect(page.getByRole('dialog', { name: /1\/02\/2026/ })).toBeVisible();

  await page.goto('/servicesList');
  await page.getByRole('link', { name: /^1\/01\/2026/ }).click();
  await expect(page).toHaveURL(new RegExp(`/machineEdit\\?id=${saw}&prev=servicesList`));
  await expect(page.getByRole('dialog', { name: /1\/01\/2026/ })).toBeVisible();
});
