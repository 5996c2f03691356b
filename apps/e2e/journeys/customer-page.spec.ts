// A customer's own page: from the office's switch to the customer's phone. See docs/decisions/0053-customer-page.md.
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../fixtures.ts';
import { call, callHeaders } from '../session.ts';

/** A customer with a contact, a machine and a signed protocol. */
async function addCustomer(page: Page, email: string): Promise<number> {
  const category = await call<{ id: number }>(page, '/api/category/insert', { name: 'Presses' });
  const customer = await call<{ id: number }>(page, '/api/customer/insert', {
    shortName: 'Mill',
    fullName: 'Mill and Sons Ltd',
    language: 'en',
  });
  await call(page, '/api/customerContact/insert', {
    customer: { id: customer.id },
    name: 'Jan Nowak',
    email,
  });
  const deviceId = await call<number>(page, '/api/device/insert', {
    name: 'Press 100',
    serialNumber: 'SN-100',
    transferDate: '2020-01-10',
    inspectionPeriodInMonths: 12,
    category: { id: category.id },
    customer: { id: customer.id },
  });
  const content = {
    date: new Date().toISOString(),
    type: ['REPAIR'],
    paymentType: 'PAID',
    customer: { id: customer.id },
    devices: [{ id: deviceId }],
    isToSign: true,
  };
  const answer = await page.request.post('/api/service/add', {
    multipart: { serviceJson: JSON.stringify(content) },
    headers: callHeaders,
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  return customer.id;
}

test('a customer is invited, signs in by a mailed link, downloads a protocol and signs out', {
  tag: '@phone',
}, async ({ page, company, mailTo, browser, baseURL }) => {
  expect(company.email).toBeTruthy();
  await page.addInitScript(() => localStorage.setItem('servicebook.cookie-consent', String(Date.now())));
  const email = `jan-${randomUUID()}@mill.example`;
  const id = await addCustomer(page, email);
  await page.goto(`/customerEdit?id=${id}&activeTab=page`);
  await page.getByRole('button', { name: 'Switch on' }).click();
  await expect(page.getByLabel('Address of the page')).toHaveValue(/\/my\//);
  await page.getByRole('button', { name: `Invite ${email}` }).click();
  await expect(page.getByText(`Invitation sent to ${email}`)).toBeVisible();
  await expectAccessible(page);
  const invitation = await mailTo(email, /online/);
  const address = new URL(invitation.links.find((link) => link.includes('/my/')) ?? '');

  // The customer's own browser, which runs no scripts.
  const own = await browser.newContext({ baseURL: baseURL ?? '', javaScriptEnabled: false, locale: 'en' });
  const phone = await own.newPage();
  await phone.goto(address.pathname);
  await phone.getByLabel('Your e-mail address').fill(email);
  await phone.getByRole('button', { name: 'Mail me a link' }).click();
  await expect(phone.getByRole('heading', { name: 'Check your mailbox' })).toBeVisible();
  const { links } = await mailTo(email, /link to sign in/);
  const link = new URL(links.find((one) => one.includes('/my/sign-in')) ?? '');
  await phone.goto(link.pathname + link.search);
  await phone.getByRole('button', { name: 'Sign in' }).click();
  await expect(phone.getByRole('heading', { name: 'Mill and Sons Ltd' })).toBeVisible();
  await expect(phone.getByRole('heading', { name: 'Press 100' })).toBeVisible();
  await expect(phone.getByText(/^overdue by/)).toBeVisible();
  await phone.getByRole('navigation').getByRole('link', { name: 'Protocols' }).click();
  await expect(phone.getByRole('heading', { name: /^Protocol 1\// })).toBeVisible();
  const pdf = await phone.getByRole('link', { name: /^PDF 1\// }).getAttribute('href');
  const document = await own.request.get(pdf ?? '');
  expect(document.headers()['content-type']).toBe('application/pdf');
  expect((await document.body()).subarray(0, 5).toString()).toBe('%PDF-');

  // The office sees who is there.
  await page.reload();
  await expect(page.getByRole('button', { name: `Sign out ${email}` })).toBeVisible();
  await phone.getByRole('button', { name: 'Sign out' }).click();
  await expect(phone.getByLabel('Your e-mail address')).toBeVisible();
  expect((await own.request.get(pdf ?? '')).status()).toBe(404);
  await own.close();

  // With scripts, to be checked.
  const checked = await browser.newContext({ baseURL: baseURL ?? '', locale: 'en', bypassCSP: true });
  const seen = await checked.newPage();
  await seen.goto(address.pathname);
  await expectAccessible(seen);
  await checked.close();
});
