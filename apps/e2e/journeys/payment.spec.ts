// Buying access: from the refusal of a free account to the paid invoice, and after a decline or no answer.
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../fixtures.ts';
import { textOfPdf } from '../pdf-text.ts';

test.beforeEach(async ({ page, context, baseURL }) => {
  // These journeys start after the cookie notice.
  await page.addInitScript(() => localStorage.setItem('servicebook.cookie-consent', String(Date.now())));
  // The provider's sandbox is a separate server on this machine.
  await context.route(
    (url) => url.hostname === 'localhost' && url.origin !== baseURL,
    (route) => route.continue(),
  );
});

/** Presses a button on the provider's payment page, which leads back to the waiting screen. */
async function answerAtProvider(
  page: Page,
  outcome: string,
  amount: string | RegExp = /USD$/,
): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Payment', exact: true })).toBeVisible();
  await expect(page.getByText(amount)).toBeVisible();
  await page.getByRole('button', { name: outcome, exact: true }).click();
  await expect(page).not.toHaveURL(/trnRequest/);
}

const expectPaid = async (page: Page, timeout = 60_000) => {
  await expect(page).toHaveURL(/\/userList\?payment=success$/, { timeout });
  await expect(page.getByText(/Transaction completed/)).toBeVisible();
};

const employee = (page: Page, text: string) =>
  page.getByRole('main').locator('tr, li').filter({ hasText: text });

test('a free account buys a year, adds an employee, buys three months for them, and gets its invoices', async ({
  page,
  company,
}) => {
  test.setTimeout(240_000);
  await page.goto('/userList');
  await expect(page.getByRole('checkbox', { name: 'Extend access: Anna Próbna' })).toBeChecked();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Add employee' }).click();
  await page
    .getByRole('dialog', { name: 'Free account' })
    .getByRole('link', { name: 'Go to Premium' })
    .click();

  await expect(page.getByRole('heading', { name: 'Order', exact: true })).toBeVisible();
  const summary = page.getByRole('region', { name: 'Summary' });
  await expect(summary.getByText('11.07 USD')).toBeVisible();
  await page.getByText('Year', { exact: true }).click();
  await expect(summary.getByText('110.70 USD')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Details' }).click();
  const details = page.getByRole('dialog', { name: 'Premium' });
  await expect(details.getByRole('listitem').first()).toBeVisible();
  await expectAccessible(page);
  await details.getByRole('button', { name: 'Close' }).last().click();
  await page.getByRole('button', { name: 'Buy now' }).click();

  await answerAtProvider(page, 'Pay', '110.70 USD');
  await expectPaid(page);
  await expectAccessible(page);
  await expect(employee(page, company.email)).toContainText('valid until');

  const second = `second-${randomUUID()}@example.test`;
  await page.getByRole('link', { name: 'Add employee' }).click();
  // The search box of the list also mentions e-mails.
  await expect(page.getByRole('heading', { name: 'New employee' })).toBeVisible();
  await page.getByLabel('E-mail').fill(second);
  await page.getByLabel('First name').fill('Drugi');
  await page.getByLabel('Last name').fill('Pracownik');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(employee(page, second)).toContainText('Not paid yet');
  await page.getByRole('checkbox', { name: 'Extend access: Drugi Pracownik' }).check();
  await page.getByRole('link', { name: 'Go to order' }).click();
  await page.getByLabel('Quantity (months)').fill('3');
  await expect(summary.getByText('33.21 USD')).toBeVisible();
  await page.getByRole('button', { name: 'Buy now' }).click();
  await answerAtProvider(page, 'Pay');
  await expectPaid(page);
  await expect(employee(page, second)).toContainText('valid until');
  await expect(employee(page, second)).not.toContainText('Not paid yet');

  await page.getByRole('link', { name: 'Go to my orders' }).click();
  await expect(page.getByText('Paid', { exact: true })).toHaveCount(2);
  await page
    .getByRole('button', { name: /^Order no\. / })
    .first()
    .click();
  const order = page.getByRole('dialog', { name: /^Order no\. / });
  await expect(order).toContainText(second);
  await expect(order).toContainText('33.21 USD');
  await expectAccessible(page);
  await order.getByRole('button', { name: 'Close' }).click();
  // It is drawn shortly after the payment.
  const invoice = page.getByRole('link', { name: /^Invoice: / });
  await expect(async () => {
    await page.reload();
    await expect(invoice).toHaveCount(2, { timeout: 4000 });
  }).toPass({ timeout: 60_000 });
  const download = page.waitForEvent('download');
  await invoice.first().click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/\.pdf$/);
  expect(await textOfPdf(await readFile(await file.path()))).toMatch(/FV\/\d{4}\/\d{2}\/\d{4}/);
});

test('a declined payment can be repeated, and an unreported one still counts with the tab closed', async ({
  page,
  company,
}) => {
  await page.goto('/userList');
  await page.getByRole('link', { name: 'Go to Premium' }).click();
  await page.getByRole('button', { name: 'Buy now' }).click();
  await answerAtProvider(page, 'Decline');
  await expect(page.getByText('Waiting for payment, please wait…')).toBeVisible();
  const waiting = page.url();
  await expect(page.getByText('No payment has been reported yet')).toBeVisible({ timeout: 30_000 });
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Pay again' }).click();
  await answerAtProvider(page, 'Decline');
  await expect(page.getByText('Waiting for payment, please wait…')).toBeVisible();

  await page.goto('/myAccount?tab=orders');
  await expect(page.getByText('Payment in progress')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Pay again' }).click();
  await answerAtProvider(page, 'Pay, but never notify');
  await expect(page).toHaveURL(/waiting-for-payment/);
  await page.goto('/mobile-app');
  // The server polls the provider even if nobody is waiting.
  await expect(async () => {
    await page.goto('/userList');
    await expect(employee(page, company.email)).toContainText('valid until', { timeout: 2000 });
  }).toPass({ timeout: 60_000 });
  await page.goto(waiting);
  await expectPaid(page);
});

test('prices have their own page, in any language, with links to the order', async ({ page }) => {
  await page.goto('/pricing?lang=de');
  await expect(page.getByText('9,00 USD')).toBeVisible();
  await expect(page.getByText('11,07 USD brutto', { exact: false })).toBeVisible();
  await page.getByRole('tab', { name: 'Jährlich' }).click();
  await expect(page.getByText('90,00 USD')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Zu Premium wechseln' }).click();
  await expect(page).toHaveURL(/\/register/);
});
