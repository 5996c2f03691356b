/** Structured logs, one logger per part of the server. Secrets are redacted by name; addresses are logged without their query. */
import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';
import type { ErrorTracker } from './error-tracker.ts';
import { currentSpan } from './trace.ts';

export type { Logger };

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

export const logNames = [
  'server',
  'http',
  'browser',
  'database',
  'jobs',
  'mail',
  'files',
  'pdf',
  'pictures',
  'exports',
  'imports',
  'accounts',
  'payments',
] as const;
export type LogName = (typeof logNames)[number];

/** Every line carries the name of its logger, so that an operator can filter. */
export type Logs = Record<LogName, Logger>;

/** The level of all loggers, and of single ones that differ. */
export type LogLevels = { all: LogLevel } & Partial<Record<LogName, LogLevel>>;

/**
 * The loggers of a process.
 * @param tracker gets every line at the levels error and fatal
 * @param traced whether lines carry the id of the trace in which they are written
 * @param destination standard output by default
 */
export function createLogs(
  levels: LogLevels,
  {
    tracker,
    traced = false,
    destination,
  }: { tracker?: ErrorTracker | null; traced?: boolean; destination?: DestinationStream } = {},
): Logs {
  const options: LoggerOptions = {
    level: levels.all,
    redact: {
      paths: [
        'req.headers.authorization',
        'req.headers.cookie',
        'res.headers["set-cookie"]',
        '*.password',
        '*.token',
      ],
      censor: '[redacted]',
    },
    ...(traced && { mixin: traceId }),
    ...(tracker && { hooks: { logMethod: reportTo(tracker) } }),
  };
  const root = destination ? pino(options, destination) : pino(options);
  return Object.fromEntries(
    logNames.map((name) => [name, root.child({ name }, { level: levels[name] ?? levels.all })]),
  ) as Logs;
}

/** As OpenTelemetry names it in logs. */
function traceId(): { trace_id?: string } {
  const span = currentSpan();
  return span ? { trace_id: span.traceId } : {};
}

const { error: errorLevel = 50, fatal: fatalLevel = 60 } = pino.levels.values;

/** One rule for all of the server: what is logged as an error is reported. */
const reportTo = ({ report }: ErrorTracker): NonNullable<LoggerOptions['hooks']>['logMethod'] =>
  function (args, method, level) {
    const [about, text] = args as [Record<string, unknown>, string];
    const { name } = this.bindings();
    if (level >= errorLevel)
      report({ level: level >= fatalLevel ? 'fatal' : 'error', logger: name, text, about });
    method.apply(this, args);
  };
