// A visit from the due inspection to the accountant: planned by the office, told to one technician, done by another one
// on a day of another month. What is on paper and in every figure afterwards is what was done.
import { randomUUID } from 'node:crypto';
import type { Browser } from '@playwright/test';
import { formatDay, formatLongDay } from '@servicebook/i18n/format.ts';
import { addDays, addMonths, dateIn } from '@servicebook/shared/calendar';
import { demoAdmin, demoTechnician, expect, expectAccessible, signIn, test } from '../fixtures.ts';
import { textOfPdf } from '../pdf-text.ts';
import { type Credentials, call, callHeaders, demoColleague } from '../session.ts';
import { confirmSignature, drawSignature, readText } from '../signature.ts';
import { wordingOf } from '../wording.ts';

/** The last day of the month before, which has passed whatever day it is. */
const daysOf = (today: string) => {
  const first = `${today.slice(0, 8)}01`;
  const next = addDays(addMonths(first, 1), 7);
  const monday = addDays(next, (8 - new Date(next).getUTCDay()) % 7);
  return { done: addDays(first, -1), handedOver: addMonths(first, -14), monday };
};

async function onPhone(browser: Browser, user: Credentials) {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    locale: 'en-GB',
  });
  await context.addInitScript(() => localStorage.setItem('servicebook.cookie-consent', String(Date.now())));
  const page = await context.newPage();
  await signIn(page, user);
  return page;
}

test('an inspection is planned, told, started, done by somebody else in another month, and invoiced', async ({
  page,
  browser,
  mailTo,
}) => {
  const t = wordingOf('en');
  const tag = randomUUID().slice(0, 8);
  const { done, handedOver, monday } = daysOf(dateIn(new Date().toISOString(), 'Europe/Warsaw'));
  const month = `${done.slice(5, 7)}/${done.slice(0, 4)}`;
  const span = { dateFrom: `${done.slice(0, 8)}01`, dateTo: done };

  await page.addInitScript(() => localStorage.setItem('servicebook.cookie-consent', String(Date.now())));
  await signIn(page, demoAdmin);
  const customer = await call<{ id: number }>(page, '/api/customer/insert', {
    shortName: `Mill ${tag}`,
    fullName: `Mill and Sons ${tag}`,
    streetAddress: 'Office Street 1',
    city: 'Warszawa',
  });
  const category = await call<{ id: number }>(page, '/api/category/insert', { name: `Presses ${tag}` });
  const buildMachine = (name: string, street: string) =>
    call<number>(page, '/api/device/insert', {
      name,
      serialNumber: tag,
      status: 'OK',
      category: { id: category.id },
      customer: { id: customer.id },
      streetAddress: street,
      city: 'Gniezno',
      transferDate: handedOver,
      inspectionPeriodInMonths: 12,
    });
  const machine = await buildMachine(`Press ${tag}`, 'Mill Lane 2');
  await buildMachine(`Saw ${tag}`, 'Quay 9');
  await call(page, '/api/billing/prices', {
    customer: { id: customer.id },
    validFrom: handedOver,
    currency: 'PLN',
    hour: 123.45,
  });
  const signedBy = async (lastName: string): Promise<number> => {
    const answer = await page.request.get('/api/statistics/servicesUsers', {
      params: span,
      headers: callHeaders,
    });
    const rows: { lastName: string; countUserSignedServices: number }[] = await answer.json();
    return rows.find((row) => row.lastName === lastName)?.countUserSignedServices ?? 0;
  };
  const before = { done: await signedBy('Beispiel'), planned: await signedBy('Wzorcowy') };

  // The office plans: one inspection with the mouse, the other one with the keyboard alone.
  await page.goto(`/planning?day=${monday}&tab=due&text=${tag}`);
  const row = page
    .getByRole('grid', { name: 'Planning' })
    .locator('tbody tr')
    .filter({ hasText: 'Jan Wzorcowy' });
  const card = (day: number) =>
    row
      .locator('td')
      .nth(day)
      .getByRole('link', { name: `Mill ${tag}` });
  const due = page.getByRole('region', { name: 'Not planned yet' }).getByRole('listitem');
  await expect(due).toHaveCount(2);
  await due.filter({ hasText: `Press ${tag}` }).dragTo(row.locator('td').nth(1));
  await expect(card(1)).toBeVisible();
  await due.getByRole('button', { name: new RegExp(`^Actions for Saw ${tag}`) }).press('Enter');
  await page.getByRole('menuitem', { name: 'Plan for a day…' }).press('Enter');
  const move = page.getByRole('dialog', { name: `Plan Mill ${tag}` });
  await expect(move.getByLabel('Technician')).toBeFocused();
  await page.keyboard.type('Jan');
  await page.keyboard.press('Tab');
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(formatDay(addDays(monday, 2), 'en'));
  await page.keyboard.press('Enter');
  await expect(card(2)).toBeVisible();
  await card(2).focus();
  await page.keyboard.press('Alt+ArrowRight');
  await expect(card(3)).toBeFocused();

  // The technician is told, by mail and by the bell, and starts at the machine’s address.
  const { text } = await mailTo(demoTechnician.email, /visit/i, `Press ${tag}`);
  expect(text).toContain('Mill Lane 2');
  const phone = await onPhone(browser, demoTechnician);
  await phone.goto('/home');
  await phone.getByRole('button', { name: /^Notifications: \d+ unread$/ }).tap();
  const news = phone.getByRole('dialog', { name: 'Notifications' }).getByRole('listitem');
  const planned = formatDay(addDays(monday, 1), 'en');
  await news
    .filter({ hasText: `New visitMill ${tag}` })
    .filter({ hasText: planned })
    .getByRole('link')
    .tap();
  await expect(phone).toHaveURL(/\/visit\?id=\d+$/);
  const visitUrl = phone.url();
  await expect(phone.getByRole('link', { name: 'Mill Lane 2, Gniezno' })).toBeVisible();
  await phone.getByRole('button', { name: 'Start and write the protocol' }).tap();
  await expect(phone.getByRole('dialog')).toBeVisible();
  await phone.context().close();

  // Somebody else does the work, in the month before.
  const colleague = await onPhone(browser, demoColleague);
  await colleague.goto(visitUrl);
  await expect(colleague.getByText('started', { exact: true })).toBeVisible();
  await colleague.getByRole('button', { name: 'Write the protocol' }).tap();
  const form = colleague.getByRole('dialog').first();
  await form.getByRole('button', { name: /^Time and travel/ }).tap();
  await form.getByLabel('Working time').fill('1:30');
  await form.getByRole('button', { name: 'Save and have it signed' }).tap();
  const signing = colleague.getByRole('dialog', { name: t('signature:title') });
  await signing.getByLabel('Date of service').fill(done);
  await expect(signing.getByLabel('Performed by', { exact: true })).toContainText('Max Beispiel');
  await expectAccessible(colleague);
  await readText(signing, t);
  await signing.getByLabel(t('signature:signerName')).fill('Piotr Śliwa');
  await drawSignature(colleague, signing.getByLabel(t('signature:area')), true);
  await confirmSignature(signing.getByRole('button', { name: t('signature:sign'), exact: true }), true);
  await expect(signing).toBeHidden();
  await colleague.context().close();

  // The paper says who did it and when, with a number of that month.
  const search = { customerId: customer.id, size: 10 };
  const found = await call<{ content: { id: number }[] }>(page, '/api/service/search', search);
  expect(found.content).toHaveLength(1);
  const pdf = await page.request.get(`/api/service/pdf/${found.content[0]?.id}`);
  const paper = await textOfPdf(await pdf.body());
  expect(paper).toMatch(new RegExp(`\\b\\d+/${month}\\b`));
  for (const part of ['Max Beispiel', formatLongDay(done, 'en'), `Press ${tag}`, 'Piotr Śliwa'])
    expect(paper).toContain(part);
  expect(paper).not.toContain('Jan Wzorcowy');

  // The visit is closed, and the next inspection is counted from that day.
  await page.goto(visitUrl);
  await expect(page.getByText('done', { exact: true })).toBeVisible();
  await page.goto(`/machineEdit?id=${machine}`);
  const glance = page.getByRole('region', { name: 'At a glance' });
  await expect(glance).toContainText(formatDay(addMonths(done, 12), 'en'));
  await expect(glance).toContainText('Max Beispiel');

  // Who did it is counted, and the accountant gets the amount: an hour and a half.
  expect(await signedBy('Beispiel')).toBeGreaterThan(before.done);
  expect(await signedBy('Wzorcowy')).toBe(before.planned);
  const list = await page.request.post('/api/billing/export', {
    data: { ...span, customerId: customer.id, format: 'csv' },
    headers: callHeaders,
  });
  expect(list.status()).toBe(200);
  const [, line = ''] = (await list.text()).trim().split(/\r?\n/);
  for (const part of [`Mill and Sons ${tag}`, `Press ${tag}`, 'Max Beispiel', '185,18'])
    expect(line).toContain(part);
});
