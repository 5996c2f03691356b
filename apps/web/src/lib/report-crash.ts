import { ApiError } from './api-error.ts';
import { loadAhead } from './load-code.ts';

/**
 * Reports an unhandled error to the server, for its log and error tracker. Refused calls are already in the server's
 * log.
 */
export function reportCrash(error: unknown): void {
  if (!(error instanceof Error) || error instanceof ApiError) return;
  loadAhead(async () => (await import('./crash-report.ts')).sendCrash(error));
}

/** Reports errors outside of screens: in event handlers and rejected promises. */
export function watchCrashes(): void {
  window.addEventListener('error', ({ error }) => reportCrash(error));
  window.addEventListener('unhandledrejection', ({ reason }) => reportCrash(reason));
}
