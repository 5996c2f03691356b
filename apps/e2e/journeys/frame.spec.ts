// The frame of a page: texts that fit, messages that cover nothing, and print.
import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { addMachine } from '../machine.ts';

test.beforeEach(async ({ page, company }) => {
  expect(company.email).toBeTruthy();
  await page.addInitScript(() => localStorage.setItem('servicebook.cookie-consent', String(Date.now())));
});

/** Opens a page; the first page in a browser has no cache. */
async function open(page: Page, address: string) {
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible({ timeout: 60_000 });
}

const endOf = async (element: Locator) => {
  const box = await element.boundingBox();
  return (box?.y ?? 0) + (box?.height ?? 0);
};

test('the frame stands before the code, and takes no tap in vain', { tag: '@phone-only' }, async ({
  page,
}) => {
  await page.addInitScript(() => localStorage.removeItem('servicebook.cookie-consent'));
  let goOn = () => {};
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  await page.route('**/assets/*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/machineList', { waitUntil: 'commit' });
  const bar = page.getByRole('navigation', { name: 'Main menu' });
  await expect(bar.getByRole('link', { name: 'Customers' })).toBeVisible();
  await expect(bar.getByRole('button', { name: 'Menu' })).toBeDisabled();
  const cookies = page.getByRole('region', { name: 'Cookies' });
  await cookies.getByRole('button').click();
  await expect(cookies).toBeHidden();
  goOn();
  await expect(page.getByRole('heading', { level: 1, name: 'Machines' })).toBeVisible({ timeout: 60_000 });
  await expect(cookies).toBeHidden();
  await bar.getByRole('button', { name: 'Menu' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('a word longer than a phone breaks on the cards of lists and of the log', {
  tag: '@phone-only',
}, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 });
  const name = 'Elektrizitaetenhauptbetriebswerkbauunterbeamtengesellschaft1';
  await addMachine(page, { machine: { name } });
  for (const address of ['/machineList', '/logs']) {
    await open(page, address);
    await expect(page.getByText(name).first()).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  }
});

test('a message is shown below the bar, and below the title of a dialog', { tag: '@phone' }, async ({
  page,
}) => {
  await open(page, '/machineTodo');
  const dialog = page.getByRole('dialog', { name: 'New to-do' });
  const add = page.getByRole('button', { name: 'Add to-do' }).first();
  await add.click();
  await dialog.getByRole('textbox', { name: 'What needs to be done' }).fill('Order seals');
  await dialog.getByRole('button', { name: 'Add to-do' }).click();
  const message = page.getByText('Saved successfully');
  await expect(message).toBeVisible();
  const isBelow = async (place: Locator) => ((await message.boundingBox())?.y ?? 0) > (await endOf(place));
  await expect.poll(() => isBelow(page.getByRole('banner'))).toBe(true);
  // It stays under the pointer.
  await message.hover();
  await add.dispatchEvent('click');
  const title = dialog.getByRole('heading', { name: 'New to-do' });
  await expect(title).toBeVisible();
  await expect.poll(() => isBelow(title)).toBe(true);
});

test('a page is printed without bars and buttons, a dialog alone', { tag: '@phone' }, async ({ page }) => {
  await open(page, '/machineTodo');
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  await expect(page.getByText('Serwis Próbny', { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('button')).toHaveCount(0);
  await page.emulateMedia({ media: 'screen' });
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await page.getByRole('button', { name: 'Add to-do' }).first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('main')).toBeHidden();
  await expect(page.getByRole('dialog')).toBeVisible();
});
