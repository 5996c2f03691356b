/**
 * What of our own is away for now: the same call may succeed later. Work that was begun and took too long is not among it,
 * because it may always take too long.
 */

/** Refuses us; not reachable; no such database; too slow; connection lost; none free; lost to another transaction. */
const prismaCodes = new Set('P1000 P1001 P1002 P1003 P1008 P1010 P1017 P2024 P2034 P2037'.split(' '));
/**
 * Codes of PostgreSQL: connection lost; too many connections or no memory; shutting down or starting; waited too long for
 * a lock; takes no writes; lost to another transaction; cannot read its disk.
 */
const states = /^(08\w{3}|53[023]\d\d|57P0\d|55P03|25006|40001|40P01|58030)$/;
const networkCodes = new Set(
  'ECONNREFUSED ECONNRESET EHOSTUNREACH ENETUNREACH ENOTFOUND EAI_AGAIN ETIMEDOUT EPIPE'.split(' '),
);
/** Of a file store that is no disk. */
const storageAway = 'STORAGE_AWAY';
/** Of pg, its pool, Prisma and Node, which give them no code, or one that may mean something else. */
const messages =
  /^Connection terminated|^timeout (?:exceeded when trying to connect|expired$)|^Client has encountered a|Unable to start a transaction|\bconnect E[A-Z]+ /;
/** Of the database; of the files: no space, no quota. */
const diskFull = ['53100', 'ENOSPC', 'EDQUOT'];
/** It is a copy. */
const readOnly = '25006';

interface Cause {
  name?: string;
  message?: string;
  code?: unknown;
  originalCode?: unknown;
  /** Of PostgreSQL. */
  severity?: string;
  cause?: unknown;
  meta?: { driverAdapterError?: unknown };
  errors?: unknown[];
  /** It is not from our database. */
  isAxiosError?: boolean;
}

/** An error and everything that it names as its reason. */
function causesOf(error: unknown, depth = 0): Cause[] {
  if (typeof error !== 'object' || error === null || depth > 5) return [];
  const { cause, meta, errors = [] } = error as Cause;
  const inner = [cause, meta?.driverAdapterError, ...(Array.isArray(errors) ? errors : [])];
  return [error as Cause, ...inner.flatMap((each) => causesOf(each, depth + 1))];
}

const codesOf = ({ code, originalCode }: Cause): string[] =>
  [code, originalCode].filter((each) => typeof each === 'string');

const hasCode = (error: unknown, codes: string[]): boolean =>
  causesOf(error).some((cause) => codesOf(cause).some((code) => codes.includes(code)));

/** Whether the database or the disk of the files has no space left. */
export const isDiskFull = (error: unknown): boolean => hasCode(error, diskFull);

/** Whether the database answers, but stores nothing. */
export const takesNoWrites = (error: unknown): boolean => hasCode(error, [...diskFull, readOnly]);

/** Whether the database or the file store did not answer, or could not do it now. */
export function isUnavailable(error: unknown): boolean {
  const causes = causesOf(error);
  if (causes.some(({ isAxiosError }) => isAxiosError)) return false;
  return causes.some(
    (cause) =>
      cause.name === 'DatabaseSilent' ||
      // PostgreSQL ended the connection, or refused it.
      cause.severity === 'FATAL' ||
      messages.test(cause.message ?? '') ||
      codesOf(cause).some(
        (code) =>
          code === storageAway || prismaCodes.has(code) || states.test(code) || networkCodes.has(code),
      ),
  );
}
