// A phone does not compile the stored app again each time it opens it.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { BrowserContext } from '@playwright/test';
import { expect } from '../fixtures.ts';
import { openStored, test } from '../stored-app.ts';
import { openPhone } from '../stored-data.ts';

interface Compiled {
  name: string;
  args: { data?: { url?: string; consumedCacheSize?: number } };
}

/** The sizes of the kept code from which the app's libraries were compiled when the page opened, in bytes. */
async function openedFrom(context: BrowserContext): Promise<(number | undefined)[]> {
  const page = context.pages()[0] ?? (await context.newPage());
  const devtools = await context.newCDPSession(page);
  const events: Compiled[] = [];
  devtools.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as Compiled[])));
  await devtools.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['devtools.timeline', 'v8'] },
  });
  await page.goto('/machineList');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible({ timeout: 60_000 });
  const ended = new Promise((resolve) => devtools.once('Tracing.tracingComplete', resolve));
  await devtools.send('Tracing.end');
  await ended;
  return events
    .filter(({ name, args }) => name === 'v8.compileModule' && args.data?.url?.includes('/libraries-'))
    .map(({ args }) => args.data?.consumedCacheSize);
}

test('the app starts from compiled code without a network', { tag: '@phone-only' }, async ({
  page,
  server,
  company,
}) => {
  expect(company.email).toBeTruthy();
  const { cookies } = await page.context().storageState();
  const profile = await mkdtemp(path.join(tmpdir(), 'servicebook-code-'));
  const inBrowser = async <Result>(work: (context: BrowserContext) => Promise<Result>): Promise<Result> => {
    const context = await openPhone(profile, server.url, cookies);
    try {
      return await work(context);
    } finally {
      await context.close();
    }
  };
  try {
    await inBrowser(async (context) => openStored(await context.newPage(), '/machineList', 'pl'));
    await expect
      .poll(
        () =>
          inBrowser(async (context) => {
            await context.setOffline(true);
            return openedFrom(context);
          }),
        // The browser writes compiled code down after some seconds, when a file is used a second time.
        { timeout: 120_000 },
      )
      .toEqual([expect.any(Number)]);
  } finally {
    await rm(profile, { recursive: true, force: true });
  }
});
