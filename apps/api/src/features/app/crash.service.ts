/** Crashes of the web app, reported by browsers; anybody may send them. */
import type { CrashReport } from '@servicebook/shared/app';
import { screenPath } from '@servicebook/shared/screen-path';
import type { Deps } from '../../deps.ts';
import type { Caller, Ctx } from '../../platform/ctx.ts';
import { networkSource } from '../../platform/network-source.ts';
import { readUserAgent } from '../user/sessions.service.ts';

const reportsPerNetwork = { points: 20, seconds: 3600 };

/**
 * Logs a crash, which also reports it to the error tracker.
 * @throws AppError TOO_MANY_ATTEMPTS
 */
export async function logCrash(
  { throttle, log }: Pick<Deps, 'throttle' | 'log'>,
  { ip, requestId, userAgent }: Caller,
  user: Ctx | null,
  { name, message, stack, screen }: CrashReport,
): Promise<void> {
  await throttle.take('crash', networkSource(ip), reportsPerNetwork);
  const err = Object.assign(new Error(message), { name, stack });
  const { accountId, userId } = user ?? {};
  const { browser } = readUserAgent(userAgent);
  log.browser.error(
    { err, requestId, accountId, userId, screen: screenPath(screen), browser },
    'a screen crashed',
  );
}
