// Users of the demo company, and sign-in without the screens.
import { type APIRequestContext, type Page, request } from '@playwright/test';

export interface Credentials {
  email: string;
  password: string;
}

export const demoAdmin: Credentials = { email: 'admin@demo.servicebook.app', password: 'demo-admin' };
export const demoTechnician: Credentials = {
  email: 'technician@demo.servicebook.app',
  password: 'demo-technician',
};

export const demoColleague: Credentials = { ...demoTechnician, email: 'technician2@demo.servicebook.app' };

/** The headers of every call of the web app; without the first, the server refuses it. */
export const callHeaders = {
  'X-Requested-With': 'XMLHttpRequest',
  Timezone: 'Europe/Warsaw',
  'Accept-Language': 'pl',
};

/** Signs the page's browser in, without the screens. */
export const signIn = (page: Page, user: Credentials): Promise<void> => signInBy(page.request, user);

export async function signInBy(caller: APIRequestContext, { email, password }: Credentials): Promise<void> {
  const authorization = `Basic ${Buffer.from(`${email}:${password}`).toString('base64')}`;
  const headers = { ...callHeaders, Authorization: authorization };
  const answer = await caller.get('/api/user/auth', { headers });
  if (!answer.ok()) throw new Error(`Signing in as ${email}: ${answer.status()} ${await answer.text()}`);
}

/** One call as the user who is signed in on the page, without the screens. */
export async function call<Answer>(page: Page, path: string, data: unknown): Promise<Answer> {
  const answer = await page.request.post(path, { data, headers: callHeaders });
  if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`);
  return answer.json();
}

/**
 * The page was opened by an admin who loses the rights before pressing the button. A technician's session replaces the
 * admin's, so the page must not send the header that names its user.
 */
export async function becomeTechnician(page: Page): Promise<void> {
  await page.route('**/api/**', (route) => {
    const { 'signed-in-as': _, ...others } = route.request().headers();
    return route.continue({ headers: others });
  });
  // The admin's session goes on, so that a call in progress does not lead to the sign-in.
  const technician = await request.newContext({ baseURL: new URL(page.url()).origin });
  await signInBy(technician, demoTechnician);
  await page.context().addCookies((await technician.storageState()).cookies);
  await technician.dispose();
}
