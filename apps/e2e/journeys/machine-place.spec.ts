// The place of a machine, hotels for technicians, inspections, and their entries in the machine's history.
import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../fixtures.ts';
import { addMachine } from '../machine.ts';
import { call, callHeaders } from '../session.ts';

/** A map picture: 1 × 1, grey, stretched by the map. */
const tile = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==',
  'base64',
);
const tiles = 'https://tile.openstreetmap.org/**';
const places = [
  { label: 'Poznań, Poland', latitude: 52.4082, longitude: 16.9335 },
  { label: 'Poznań Główny', latitude: 52.4018, longitude: 16.9116 },
];

async function openMachine(page: Page): Promise<number> {
  const { id } = await addMachine(page, {
    machine: { name: 'Hydraulic press', transferDate: '2026-01-10' },
  });
  await page.addInitScript(() => localStorage.setItem('servicebook.cookie-consent', String(Date.now())));
  await page.goto(`/machineEdit?id=${id}&prev=machineList`);
  return id;
}

async function openTab(page: Page, name: string) {
  // With or without a count.
  const counted = { name: new RegExp(`^${name}( \\d+)?$`) };
  await page.getByRole('tab', counted).click();
  return page.getByRole('tabpanel', counted);
}

const hotel = (name: string, latitude: number) => ({ id: null, name, latitude, longitude: 16.93 });

/** One finger down the middle of the map, which scrolls the page back. */
async function swipeOver(page: Page, box: { x: number; y: number; width: number; height: number }) {
  const session = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: y === undefined ? [] : [{ x: box.x + box.width / 3, y }],
    });
  const start = box.y + box.height / 3;
  await touch('touchStart', start);
  for (let way = 10; way <= 150; way += 10) await touch('touchMove', start + way);
  await touch('touchEnd');
  await session.detach();
}

test('the point is searched for, set on the map and saved; then there are directions to the machine', {
  tag: '@phone',
}, async ({ page, company, isMobile }) => {
  expect(company.email).toBeTruthy();
  let asked = 0;
  await page.route(tiles, (route) => {
    asked++;
    return route.fulfill({ contentType: 'image/png', body: tile });
  });
  await page.route('**/api/geo/search?*', (route) => route.fulfill({ json: places }));
  await openMachine(page);
  expect(asked, 'no map is asked for before its tab opens').toBe(0);

  const panel = await openTab(page, 'Map');
  await expect(panel.getByText('No point on the map yet')).toBeVisible();
  await expect.poll(() => asked).toBeGreaterThan(0);
  await expectAccessible(page);

  await panel.getByRole('button', { name: 'Set the point' }).click();
  const coordinates = panel.getByLabel('Coordinates');
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect(panel.getByText('Select the location on the map')).toBeVisible();
  await panel.getByLabel('Search for a place').fill('Poznań');
  await panel.getByLabel('Search for a place').press('Enter');
  await expect(panel.getByRole('list', { name: 'Places found' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(coordinates).toHaveValue('52.4082, 16.9335');

  const map = panel.getByRole('region', { name: 'Map: Hydraulic press' });
  await map.scrollIntoViewIfNeeded();
  const box = await map.boundingBox();
  if (!box) throw new Error('the map is not on the screen');
  if (isMobile) {
    // Both are read at the same moment, because the page keeps scrolling after the finger is lifted.
    const fromMap = () =>
      map.getByTitle('Hydraulic press').evaluate((pin) => {
        const around = pin.closest('.leaflet-container');
        if (!around) throw new Error('the pin is on no map');
        return Math.round(pin.getBoundingClientRect().y - around.getBoundingClientRect().y);
      });
    await expect(map.locator('.leaflet-zoom-anim, .leaflet-pan-anim')).toHaveCount(0);
    const place = await fromMap();
    const scrolled = await page.evaluate(() => window.scrollY);
    await swipeOver(page, box);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeLessThan(scrolled - 50);
    expect(await fromMap(), 'one finger scrolls the page, not the map').toBe(place);
  }
  await map.click({ position: { x: box.width / 4, y: box.height / 3 } });
  await expect(coordinates).not.toHaveValue('52.4082, 16.9335');
  const set = await coordinates.inputValue();
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await expect(panel.getByText(set)).toBeVisible();
  await expect(panel.getByRole('link', { name: 'Navigate' })).toHaveAttribute(
    'href',
    new RegExp(encodeURIComponent(set.replace(' ', ''))),
  );
  await expectAccessible(page);

  await panel.getByRole('button', { name: 'Full-screen map' }).click();
  await expect(page.getByRole('dialog', { name: 'Map: Hydraulic press' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  const history = await openTab(page, 'History');
  const change = history.getByRole('listitem').filter({ hasText: 'Machine details changed' });
  await expect(change).toContainText('Latitude');
  await expect(change).toContainText(set.split(', ')[0] ?? '');
});

test('hotels are sorted by distance; one is added, viewed, changed and deleted', async ({
  page,
  company,
}) => {
  expect(company.email).toBeTruthy();
  const id = await openMachine(page);
  await call(page, '/api/deviceHotel/insert', hotel('Alpha Inn', 50));
  await call(page, '/api/deviceHotel/insert', hotel('Zulu House', 52.41));
  let panel = await openTab(page, 'Hotels');
  const rows = panel.getByRole('list', { name: 'Hotels' }).getByRole('listitem');
  await expect(rows).toHaveText([/Alpha Inn/, /Zulu House/]);
  await expect(panel.getByText(/sorted by name/)).toBeVisible();

  const answer = await page.request.patch('/api/device/updateGpsLocation', {
    data: { deviceId: id, latitude: 52.4, longitude: 16.93 },
    headers: callHeaders,
  });
  expect(answer.ok()).toBe(true);
  await page.reload();
  panel = page.getByRole('tabpanel', { name: 'Hotels' });
  await expect(rows).toHaveText([/Zulu House.*1\.1\skm/, /Alpha Inn.*267\skm/]);
  await expectAccessible(page);

  await panel.getByRole('button', { name: 'Add hotel' }).click();
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect(panel.getByText('Name cannot be empty')).toBeVisible();
  await expect(panel.getByText('Select the location on the map')).toBeVisible();
  await expectAccessible(page);
  await panel.getByLabel('Name').fill('Mike Hotel');
  await panel.getByLabel('Website').fill('mike.example');
  await panel.getByLabel('Coordinates').fill('52.4, 16.94');
  await panel.getByRole('button', { name: 'Save' }).click();
  const details = panel.getByRole('region', { name: 'Mike Hotel' });
  await expect(details.getByText(/^\d{3}\sm from the machine$/)).toBeVisible();
  await expect(details.getByRole('link', { name: 'mike.example' })).toHaveAttribute(
    'href',
    'https://mike.example/',
  );
  await expectAccessible(page);

  await panel
    .getByRole('region', { name: 'Map of the hotels' })
    .getByTitle(/^Zulu House/)
    .press('Enter');
  await expect(panel.getByRole('region', { name: 'Zulu House' })).toBeVisible();
  await panel.getByRole('button', { name: 'Edit' }).click();
  await panel.getByLabel('City').fill('Poznań');
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect(panel.getByRole('region', { name: 'Zulu House' }).getByText('Poznań')).toBeVisible();
  await panel.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog', { name: 'Delete hotel?' }).getByRole('button', { name: 'Delete' }).click();
  await expect(rows).toHaveText([/Mike Hotel/, /Alpha Inn/]);
});

test('inspections are planned by a frequency, which must be greater than 0', async ({ page, company }) => {
  expect(company.email).toBeTruthy();
  await openMachine(page);
  const panel = await openTab(page, 'Inspections');
  const toggle = panel.getByRole('switch', { name: /^Periodic inspections/ });
  await expect(toggle).toBeVisible();
  await expectAccessible(page);
  if (!(await toggle.isChecked())) await toggle.press('Space');
  await expect(panel.getByText('No frequency set')).toBeVisible();

  const frequency = panel.getByLabel('Inspection frequency');
  await frequency.fill('-3');
  await panel.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(panel.getByText('Write error: the inspection frequency must be greater than 0')).toBeVisible();
  await expect(frequency).toHaveAttribute('aria-invalid', 'true');
  await expect(frequency).toHaveValue('0');
  await expectAccessible(page);
  await frequency.fill('240');
  await panel.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await expect(panel.getByText('10 Jan 2046')).toBeVisible();

  const history = await openTab(page, 'History');
  const change = history.getByRole('listitem').filter({ hasText: 'Inspection frequency' });
  await expect(change).toContainText('240 months');
  await expectAccessible(page);
  await history.getByRole('button', { name: 'Service book (PDF)' }).click();
  const book = page.getByRole('dialog', { name: 'Service book Hydraulic press.pdf' });
  await expect(book.getByRole('region', { name: /^Page 1 of/ })).toBeVisible();
  await book.getByRole('button', { name: 'Close preview' }).click();
});

test.describe('without map pictures', () => {
  test.use({ allowedErrors: [/ERR_FAILED.*tile\.openstreetmap/] });

  test('points and coordinates still work', async ({ page, company }) => {
    expect(company.email).toBeTruthy();
    await page.route(tiles, (route) => route.abort());
    await openMachine(page);
    const panel = await openTab(page, 'Map');
    await expect(panel.getByText('Map images are not available')).toBeVisible();
    await panel.getByRole('button', { name: 'Set the point' }).click();
    await panel.getByRole('region', { name: 'Map: Hydraulic press' }).focus();
    await page.keyboard.press('Enter');
    await expect(panel.getByLabel('Coordinates')).toHaveValue(/^51\.0\d+, 19\.1\d+$/);
    await panel.getByRole('button', { name: 'Save' }).click();
    await expect(panel.getByRole('region').getByTitle('Hydraulic press')).toBeVisible();
  });
});
