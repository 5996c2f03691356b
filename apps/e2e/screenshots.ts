// The command behind `pnpm screenshots`: pictures of the main screens with the demo company, on a desk and on a phone,
// light and dark, in docs/screenshots. `pnpm screenshots login home` makes only those.
import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { browserFlags, provideBrowser } from './browser.ts';
import { startAppServer } from './server.ts';
import { callHeaders, demoAdmin, signIn } from './session.ts';

const folder = path.resolve(import.meta.dirname, '../../docs/screenshots');
const MAX_BYTES = 200_000;

interface Screen {
  name: string;
  signedOut?: boolean;
  path: string | ((page: Page) => Promise<string>);
}

const screens: Screen[] = [
  { name: 'login', signedOut: true, path: '/login' },
  { name: 'home', path: '/home' },
  { name: 'machines', path: '/machineList' },
  { name: 'machine', path: async (page) => `/machineEdit?id=${(await findProtocol(page)).deviceId}` },
  {
    name: 'protocol',
    path: async (page) => {
      const { id, deviceId } = await findProtocol(page);
      return `/machineEdit?id=${deviceId}&activeTab=service&service=${id}`;
    },
  },
  { name: 'customers', path: '/customerList' },
  { name: 'category', path: async (page) => `/categoryEdit?id=${await findCategory(page)}` },
];

const devices = {
  desktop: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
};

/** One that nobody signed yet, with a machine of it. */
async function findProtocol(page: Page): Promise<{ id: number; deviceId: number }> {
  const { id, devices } = await findFirst(page, 'service', { states: ['NEW'] });
  return { id, deviceId: devices[0].id };
}

const findCategory = async (page: Page): Promise<number> => (await findFirst(page, 'category', {})).id;

async function findFirst(page: Page, feature: 'service' | 'category', data: object) {
  const answer = await page.request.post(`/api/${feature}/search`, { data, headers: callHeaders });
  const { content } = await answer.json();
  return content[0];
}

async function takePictures(browser: Browser, url: string, chosen: Screen[]): Promise<void> {
  for (const [device, settings] of Object.entries(devices)) {
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const { name, signedOut, path: address } of chosen) {
        const context = await browser.newContext({ ...settings, colorScheme, baseURL: url, locale: 'en-GB' });
        const page = await context.newPage();
        if (!signedOut) await signIn(page, demoAdmin);
        await page.addInitScript(() =>
          localStorage.setItem('servicebook.cookie-consent', String(Date.now())),
        );
        const response = await page.goto(typeof address === 'string' ? address : await address(page));
        if (!response?.ok()) throw new Error(`${name}: ${response?.status()}`);
        await page.waitForLoadState('networkidle');
        const file = path.join(folder, `${name}-${device}-${colorScheme}.png`);
        await page.screenshot({ path: file, animations: 'disabled' });
        await context.close();
        const { size } = await stat(file);
        console.log(`${path.basename(file)}  ${Math.round(size / 1000)} kB`);
        if (size > MAX_BYTES) throw new Error(`${file} is too big for the repository`);
      }
    }
  }
}

const wanted = process.argv.slice(2);
const chosen = screens.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
await mkdir(folder, { recursive: true });
const server = await startAppServer({ DEMO_DATA: 'true' });
try {
  const browser = await chromium.launch({ executablePath: provideBrowser(), args: browserFlags });
  await takePictures(browser, server.url, chosen).finally(() => browser.close());
} finally {
  await server.stop();
}
