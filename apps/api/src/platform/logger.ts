/** Structured logs. Secrets are redacted by name; addresses are logged without their query. */
import { type DestinationStream, type Logger, pino } from 'pino';

export type { Logger };

/**
 * The root logger of a process.
 * @param level a pino level, `silent` for none.
 * @param destination standard output by default.
 */
export const createLogger = (level: string, destination?: DestinationStream): Logger => {
  const options = {
    level,
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
  return destination ? pino(options, destination) : pino(options);
};
