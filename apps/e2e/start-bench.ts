// The command behind `pnpm bench:start`: a technician opens the app in airplane mode, on a phone with a slow processor.
// The browser is closed between the starts, so each one reads the app and its data from the disk.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type BrowserContext, request } from '@playwright/test';
import { provideBrowser } from './browser.ts';
import { startAppServer } from './server.ts';
import { callHeaders, demoTechnician, signInBy } from './session.ts';
import { hasWorkingSet, openPhone } from './stored-data.ts';

/** A phone of some years ago, compared with this machine. */
const slowdown = 4;
const starts = 7;
const sizes = [60, 1000, 5000];

process.env.CHROMIUM_PATH = provideBrowser();
const server = await startAppServer({ ACCOUNT_REQUESTS_PER_SECOND: '100000' });
const rows: Record<string, Record<string, number>> = {};
try {
  const api = await request.newContext({ baseURL: server.url });
  await signInBy(api, demoTechnician);
  for (const size of sizes) {
    await fill(size);
    rows[`${size} machines`] = await measure();
  }
  await api.dispose();

  async function ask<Answer>(address: string, data: unknown): Promise<Answer> {
    const answer = await api.post(address, { data, headers: callHeaders });
    if (!answer.ok()) throw new Error(`${address}: ${answer.status()} ${await answer.text()}`);
    return answer.json();
  }

  /** Adds machines to the demo company until there are so many. */
  async function fill(size: number): Promise<void> {
    const { content, totalElements } = await ask<{
      content: { category: { id: number }; customer: { id: number } }[];
      totalElements: number;
    }>('/api/device/search', { page: 0, size: 100 });
    let made = totalElements;
    const add = async () => {
      while (made < size) {
        const like = content[made++ % content.length];
        await ask('/api/device/insert', {
          name: `Press ${made}`,
          serialNumber: `SN-${made}`,
          category: like?.category,
          customer: like?.customer,
        });
      }
    };
    await Promise.all([add(), add(), add(), add()]);
  }

  async function measure(): Promise<Record<string, number>> {
    const profile = await mkdtemp(path.join(tmpdir(), 'servicebook-start-'));
    const { cookies } = await api.storageState();
    const open = () => openPhone(profile, server.url, cookies);
    try {
      const first = await open();
      const page = first.pages()[0] ?? (await first.newPage());
      await page.goto('/machineList');
      for (const end = Date.now() + 300_000; !(await hasWorkingSet(page)); await page.waitForTimeout(500))
        if (Date.now() > end) throw new Error('The app or its data were not stored within five minutes');
      // The browser writes down what it stores.
      await page.waitForTimeout(3000);
      await first.close();

      const times: { shown: number; listed: number }[] = [];
      while (times.length < starts) times.push(await start(await open()));
      return medians(times);
    } finally {
      await rm(profile, { recursive: true, force: true });
    }
  }

  async function start(context: BrowserContext): Promise<{ shown: number; listed: number }> {
    try {
      await context.setOffline(true);
      const page = context.pages()[0] ?? (await context.newPage());
      const devtools = await context.newCDPSession(page);
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
      const started = performance.now();
      await page.goto('/machineList', { waitUntil: 'commit' });
      await page.getByRole('heading', { level: 1 }).waitFor({ timeout: 60_000 });
      const shown = performance.now() - started;
      await page.locator('a[href*="/machineEdit?id="]').first().waitFor({ timeout: 60_000 });
      return { shown, listed: performance.now() - started };
    } finally {
      await context.close();
    }
  }
} finally {
  await server.stop();
}
console.table(rows);

function medians(times: readonly { shown: number; listed: number }[]): Record<string, number> {
  const sorted = (of: 'shown' | 'listed') => times.map((each) => each[of]).sort((a, b) => a - b);
  const [shown, listed] = [sorted('shown'), sorted('listed')];
  const middle = Math.floor(times.length / 2);
  return {
    'heading, ms': Math.round(shown[middle] ?? 0),
    'machines, ms': Math.round(listed[middle] ?? 0),
    'slowest, ms': Math.round(listed.at(-1) ?? 0),
  };
}
