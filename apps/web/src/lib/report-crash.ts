import { ApiError } from './api-error.ts';
import { loadAhead } from './load-code.ts';

/**
 * Reports an error that nothing handled to the server, whose log and error tracker take it. Answers of the server are
 * in its log already.
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
