// What every journey starts from: a browser that must not complain, no internet, and a company of its own.
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
  /** Console errors a journey brings about on purpose. */
  allowedErrors: RegExp[];
}

interface Fixtures {
  /** The journey fails when the browser logs an error or a script throws. */
  complaints: string[];
  /** The newest mail to an address, waited for. */
  mailTo: (address: string, subject?: RegExp) => Promise<Mail>;
  /** A new company whose admin the page is signed in as; registered through the API, without the screens. */
  company: Company;
}

export const test = base.extend<Options & Fixtures>({
  allowedErrors: [[], { option: true }],

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs.
  baseURL: async ({}, use) => {
    const url = process.env.APP_URL;
    if (!url) throw new Error('The journeys run through `pnpm test e2e`, which starts the application.');
    await use(url);
  },

  // Every journey comes from an address of its own, as users do, so that the throttles of one do not slow another.
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
        // A refused call is an answer like any other; the browser logs it all the same.
        const refused = /^Failed to load resource: the server responded with a status of 4\d\d/.test(
          message.text(),
        );
        if (refused && /^\/(api\/|logout)/.test(new URL(url, baseURL).pathname)) return;
        if (url.startsWith(mapTiles)) return;
        complaints.push(`console: ${message.text()} (${url})`);
      });
      context.on('weberror', (error) => complaints.push(`script: ${error.error().stack ?? error.error()}`));
      await use(complaints);
      expect(complaints.filter((text) => !allowedErrors.some((allowed) => allowed.test(text)))).toEqual([]);
    },
    { auto: true },
  ],

  mailTo: async ({ request }, use) => {
    await use((address, subject) => waitForMail(request, address, subject));
  },

  company: async ({ page }, use) => {
    await use(await registerCompany(page));
  },
});

/** Registers a company, whose admin has not followed the link in the mail. */
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
    // As the browser of the journeys speaks: the screens follow the user's stored language.
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

/** Fails when axe finds something serious on the page, also once it has settled. */
export async function expectAccessible(page: Page): Promise<void> {
  const findSerious = async () => {
    const { violations } = await new AxeBuilder({ page }).analyze();
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, help, nodes }) => `${id}: ${help} ${nodes.map(({ html }) => html).join(' | ')}`);
  };
  // Looked at again when it fails: what is still fading in has not its own colours yet.
  await expect.poll(findSerious).toEqual([]);
}

async function waitForMail(request: APIRequestContext, address: string, subject = /./): Promise<Mail> {
  let found: Mail | undefined;
  const path = `/dev/mail.json?to=${encodeURIComponent(address)}`;
  const look = async () => {
    const mails: Mail[] = await (await request.get(path)).json();
    found = mails.find((mail) => subject.test(mail.subject));
    return found;
  };
  await expect.poll(look, { message: `a mail to ${address}`, timeout: 30_000 }).toBeDefined();
  return found as Mail;
}

/** The only thing the app wants from the internet, which the journeys do not have. */
const mapTiles = 'https://tile.openstreetmap.org/';
