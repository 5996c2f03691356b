// Fixtures of every journey: a browser that must not log errors, no internet access, and a separate company.
import { randomInt, randomUUID } from 'node:crypto';
import { AxeBuilder } from '@axe-core/playwright';
import { type APIRequestContext, test as base, expect, type Page } from '@playwright/test';
import type { Registration } from '@servicebook/shared/account';
import { type Credentials, callHeaders, demoAdmin, demoTechnician, signIn } from './session.ts';

export { demoAdmin, demoTechnician, expect, signIn };

export interface Mail {
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  links: string[];
}

export interface Company extends Credentials {
  companyName: string;
}

interface Options {
  /** Console errors that a journey causes on purpose. */
  allowedErrors: RegExp[];
}

interface Fixtures {
  /** The journey fails if the browser logs an error or a script throws. */
  complaints: string[];
  /** Waits for the newest mail to an address with this subject and these words. */
  mailTo: (address: string, subject?: RegExp, words?: string) => Promise<Mail>;
  /** A new company, registered through the API. The page is signed in as its admin. */
  company: Company;
}

export const test = base.extend<Options & Fixtures>({
  allowedErrors: [[], { option: true }],

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's dependencies from the pattern.
  baseURL: async ({}, use) => {
    const url = process.env.APP_URL;
    if (!url) throw new Error('The journeys run through `pnpm test e2e`, which starts the application.');
    await use(url);
  },

  // Every journey has a separate network address, as users have, so that the throttling of one does not affect others.
  // biome-ignore lint/correctness/noEmptyPattern: see above.
  extraHTTPHeaders: async ({}, use) => {
    await use({ 'X-Forwarded-For': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}` });
  },

  complaints: [
    async ({ context, baseURL, allowedErrors }, use) => {
      const complaints: string[] = [];
      context.on('console', (message) => {
        if (message.type() !== 'error') return;
        const { url } = message.location();
        // The browser logs refused calls, but they are normal answers.
        const refused = /^Failed to load resource: the server responded with a status of 4\d\d/.test(
          message.text(),
        );
        if (refused && /^\/(api\/|logout)/.test(new URL(url, baseURL).pathname)) return;
        if (url.startsWith(mapTiles)) return;
        // Playwright reads pictures again while it records a journey.
        if (/^Connecting to 'blob:/.test(message.text())) return;
        complaints.push(`console: ${message.text()} (${url})`);
      });
      context.on('weberror', (error) => complaints.push(`script: ${error.error().stack ?? error.error()}`));
      await use(complaints);
      expect(complaints.filter((text) => !allowedErrors.some((allowed) => allowed.test(text)))).toEqual([]);
    },
    { auto: true },
  ],

  mailTo: async ({ request }, use) => {
    await use((address, subject, words) => waitForMail(request, address, subject, words));
  },

  company: async ({ page }, use) => {
    await use(await registerCompany(page));
  },
});

/** Registers a company without activating it. */
export async function registerOnly(
  page: Page,
  { email, password }: Credentials,
  companyName = 'Serwis Próbny',
): Promise<Company> {
  const registration: Registration = {
    companyName,
    street: 'Długa 1',
    postalCode: '00-001',
    city: 'Warszawa',
    country: 'PL',
    nip: '5260001246',
    phone: '+48 22 000 00 00',
    superUser: { firstName: 'Anna', lastName: 'Próbna', email, password, password2: password },
    approvedConditions: true,
    timezone: 'Europe/Warsaw',
  };
  const answer = await page.request.post('/api/account/register', {
    data: registration,
    // Like the browser of the journeys: the screens use the user's stored language.
    headers: { ...callHeaders, 'Accept-Language': 'en' },
  });
  expect(answer.status(), await answer.text()).toBe(200);
  return { email, password, companyName };
}

/** Registers a company, follows the link in its mail, and signs the page in. */
export async function registerCompany(page: Page, companyName?: string): Promise<Company> {
  const credentials = { email: `admin-${randomUUID()}@example.test`, password: randomUUID() };
  const company = await registerOnly(page, credentials, companyName);
  const { links } = await waitForMail(page.request, company.email);
  const activation = links.find((link) => link.includes('/api/account/activate'));
  expect(activation, 'the mail links to the activation').toBeDefined();
  await page.request.get(activation ?? '');
  await signIn(page, company);
  return company;
}

/** Fails if axe finds a serious problem on the page after it has settled. */
export async function expectAccessible(page: Page): Promise<void> {
  const findSerious = async () => {
    const { violations } = await new AxeBuilder({ page })
      .options({ resultTypes: ['violations'] })
      .setLegacyMode()
      .analyze();
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, help, nodes }) => `${id}: ${help} ${nodes.map(({ html }) => html).join(' | ')}`);
  };
  // Repeated on failure, because elements that are fading in do not have their final colours yet.
  await expect.poll(findSerious).toEqual([]);
}

async function waitForMail(
  request: APIRequestContext,
  address: string,
  subject = /./,
  words = '',
): Promise<Mail> {
  let found: Mail | undefined;
  const path = `/dev/mail.json?to=${encodeURIComponent(address)}`;
  const look = async () => {
    const mails: Mail[] = await (await request.get(path)).json();
    found = mails.find((mail) => subject.test(mail.subject) && mail.text.includes(words));
    return found;
  };
  await expect.poll(look, { message: `a mail to ${address}`, timeout: 30_000 }).toBeDefined();
  return found as Mail;
}

/** The only internet resource of the app; the journeys have no internet access. */
const mapTiles = 'https://tile.openstreetmap.org/';
