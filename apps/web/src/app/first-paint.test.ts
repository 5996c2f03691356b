import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';

const script = readFileSync(path.join(import.meta.dirname, '../../public/color-scheme.js'), 'utf8');
const page = document.documentElement;
const day = 24 * 60 * 60 * 1000;

/** The script that runs before the first paint. */
const run = () => new Function(script)();
afterEach(() => page.removeAttribute('data-cookies-accepted'));

it.each([
  ['nobody has accepted', null, false],
  ['was accepted', Date.now(), true],
  ['was accepted 998 days ago', Date.now() - 998 * day, true],
  ['was accepted 1000 days ago', Date.now() - 1000 * day, false],
])('the drawn notice on cookies is hidden if it %s', (_, since, isHidden) => {
  if (since) localStorage.setItem('servicebook.cookie-consent', JSON.stringify(since));
  run();
  expect(page.hasAttribute('data-cookies-accepted')).toBe(isHidden);
});

it('the drawn notice on cookies can be accepted before the app is there', () => {
  run();
  document.body.innerHTML = '<button>else</button><div data-cookie-notice><button>Rozumiem</button></div>';
  const [other, accept] = document.querySelectorAll('button');
  other?.click();
  expect(localStorage.getItem('servicebook.cookie-consent')).toBeNull();
  accept?.click();
  expect(Date.now() - Number(localStorage.getItem('servicebook.cookie-consent'))).toBeLessThan(day);
  expect(page).toHaveAttribute('data-cookies-accepted');
});

it.each([
  ['soon', false, 100],
  ['at once in a tab that is not painted', true, 0],
])('the scripts of a drawn page are loaded %s', (_, hidden, after) => {
  vi.useFakeTimers();
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(hidden);
  document.body.innerHTML =
    '<h1>Servicebook</h1><template data-scripts><script type="module"></script></template>';
  run();
  document.dispatchEvent(new Event('DOMContentLoaded', { bubbles: true }));
  expect(document.querySelector('script')).toBeNull();
  vi.advanceTimersByTime(after);
  expect(document.querySelector('body > script')).not.toBeNull();
  vi.useRealTimers();
});
