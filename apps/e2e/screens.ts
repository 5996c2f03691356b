// Screens of the demo company for docs/screenshots and for the public pages.
import type { BrowserContext, Page } from '@playwright/test';
import { callHeaders, demoAdmin, signIn } from './session.ts';

export interface Screen {
  name: string;
  signedOut?: boolean;
  /** Of the user's screens; English if it is left out. The browser's counts only until somebody signs in. */
  language?: string;
  path: string | ((page: Page) => Promise<string>);
  /** Prepares the screen for the picture. */
  prepare?: (page: Page) => Promise<void>;
}

/** Opens a screen without the cookie notice and waits until it has settled. */
export async function openScreen(
  context: BrowserContext,
  { name, signedOut, language = 'en', path, prepare }: Screen,
): Promise<Page> {
  const page = await context.newPage();
  if (!signedOut) {
    await signIn(page, demoAdmin);
    await page.request.patch('/api/user/language', { params: { language }, headers: callHeaders });
  }
  await page.addInitScript(() => localStorage.setItem('servicebook.cookie-consent', String(Date.now())));
  const broken: string[] = [];
  page.on('response', (answer) => {
    if (answer.status() >= 500) broken.push(`${answer.status()} ${answer.url()}`);
  });
  const response = await page.goto(typeof path === 'string' ? path : await path(page));
  if (!response?.ok()) throw new Error(`${name}: ${response?.status()}`);
  await page.waitForLoadState('networkidle');
  await prepare?.(page);
  const shown = await page.evaluate(() => document.documentElement.lang);
  if (shown !== language) throw new Error(`${name}: shown in ${shown}, not in ${language}`);
  if (broken.length > 0) throw new Error(`${name}: ${broken.join(', ')}`);
  return page;
}

export const machineAddress = ({ id, deviceId }: { id: number; deviceId: number }) =>
  `/machineEdit?id=${deviceId}&activeTab=service&service=${id}`;

/** The newest protocol in a state, with one of its machines. */
export async function findProtocol(
  page: Page,
  state: 'NEW' | 'SIGNED' = 'NEW',
): Promise<{ id: number; deviceId: number }> {
  const { id, devices } = await findFirst(page, 'service', { states: [state] });
  return { id, deviceId: devices[0].id };
}

export async function findFirst(
  page: Page,
  feature: 'service' | 'category' | 'device' | 'visit',
  data: object,
) {
  const answer = await page.request.post(`/api/${feature}/search`, { data, headers: callHeaders });
  const { content } = await answer.json();
  return content[0];
}
