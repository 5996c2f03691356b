// Google in a journey: a stub script whose popup closes at once with a code of the stand-in.
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { agreeAtGoogle, type GooglePerson } from '@servicebook/api/testing/google';

export const googlePerson = (given: Partial<GooglePerson> = {}): GooglePerson => ({
  sub: randomUUID(),
  email: `google-${randomUUID()}@example.test`,
  email_verified: true,
  given_name: 'Greta',
  family_name: 'Probst',
  ...given,
});

/** The popup answers with this code until the page is reloaded. */
export async function answerPopup(page: Page, code: string): Promise<void> {
  await page.unroute(script);
  const body = `window.google = { accounts: { oauth2: { initCodeClient: ({ callback }) => (
    { requestCode: () => callback({ code: ${JSON.stringify(code)} }) }) } } };`;
  await page.route(script, (route) => route.fulfill({ contentType: 'text/javascript', body }));
}
const script = 'https://accounts.google.com/gsi/client';

/** The person agrees in the popup. */
export async function agreeInPopup(page: Page, person: GooglePerson): Promise<void> {
  await answerPopup(page, await agreeAtGoogle(process.env.GOOGLE_URL ?? '', person));
}

/** Presses the button of /login or /register. */
export const continueWithGoogle = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'Continue with Google' }).click();
