// Who signs in, and how a browser gets a session without the screens.
import type { Page } from '@playwright/test';

export interface Credentials {
  email: string;
  password: string;
}

export const demoAdmin: Credentials = { email: 'admin@demo.servicebook.app', password: 'demo-admin' };
export const demoTechnician: Credentials = {
  email: 'technician@demo.servicebook.app',
  password: 'demo-technician',
};

/** What every call of the web app carries; without the first the server refuses it. */
export const callHeaders = {
  'X-Requested-With': 'XMLHttpRequest',
  Timezone: 'Europe/Warsaw',
  'Accept-Language': 'pl',
};

/** Signs the page's browser in, without the screens. */
export async function signIn(page: Page, { email, password }: Credentials): Promise<void> {
  const authorization = `Basic ${Buffer.from(`${email}:${password}`).toString('base64')}`;
  const headers = { ...callHeaders, Authorization: authorization };
  const answer = await page.request.get('/api/user/auth', { headers });
  if (!answer.ok()) throw new Error(`Signing in as ${email}: ${answer.status()} ${await answer.text()}`);
}

/**
 * The page was opened by an admin, and the rights are gone when the button is pressed. A technician's session stands in
 * for the admin's without rights, so the page may not say whom it was loaded for.
 */
export async function becomeTechnician(page: Page): Promise<void> {
  await page.route('**/api/**', (route) => {
    const { 'signed-in-as': _, ...others } = route.request().headers();
    return route.continue({ headers: others });
  });
  // One cookie takes the other's place: without any for a moment, a call of the page would lead to the sign-in.
  await signIn(page, demoTechnician);
}
