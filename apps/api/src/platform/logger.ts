/** Structured logs, one logger per part of the server. Secrets are redacted by name; addresses are logged without their query. */
import { type DestinationStream, type Logger, pino } from 'pino';

export type { Logger };

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

export const logNames = [
  'server',
  'http',
  'database',
  'jobs',
  'mail',
  'files',
  'pdf',
  'pictures',
  'exports',
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
 * @param destination standard output by default.
 */
export function createLogs(levels: LogLevels, destination?: DestinationStream): Logs {
  const options = {
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
  };
  const root = destination ? pino(options, destination) : pino(options);
  return Object.fromEntries(
    logNames.map((name) => [name, root.child({ name }, { level: levels[name] ?? levels.all })]),
  ) as Logs;
}
