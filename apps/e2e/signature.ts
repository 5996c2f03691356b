/** Draws a customer's signature. */
import { expect, type Locator, type Page } from '@playwright/test';

/** Reads the text. If text and field do not fit next to each other, one tap continues to the field. */
export async function readText(signing: Locator, words: (key: string) => string): Promise<void> {
  await expect(signing.getByRole('article')).toBeVisible();
  const on = signing.getByRole('button', { name: words('signature:toField') });
  if (await on.isVisible()) await on.click();
}

/** Draws quickly: with a finger on touch screens, otherwise with the mouse. */
export async function drawSignature(page: Page, area: Locator, touch: boolean): Promise<void> {
  const box = await area.boundingBox();
  if (!box) throw new Error('the signature field is not on the screen');
  const points = Array.from({ length: 24 }, (_, step) => ({
    x: box.x + box.width * (0.15 + step * 0.03),
    y: box.y + box.height * (0.5 - 0.25 * Math.sin(step / 2)),
  }));
  const [first, ...rest] = points;
  if (!first) return;
  if (touch) {
    const session = await page.context().newCDPSession(page);
    const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: (typeof points)[number][]) =>
      session.send('Input.dispatchTouchEvent', { type, touchPoints });
    await send('touchStart', [first]);
    for (const point of rest) await send('touchMove', [point]);
    await send('touchEnd', []);
  } else {
    await page.mouse.move(first.x, first.y);
    await page.mouse.down();
    for (const { x, y } of rest) await page.mouse.move(x, y);
    await page.mouse.up();
  }
}

/** Taps immediately; no pen gesture may swallow the tap. */
export const confirmSignature = (button: Locator, touch: boolean): Promise<void> =>
  touch ? button.tap() : button.click();
