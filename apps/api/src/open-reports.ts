/** What a server and its processes tell of themselves: logs, reports of failures, and traces. */
import type { DestinationStream } from 'pino';
import type { Config } from './config.ts';
import { openLogs, version } from './open-logs.ts';
import type { Logs } from './platform/logger.ts';
import type { Traces } from './platform/trace.ts';

/** @param destination of the logs; standard output by default */
export async function openReports(
  config: Pick<Config, 'errorTracker' | 'environment' | 'logLevels' | 'traces'>,
  destination?: DestinationStream,
): Promise<{ log: Logs; traces: Traces | null; flushReports(): Promise<void> }> {
  const { log, flushErrors } = openLogs(config, destination);
  const traces = await openTraces(config, log);
  return {
    log,
    traces,
    flushReports: async () => void (await Promise.all([flushErrors(), traces?.flush()])),
  };
}

/** @returns null without the setting */
async function openTraces(
  { traces, environment }: Pick<Config, 'traces' | 'environment'>,
  log: Logs,
): Promise<Traces | null> {
  if (!traces) return null;
  // Only here: most installations have no collector, and need not load what speaks to it.
  const { openOtlpTraces } = await import('./platform/otlp-traces.ts');
  return openOtlpTraces(traces, { version, environment }, (reason) =>
    log.server.warn({ err: reason }, 'the collector does not take traces'),
  );
}
