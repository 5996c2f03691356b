/** What runs by the clock, whatever time it is when the tests run. */
import { afterAll, expect, it } from 'vitest';
import { jobHandlers } from '../features/index.ts';
import { useTestApp } from './app.ts';
import { asProduct, ofScheduledWork, wasSent } from './statement-watch.ts';
import { buildUsedAccount } from './used-account.ts';

const app = useTestApp();

const week = 7 * 24 * 3_600_000;
/** Ten o'clock on a Monday: some work is for its morning alone. The weeks of the epoch begin on a Thursday. */
const mondayAfter = (now: Date) =>
  Math.ceil(now.getTime() / week) * week + 4 * 24 * 3_600_000 + 10 * 3_600_000;

it.each([0, 1, 6, 57])('scheduled work keeps to the rule for statements, %i weeks later', async (weeks) => {
  await buildUsedAccount(app);
  app.setNow(new Date(mondayAfter(new Date()) + weeks * week));
  const failed: unknown[] = [];
  for (const { kind, cron, everySeconds, dailyFromMinute, handle } of jobHandlers(app.deps)) {
    if ((cron ?? everySeconds ?? dailyFromMinute) === undefined) continue;
    await asProduct(() => handle({} as never, AbortSignal.timeout(60_000))).catch((error: unknown) => {
      failed.push({ job: kind.name, error });
    });
  }
  expect(failed).toEqual([]);
});

// An exception that no work needs any more could hide a statement of a request.
afterAll(() => expect(ofScheduledWork.filter((one) => !wasSent(one))).toEqual([]));
