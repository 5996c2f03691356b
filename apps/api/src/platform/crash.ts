/** Ends the process after an error that nothing has caught, as Node does, but not before it is logged and reported. */
import type { Logger } from './logger.ts';

export function endOnCrash(log: Logger, flushReports: () => Promise<void>): void {
  // Rejections that nothing handles arrive here too.
  process.once('uncaughtException', async (err, origin) => {
    log.fatal({ err, origin }, 'the server crashed');
    await flushReports();
    process.exit(1);
  });
}
