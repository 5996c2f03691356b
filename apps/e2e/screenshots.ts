// The command behind `pnpm screenshots`: pictures of the main screens with the demo company, on a desk and on a phone,
// light and dark, in docs/screenshots. `pnpm screenshots login home` creates only those.
import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { browserFlags, provideBrowser } from './browser.ts';
import { findFirst, findProtocol, machineAddress, openScreen, type Screen } from './screens.ts';
import { startAppServer } from './server.ts';

const folder = path.resolve(import.meta.dirname, '../../docs/screenshots');
const MAX_BYTES = 200_000;

const screens: Screen[] = [
  { name: 'login', signedOut: true, path: '/login' },
  { name: 'home', path: '/home' },
  { name: 'machines', path: '/machineList' },
  { name: 'machine', path: async (page) => `/machineEdit?id=${(await findProtocol(page)).deviceId}` },
  {
    name: 'protocol',
    path: async (page) => machineAddress(await findProtocol(page)),
  },
  { name: 'customers', path: '/customerList' },
  {
    name: 'category',
    path: async (page) => `/categoryEdit?id=${(await findFirst(page, 'category', {})).id}`,
  },
];

const devices = {
  desktop: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
};

async function takePictures(browser: Browser, url: string, chosen: Screen[]): Promise<void> {
  for (const [device, settings] of Object.entries(devices)) {
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const screen of chosen) {
        const context = await browser.newContext({ ...settings, colorScheme, baseURL: url, locale: 'en-GB' });
        const page = await openScreen(context, screen);
        const file = path.join(folder, `${screen.name}-${device}-${colorScheme}.png`);
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
