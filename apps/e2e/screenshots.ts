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
  /** Leads to the screen; ends when it shows what the picture is about. */
  open: (page: Page) => Promise<unknown>;
}

const screens: Screen[] = [
  { name: 'login', signedOut: true, open: (page) => page.goto('/login') },
  { name: 'home', open: (page) => page.goto('/home') },
  { name: 'machines', open: (page) => page.goto('/machineList') },
  { name: 'machine', open: async (page) => page.goto(`/machineEdit?id=${await findId(page, 'device')}`) },
  { name: 'customers', open: (page) => page.goto('/customerList') },
  { name: 'category', open: async (page) => page.goto(`/categoryEdit?id=${await findId(page, 'category')}`) },
];

const devices = {
  desktop: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
};

/** The first of a list, as the screens sort it. */
async function findId(page: Page, feature: 'device' | 'category'): Promise<number> {
  const answer = await page.request.post(`/api/${feature}/search`, { data: {}, headers: callHeaders });
  const { content } = await answer.json();
  return content[0].id;
}

async function takePictures(browser: Browser, url: string, chosen: Screen[]): Promise<void> {
  for (const [device, settings] of Object.entries(devices)) {
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const { name, signedOut, open } of chosen) {
        const context = await browser.newContext({ ...settings, colorScheme, baseURL: url, locale: 'en-GB' });
        const page = await context.newPage();
        if (!signedOut) await signIn(page, demoAdmin);
        await page.addInitScript(() =>
          localStorage.setItem('servicebook.cookie-consent', String(Date.now())),
        );
        await open(page);
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
