import type { ErrorCode } from '@servicebook/shared/error-codes';
import { readRefusal } from './read-refusal.ts';

/** The server's own word for it. */
const away: ErrorCode = 'UNAVAILABLE';
/** Of a proxy whose server is away, too. */
const statuses = [502, 503, 504];

/**
 * Whether a call did not reach a server that can work: there is no answer, its database is away, or a proxy has answered
 * in its place. Refusals, and calls that were cancelled, are answers.
 */
export async function isUnreached(error: unknown): Promise<boolean> {
  const { response, code } = error as { response?: { status: number; data: unknown }; code?: string };
  if (!response) return code !== 'ERR_CANCELED';
  if (!statuses.includes(response.status)) return false;
  const { body } = await readRefusal(response.data);
  return body.code === undefined || body.code === away;
}
