// The error catalogue of the account specification (section 8) before sign-in: sign-in, activation,
// forgotten passwords, Google, registration. Each refusal is the real server's, and the message is read from the screen.
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { demoAdmin, expect, registerCompany, registerOnly, test } from '../fixtures.ts';
import { agreeInPopup, answerPopup, continueWithGoogle, googlePerson } from '../google.ts';
import { callHeaders } from '../session.ts';

const password = 'four pumps in a shed';
const newAddress = () => `new-${randomUUID()}@example.test`;

async function signInWith(page: Page, email: string, secret: string): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(secret);
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
}

async function fillRegistration(page: Page, email: string): Promise<void> {
  const texts = {
    'Company name': 'Lift Service',
    'Tax number': '7770001234',
    Phone: '+48 600 100 200',
    'Street and number': 'Wharf Road 3',
    'Postal code': '61-001',
    City: 'Poznań',
    'First name': 'Anna',
    'Last name': 'Nowak',
    'E-mail': email,
    'Repeat password': password,
  };
  for (const [label, text] of Object.entries(texts)) await page.getByLabel(label).fill(text);
  await page.getByRole('textbox', { name: /^Password/ }).fill(password);
  await page.getByLabel('Country').selectOption({ label: 'Poland' });
}
const acceptTerms = (page: Page) => page.getByLabel(/terms and conditions/).check();
const createAccount = (page: Page) => page.getByRole('button', { name: 'Create account' }).click();

const alert = (page: Page) => page.getByRole('main').getByRole('alert');
const connectionError = 'Server connection error';

test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('servicebook.cookie-consent', String(Date.now())));
});

test.describe('sign-in', () => {
  test.beforeEach(({ page }) => page.goto('/login'));

  test('401', async ({ page }) => {
    await signInWith(page, demoAdmin.email, 'not the password');
    await expect(alert(page)).toHaveText('Wrong login or password.');
    await expect(page.getByLabel('E-mail')).toHaveValue(demoAdmin.email);
  });

  test.describe('a failing or silent server', () => {
    test.use({ allowedErrors: [/500 \(Internal Server Error\)|ERR_INTERNET_DISCONNECTED/] });

    test('500 and no response', async ({ page, context }) => {
      await page.getByLabel('E-mail').fill(demoAdmin.email);
      await page.route('**/api/user/auth', (route) => route.fulfill({ status: 500, body: 'broken' }));
      await signInWith(page, demoAdmin.email, demoAdmin.password);
      await expect(alert(page)).toContainText(connectionError);
      await page.unroute('**/api/user/auth');
      await context.setOffline(true);
      await signInWith(page, demoAdmin.email, demoAdmin.password);
      await expect(alert(page)).toContainText(connectionError);
    });
  });

  test('423: the link is sent again, activates once, and says so', async ({ page, mailTo }) => {
    const email = newAddress();
    await registerOnly(page, { email, password });
    const first = await mailTo(email);
    await signInWith(page, email, password);
    await expect(alert(page)).toContainText('The account is not active.');
    await page.getByRole('button', { name: 'Send' }).click();
    await expect(page.getByText(`The activation link has been sent to ${email}.`)).toBeVisible();
    await expect.poll(async () => (await mailTo(email)).id).not.toBe(first.id);

    const link = (await mailTo(email)).links.find((address) => address.includes('/activate')) ?? '';
    await page.goto(link);
    await expect(page.getByText('The account has been activated. You can sign in now.')).toBeVisible();
    await page.goto(link);
    await expect(page.getByText('The account is already activated. You can sign in.')).toBeVisible();
    await page.goto('/api/account/activate?token=1.made-up');
    await expect(page.getByText('Activation failed.')).toBeVisible();
  });

  test('anything else: here a server that cannot take headers of this size', async ({ page }) => {
    await signInWith(page, demoAdmin.email, 'x'.repeat(30_000));
    await expect(alert(page)).toHaveText('Sign-in failed. Please try again later.');
  });

  test('too many attempts', async ({ page }) => {
    const email = newAddress();
    for (let attempt = 0; attempt < 11; attempt++) {
      const authorization = `Basic ${btoa(`${email}:guess`)}`;
      await page.request.get('/api/user/auth', { headers: { ...callHeaders, Authorization: authorization } });
    }
    await signInWith(page, email, 'guess');
    await expect(alert(page)).toContainText(
      'we have sent it an e-mail with a link that lets you try again now',
    );
  });
});

test.describe('a forgotten password', () => {
  test.beforeEach(async ({ page }) => {
    await page.goto('/login');
    await page.getByRole('button', { name: 'Forgot your password?' }).click();
  });

  test('an invalid address, an unknown one, and the right one', async ({ page, mailTo }) => {
    const dialog = page.getByRole('dialog');
    const field = dialog.getByLabel('E-mail');
    const send = dialog.getByRole('button', { name: 'Send new password' });
    await field.fill('nobody@');
    await send.click();
    await expect(dialog.getByText('Incorrect e-mail address')).toBeVisible();
    await field.fill(newAddress());
    await send.click();
    await expect(dialog.getByText('The given e-mail does not exist in our database.')).toBeVisible();

    const email = newAddress();
    await registerOnly(page, { email, password });
    await field.fill(email);
    await send.click();
    await expect(dialog.getByText(`A new password has been sent to ${email}.`)).toBeVisible();
    expect((await mailTo(email, /new Servicebook password|nowe hasło/i)).text).toMatch(/^\w{14}$/m);
  });
});

test.describe('Google', () => {
  test('sign-in of an unknown user, and with a code that Google rejects', async ({ page }) => {
    for (const answer of [() => agreeInPopup(page, googlePerson()), () => answerPopup(page, '4/0Amade-up')]) {
      await answer();
      await page.goto('/login');
      await continueWithGoogle(page);
      await expect(alert(page)).toHaveText('Incorrect credentials, please register.');
    }
  });

  test('sign-in while a registration of the address is pending, because a stranger may have typed it', async ({
    page,
  }) => {
    const email = newAddress();
    await registerOnly(page, { email, password });
    await agreeInPopup(page, googlePerson({ email }));
    await page.goto('/login');
    await continueWithGoogle(page);
    await expect(alert(page)).toHaveText('Incorrect credentials, please register.');
  });

  test('registration with a code that Google rejects, and of a user who has an account', async ({ page }) => {
    await answerPopup(page, '4/0Amade-up');
    await page.goto('/register');
    await acceptTerms(page);
    await continueWithGoogle(page);
    await expect(alert(page)).toHaveText('Incorrect login or password.');

    const { email } = await registerCompany(page);
    await page.context().clearCookies();
    await agreeInPopup(page, googlePerson({ email }));
    await page.goto('/register');
    await acceptTerms(page);
    await continueWithGoogle(page);
    await expect(alert(page)).toHaveText('The given email already exists in our database.');
  });
});

test.describe('registration', () => {
  test.beforeEach(({ page }) => page.goto('/register'));

  test('an empty form: every field shows an error, including the terms', async ({ page }) => {
    await createAccount(page);
    // The country is filled in: the browser knows it.
    await expect(page.getByText('Please fill in this field')).toHaveCount(9);
    await expect(page.getByText('Incorrect e-mail address')).toBeVisible();
    await expect(page.getByRole('textbox', { name: /^Password/ })).toHaveAccessibleDescription(
      /^At least 10 characters/,
    );
    await expect(page.getByText('Please accept the terms and conditions')).toBeVisible();
  });

  test('a taken address is reported at the e-mail, then the account is created', async ({ page, mailTo }) => {
    await fillRegistration(page, demoAdmin.email);
    await acceptTerms(page);
    await createAccount(page);
    await expect(page.getByLabel('E-mail')).toHaveAccessibleDescription(/already exists in our database/);
    await expect(page.getByLabel('Company name')).toHaveValue('Lift Service');

    const email = newAddress();
    await page.getByLabel('E-mail').fill(email);
    await createAccount(page);
    await expect(page.getByRole('heading', { name: 'Check your e-mail' })).toBeVisible();
    const first = await mailTo(email);
    await page.getByRole('button', { name: 'Send the link again' }).click();
    await expect(page.getByText(`The activation link has been sent to ${email}.`)).toBeVisible();
    await expect.poll(async () => (await mailTo(email)).id).not.toBe(first.id);
  });

  test.describe('an unreachable server', () => {
    test.use({ allowedErrors: [/503 \(Service Unavailable\)|ERR_INTERNET_DISCONNECTED/] });

    test('a proxy’s answer, and no response', async ({ page, context }) => {
      await fillRegistration(page, newAddress());
      await acceptTerms(page);
      const body = 'Registration is closed for an hour of maintenance.';
      await page.route('**/api/account/register', (route) => route.fulfill({ status: 503, body }));
      await createAccount(page);
      await expect(page.getByText(body)).toBeVisible();
      await page.unroute('**/api/account/register');
      await context.setOffline(true);
      await createAccount(page);
      await expect(alert(page)).toContainText(connectionError);
      await expect(page.getByLabel('Company name')).toHaveValue('Lift Service');
    });
  });
});
