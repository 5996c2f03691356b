/** Stops what a command has started, in time whatever hangs. */
import { setTimeout as pause } from 'node:timers/promises';

export interface Part {
  name: string;
  stop: () => Promise<unknown>;
  /** So long it may take. Whoever ends a process often kills it after 30 seconds. */
  seconds: number;
}

const tooLate = Symbol('too late');

/**
 * Stops the parts, the last one first. One that fails or takes too long is left.
 * @param say tells the operator of it
 * @returns whether all have stopped
 */
export async function stopParts(
  parts: Part[],
  say: (text: string, error?: unknown) => void,
): Promise<boolean> {
  let all = true;
  for (let part = parts.pop(); part; part = parts.pop()) {
    const { name, stop, seconds } = part;
    try {
      if ((await Promise.race([stop(), pause(seconds * 1000, tooLate)])) === tooLate) {
        say(`The ${name} did not stop within ${seconds} seconds and is left.`);
        all = false;
      }
    } catch (error) {
      say(`Stopping the ${name} failed:`, error);
      all = false;
    }
  }
  return all;
}
