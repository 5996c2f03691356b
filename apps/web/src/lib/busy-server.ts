import type { ErrorCode } from '@servicebook/shared/error-codes';
import { type AxiosAdapter, CanceledError, isAxiosError } from 'axios';
import { readRefusal } from './read-refusal.ts';

/** Temporary refusals: nothing was stored, and the same call succeeds later. */
const temporary: (string | undefined)[] = ['TOO_MUCH_WORK', 'WORK_INTERRUPTED'] satisfies ErrorCode[];
/** At five seconds each, enough for a queue full of the largest pictures. */
export const repeats = 6;
const usualSeconds = 5;
const maxSeconds = 60;

/** The delay before a retry; null if the refusal is not temporary. */
async function pauseAfter(error: unknown): Promise<number | null> {
  if (!isAxiosError(error) || !error.response) return null;
  const { status, data, headers } = error.response;
  if (status !== 429 && status !== 503) return null;
  const { body } = await readRefusal(data);
  if (!temporary.includes(body.code)) return null;
  const seconds = Number(headers['retry-after']);
  return 1000 * Math.min(seconds > 0 ? seconds : usualSeconds, maxSeconds);
}

const pause = (milliseconds: number, signal: Parameters<AxiosAdapter>[0]['signal']) =>
  new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener?.('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    if (signal?.aborted) end();
    signal?.addEventListener?.('abort', end);
  });

/**
 * A transport that retries while the company has many pictures or documents in progress. It sends the same request with
 * the same idempotency key and resets its progress. A cancelled call is not retried.
 */
export const waitWhileBusy =
  (adapter: AxiosAdapter): AxiosAdapter =>
  async (config) => {
    for (let repeated = 0; ; repeated++) {
      try {
        return await adapter(config);
      } catch (error) {
        const milliseconds = repeated < repeats ? await pauseAfter(error) : null;
        if (milliseconds === null) throw error;
        config.onUploadProgress?.({ loaded: 0, progress: 0, bytes: 0, lengthComputable: false });
        await pause(milliseconds, config.signal);
        if (config.signal?.aborted) throw new CanceledError(undefined, config);
      }
    }
  };
