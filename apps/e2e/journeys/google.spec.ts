// Google in the browser: registration, sign-in, and a user with a password who switches to it.
import { expect, expectAccessible, registerCompany, test } from '../fixtures.ts';
import { agreeInPopup, continueWithGoogle, googlePerson } from '../google.ts';

test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('servicebook.cookie-consent', String(Date.now())));
});

test('a visitor registers with Google, and then signs in with it', async ({ page }) => {
  const person = googlePerson();
  await agreeInPopup(page, person);
  await page.goto('/register');
  await page.getByLabel('Company name').fill('Half-filled form');
  await continueWithGoogle(page);
  await expect(page.getByText('Please accept the terms and conditions')).toBeVisible();
  await expectAccessible(page);
  await page
    .getByLabel(/terms and conditions/)
    .first()
    .check();
  await continueWithGoogle(page);
  await expect(page.getByRole('heading', { name: 'Hello, Greta' })).toBeVisible();
  await expect(page.getByText('Your account is ready.')).toBeVisible();

  await page.goto('/logout');
  await expect(page).not.toHaveURL(/logout/);
  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Continue with Google' })).toBeVisible();
  await expectAccessible(page);
  await agreeInPopup(page, person);
  await continueWithGoogle(page);
  await expect(page.getByRole('heading', { name: 'Hello, Greta' })).toBeVisible();
});

test('a user with a password signs in with Google, and stays the same user', async ({ page }) => {
  const { email } = await registerCompany(page);
  await page.context().clearCookies();
  await agreeInPopup(page, googlePerson({ email }));
  await page.goto('/login');
  await continueWithGoogle(page);
  await expect(page.getByRole('heading', { name: 'Hello, Anna' })).toBeVisible();
});
