// Users of the demo company, and sign-in without the screens.
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

/** The headers of every call of the web app; without the first, the server refuses it. */
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
 * The page was opened by an admin who loses the rights before pressing the button. A technician's session replaces the
 * admin's, so the page must not send the header that names its user.
 */
export async function becomeTechnician(page: Page): Promise<void> {
  // A call under way with the old cookie would end the session on the screen.
  await page.waitForLoadState('networkidle');
  await page.route('**/api/**', (route) => {
    const { 'signed-in-as': _, ...others } = route.request().headers();
    return route.continue({ headers: others });
  });
  // Replace the cookie directly: without one, a call of the page would redirect to the sign-in.
  await signIn(page, demoTechnician);
}
