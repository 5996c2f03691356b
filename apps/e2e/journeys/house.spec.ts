// The application starts without errors, and a new company's mails can be read at /dev/mail.
import { expect, expectAccessible, test } from '../fixtures.ts';

// Playwright also injects its scripts into the message's frame, where the sandbox refuses them.
test.use({ allowedErrors: [/^console: Blocked script execution in 'about:srcdoc'/] });

test('the landing page shows a visitor the product, and links to the sign-in form', {
  tag: '@phone',
}, async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.getByRole('button', { name: /Rozumiem/ }).click();
  await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).click();
  await expect(page.getByLabel(/e-?mail/i).first()).toBeVisible();
  await expectAccessible(page);
});

test('a caught mail can be found and read', async ({ page, company }) => {
  await page.goto(`/dev/mail?to=${encodeURIComponent(company.email)}`);
  await expectAccessible(page);
  await page.getByRole('link', { name: company.email }).first().click();
  await expect(page.getByRole('heading', { level: 2 })).not.toBeEmpty();
  await expect(page.frameLocator('iframe[title="Message"]').getByRole('link').first()).toBeVisible();
});
