// The public pages for visitors: readable before any script runs, without errors, in Polish and English.
import { publicPages } from '@servicebook/shared/site';
import { expect, expectAccessible, test } from '../fixtures.ts';

const addresses = publicPages.map(({ path }) => path);

for (const { locale, colorScheme } of [
  { locale: 'pl', colorScheme: 'light' },
  { locale: 'en-GB', colorScheme: 'dark' },
] as const) {
  test.describe(`in ${locale}, ${colorScheme}`, () => {
    test.use({ locale, colorScheme });

    test('every public page is accessible, and not wider than the screen', { tag: '@phone' }, async ({
      page,
    }) => {
      await page.addInitScript(() => localStorage.setItem('servicebook.cookie-consent', String(Date.now())));
      for (const address of addresses) {
        await page.goto(address);
        await expect(page.getByRole('contentinfo')).toBeAttached();
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expect(page.locator('html')).toHaveAttribute('lang', locale.slice(0, 2));
        expect(await page.title()).toMatch(/^.+ · Servicebook$/);
        const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect(tooWide, `${address} is wider than the screen`).toBeLessThanOrEqual(0);
        await expectAccessible(page);
      }
    });
  });
}

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false, locale: 'de' });

  test('the landing page can be read, and its links work', { tag: '@phone' }, async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Serviceheft');
    await expect(page.getByRole('main').getByRole('img').first()).toBeVisible();
    await expect(
      page.getByRole('main').getByRole('link', { name: 'Kostenloses Konto anlegen' }).first(),
    ).toHaveAttribute('href', '/register');
  });
});

test('a visitor accepts the cookies once, navigates by the footer, and registers', {
  tag: '@phone',
}, async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Rozumiem I understand' }).click();
  const footer = page.getByRole('contentinfo');
  await footer.getByRole('link', { name: 'Terms and conditions' }).click();
  await expect(page.getByRole('note')).toContainText('Sample text');
  await footer.getByRole('link', { name: 'Privacy policy' }).click();
  await expect(page.getByRole('heading', { level: 2, name: /Your rights/ })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('button', { name: /Rozumiem/ })).toBeHidden();
  await footer.getByRole('combobox', { name: 'Language' }).selectOption('Polski');
  await expect(page.getByRole('heading', { level: 1, name: 'Polityka prywatności' })).toBeVisible();
  await footer.getByRole('link', { name: 'Załóż bezpłatne konto' }).click();
  await expect(page).toHaveURL(/\/register$/);
});

test('a returning visitor sees the language chosen here, not the browser’s', async ({ page }) => {
  await page.addInitScript(() => {
    localStorage.setItem('servicebook.language', '"ru"');
    localStorage.setItem('servicebook.cookie-consent', String(Date.now()));
  });
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Сервисная книжка');
  await page.goto('/?lang=it');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Il libretto');
});

test('the app can be installed', { tag: '@phone-only' }, async ({ page, request }) => {
  await page.goto('/mobile-app');
  const href = await page.locator('link[rel="manifest"]').getAttribute('href');
  const manifest = await (await request.get(href ?? '')).json();
  expect(manifest).toMatchObject({ name: 'Servicebook', display: 'standalone', start_url: '/home' });
  const purposes = manifest.icons.map(({ purpose = 'any' }) => purpose);
  expect(purposes).toEqual(expect.arrayContaining(['any', 'maskable']));
  for (const { src, sizes } of manifest.icons) {
    const picture = await request.get(src);
    expect(picture.headers()['content-type'], `${src} ${sizes}`).toBe('image/png');
  }
});
