/** The logs of a server and of its processes, with the error tracker behind them. */
import { createRequire } from 'node:module';
import type { DestinationStream } from 'pino';
import type { Config } from './config.ts';
import { openErrorTracker } from './platform/error-tracker.ts';
import { createLogs, type Logs } from './platform/logger.ts';

/** Of this program. */
export const { version } = createRequire(import.meta.url)('../package.json') as { version: string };
/** Failures are grouped by it. */
const release = `servicebook@${version}`;

/** @param destination standard output by default */
export function openLogs(
  {
    errorTracker,
    environment,
    logLevels,
    traces,
  }: Pick<Config, 'errorTracker' | 'environment' | 'logLevels' | 'traces'>,
  destination?: DestinationStream,
): { log: Logs; flushErrors(): Promise<void> } {
  const tracker =
    errorTracker &&
    openErrorTracker(errorTracker, { release, environment }, (reason) =>
      log.server.warn({ err: reason }, 'the error tracker does not take reports'),
    );
  const log = createLogs(logLevels, {
    tracker,
    traced: traces !== null,
    ...(destination && { destination }),
  });
  return { log, flushErrors: async () => tracker?.flush() };
}
