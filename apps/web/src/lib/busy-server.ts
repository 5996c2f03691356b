import type { ErrorCode } from '@servicebook/shared/error-codes';
import { type AxiosAdapter, CanceledError, isAxiosError } from 'axios';
import { readRefusal } from './read-refusal.ts';

/** Refusals of a moment: nothing was stored, and the same call passes when it is sent again. */
const passing: (string | undefined)[] = ['TOO_MUCH_WORK', 'WORK_INTERRUPTED'] satisfies ErrorCode[];
/** With five seconds each, a queue full of the largest pictures is worked off. */
export const repeats = 6;
const usualSeconds = 5;
const mostSeconds = 60;

/** How long to wait before a call is repeated; null when it was not refused for a moment only. */
async function pauseAfter(error: unknown): Promise<number | null> {
  if (!isAxiosError(error) || !error.response) return null;
  const { status, data, headers } = error.response;
  if (status !== 429 && status !== 503) return null;
  const { body } = await readRefusal(data);
  if (!passing.includes(body.code)) return null;
  const seconds = Number(headers['retry-after']);
  return 1000 * Math.min(seconds > 0 ? seconds : usualSeconds, mostSeconds);
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
 * A transport that asks again when the company has many pictures or documents under way. The same request is sent, with
 * its idempotency key; meanwhile its progress is back at nothing. A cancelled call asks no more.
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
