/** The traces of a server and of its processes. */
import type { Config } from './config.ts';
import { version } from './open-logs.ts';
import type { Logs } from './platform/logger.ts';
import type { Traces } from './platform/trace.ts';

/** @returns null without the setting */
export async function openTraces(
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
