// The command behind `pnpm bench:board`: how long the planning board takes to answer a drag, with 60 technicians and 500
// visits in a week, in a browser whose processor is slowed down four times. Prints the median and the slowest time from
// the event to the next picture on the screen. `pnpm bench:board --rounds 30` measures more often.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { chromium, type Locator, type Page } from '@playwright/test';
import { fillVisits } from '@servicebook/api/bench/visits';
import { startEmbeddedPostgres } from '@servicebook/api/platform/embedded-postgres';
import type { SessionUser } from '@servicebook/shared/user';
import { browserFlags, provideBrowser } from './browser.ts';
import { startAppServer } from './server.ts';
import { callHeaders, demoAdmin, signIn } from './session.ts';

const { values: options } = parseArgs({ options: { rounds: { type: 'string', default: '12' } } });
const slowdown = 4;

/** A Monday of the far future, where the demo company has planned nothing. */
const monday = '2027-12-06';

/** The events whose answer is measured, in the order of a drag. */
const events = ['dragstart', 'dragenter', 'drop'] as const;
type Times = Record<(typeof events)[number], number[]>;

/** From now on the page keeps the milliseconds from each event to the frame that shows its effect. */
const watch = (page: Page) =>
  page.evaluate(
    (names) => {
      const times: Record<string, number[]> = Object.fromEntries(names.map((name) => [name, []]));
      Object.assign(window, { times });
      for (const name of names)
        window.addEventListener(
          name,
          () => {
            const start = performance.now();
            // The task after the frame's own work: layout and paint are done.
            requestAnimationFrame(() => {
              const { port1, port2 } = new MessageChannel();
              port1.onmessage = () => times[name]?.push(performance.now() - start);
              port2.postMessage(null);
            });
          },
          { capture: true },
        );
    },
    events as readonly string[],
  );

async function centre(element: Locator): Promise<[x: number, y: number]> {
  const box = await element.boundingBox();
  if (!box) throw new Error('A card or cell is not on the screen');
  return [box.x + box.width / 2, box.y + box.height / 2];
}

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

const dataDir = await mkdtemp(path.join(tmpdir(), 'servicebook-board-'));
const postgres = await startEmbeddedPostgres({ dataDir });
const server = await startAppServer({ DATABASE_URL: postgres.url });
try {
  const browser = await chromium.launch({ executablePath: provideBrowser(), args: browserFlags });
  const page = await browser.newPage({ baseURL: server.url, viewport: { width: 1440, height: 900 } });
  await page.addInitScript(() => localStorage.setItem('servicebook.cookie-consent', String(Date.now())));
  await signIn(page, demoAdmin);
  const answer = await page.request.get('/api/user/check-auth', { headers: callHeaders });
  const { account }: SessionUser = await answer.json();
  await fillVisits(postgres.url, account.id, monday);
  await page.goto(`/planning?day=${monday}`);
  const rows = page.locator('tbody tr', { hasText: /Technician No/ });
  const cell = (row: number, day: number) => rows.nth(row).locator('td').nth(day);
  await page.locator('tbody li[data-card]').first().waitFor();
  await page.getByRole('region').getByRole('listitem').first().waitFor();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await watch(page);
  for (let round = 0; round < Number(options.rounds); round++) {
    // To the next technician's next day, and back.
    const step = round % 2;
    const from = await centre(cell(step, step).locator('li[data-card]').first());
    const to = await centre(cell(1 - step, 1 - step));
    await page.mouse.move(...from);
    await page.mouse.down();
    await page.mouse.move(...to, { steps: 4 });
    await page.mouse.up();
    await page.waitForTimeout(1500);
  }
  const times = await page.evaluate(() => (window as unknown as { times: Times }).times);
  console.table(
    Object.fromEntries(
      events.map((name) => [
        name,
        {
          times: times[name].length,
          'median, ms': Math.round(median(times[name])),
          'slowest, ms': Math.round(Math.max(...times[name])),
        },
      ]),
    ),
  );
  await browser.close();
} finally {
  await server.stop();
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}
