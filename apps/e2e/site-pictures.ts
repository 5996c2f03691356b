// The command behind `pnpm site-pictures`: small pictures of the product's screens for its public pages, in every
// language, light and dark. `pnpm site-pictures sign` creates only those with that name.
import { mkdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { type Language, languages } from '@servicebook/i18n';
import sharp from 'sharp';
import { browserFlags, provideBrowser } from './browser.ts';
import { findProtocol, machineAddress, openScreen, type Screen } from './screens.ts';
import { startAppServer } from './server.ts';
import { readText } from './signature.ts';
import { wordingOf } from './wording.ts';

const folder = path.resolve(import.meta.dirname, '../web/src/features/site/pictures');

interface Picture {
  name: string;
  viewport: { width: number; height: number };
  phone?: boolean;
  /** In pixels; must match pictures.ts of the web app. */
  widths: number[];
  path: Screen['path'];
  prepare?: (page: Page, wording: (key: string) => string) => Promise<void>;
}

const desk = { viewport: { width: 1240, height: 760 }, widths: [720, 1240] };
const phone = { viewport: { width: 360, height: 740 }, phone: true, widths: [540] };

const pictures: Picture[] = [
  { ...desk, name: 'machines', path: '/machineList?sort=-transferDate' },
  {
    ...desk,
    name: 'machine',
    path: async (page) =>
      `/machineEdit?id=${(await findProtocol(page, 'SIGNED')).deviceId}&activeTab=history`,
  },
  { ...phone, name: 'find', path: '/machineList?sort=-transferDate' },
  {
    ...phone,
    name: 'protocol',
    path: async (page) => machineAddress(await findProtocol(page)),
    prepare: leaveFields,
  },
  {
    ...phone,
    name: 'sign',
    path: async (page) => machineAddress(await findProtocol(page)),
    async prepare(page, wording) {
      await page.getByRole('button', { name: wording('service:form.saveAndSign') }).click();
      await readText(page.getByRole('dialog', { name: wording('signature:title') }), wording);
      await page.getByLabel(wording('signature:signerName')).fill('Anna Próbna');
      await writeName(page);
      await leaveFields(page);
    },
  },
  {
    ...phone,
    name: 'signed',
    path: async (page) => machineAddress(await findProtocol(page, 'SIGNED')),
    prepare: leaveFields,
  },
];

/** Removes the focus ring from the picture. */
async function leaveFields(page: Page): Promise<void> {
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
}

/** A few loops, like a hasty signature. */
async function writeName(page: Page): Promise<void> {
  const box = await page.locator('canvas').boundingBox();
  if (!box) throw new Error('There is no field to sign in');
  const at = (share: number): [x: number, y: number] => [
    box.x + box.width * (0.14 + 0.68 * share + 0.035 * Math.sin(share * 44)),
    box.y + box.height * (0.52 - 0.22 * Math.cos(share * 44) * (1 - share * 0.75) - 0.05 * share),
  ];
  await page.mouse.move(...at(0));
  await page.mouse.down();
  for (let step = 1; step <= 120; step += 1) await page.mouse.move(...at(step / 120));
  await page.mouse.up();
}

const fonts = path.join(
  path.dirname(createRequire(import.meta.url).resolve('@expo-google-fonts/noto-sans/package.json')),
);
const cuts = [
  [400, '400Regular/NotoSans_400Regular.ttf'],
  [500, '500Medium/NotoSans_500Medium.ttf'],
  [600, '600SemiBold/NotoSans_600SemiBold.ttf'],
  [700, '700Bold/NotoSans_700Bold.ttf'],
] as const;

/** The same font on every machine that creates the pictures. */
async function useFont(context: BrowserContext): Promise<void> {
  for (const [weight, file] of cuts) {
    const body = await readFile(path.join(fonts, file));
    await context.route(`**/picture-font-${weight}.ttf`, (route) =>
      route.fulfill({ body, contentType: 'font/ttf' }),
    );
  }
  await context.addInitScript(
    (weights) => {
      for (const weight of weights) {
        const face = new FontFace('Picture', `url(/picture-font-${weight}.ttf)`, { weight: `${weight}` });
        document.fonts.add(face);
        face.load();
      }
      addEventListener('DOMContentLoaded', () => {
        for (const name of ['--mantine-font-family', '--mantine-font-family-headings'])
          document.documentElement.style.setProperty(name, 'Picture');
      });
    },
    cuts.map(([weight]) => weight),
  );
}

async function take(browser: Browser, url: string, picture: Picture, language: Language): Promise<number> {
  const { name, viewport, widths, path: address, prepare } = picture;
  const wording = wordingOf(language);
  let bytes = 0;
  for (const colorScheme of ['light', 'dark'] as const) {
    const screen: Screen = {
      name,
      language,
      path: address,
      ...(prepare && { prepare: (page: Page) => prepare(page, wording) }),
    };
    const context = await browser.newContext({
      viewport,
      deviceScaleFactor: 2,
      ...(picture.phone && { hasTouch: true, isMobile: true }),
      colorScheme,
      baseURL: url,
      locale: language,
      // For the font, which is not one of the application's files.
      bypassCSP: true,
    });
    await useFont(context);
    const page = await openScreen(context, screen);
    const shot = await page.screenshot({ animations: 'disabled' });
    await context.close();
    for (const width of widths) {
      const file = path.join(folder, `${name}-${language}-${colorScheme}-${width}.avif`);
      const { size } = await sharp(shot).resize({ width }).avif({ quality: 50, effort: 4 }).toFile(file);
      bytes += size;
    }
  }
  return bytes;
}

const wanted = process.argv.slice(2);
const chosen = pictures.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
await mkdir(folder, { recursive: true });
const server = await startAppServer({ DEMO_DATA: 'true', TILE_URL: 'none' });
try {
  const browser = await chromium.launch({ executablePath: provideBrowser(), args: browserFlags });
  for (const picture of chosen) {
    for (const language of languages) {
      const bytes = await take(browser, server.url, picture, language);
      console.log(`${picture.name} ${language}  ${Math.round(bytes / 1000)} kB`);
    }
  }
  await browser.close();
} finally {
  await server.stop();
}
