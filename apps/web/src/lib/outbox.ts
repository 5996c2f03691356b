/**
 * Content on its way to the server. It is stored once even if answers are lost and the user has typed on meanwhile: the
 * lost attempt is repeated first, with its own key, and the newer content then updates the result.
 */
import { ApiError } from './api-error.ts';

/** Content that was sent. Repeating it with the same key stores it once. */
export interface Attempt<Content> {
  key: string;
  content: Content;
}

export interface Outbox<Content> {
  attempt: Attempt<Content>;
  /** Content saved since. It is sent once the result of the attempt is known. */
  newer: Attempt<Content> | null;
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** The outbox after more content was saved. */
export function put<Content>(outbox: Outbox<Content> | null, saved: Attempt<Content>): Outbox<Content> {
  if (!outbox) return { attempt: saved, newer: null };
  const repeats = same(outbox.attempt.content, saved.content);
  return { attempt: outbox.attempt, newer: repeats ? null : saved };
}

/** Whether the content was stored by a call so long ago that its result is not known any more. */
const isStored = (error: unknown): boolean => error instanceof ApiError && error.code === 'ALREADY_DONE';

/** Whether it is unknown if the content was stored. */
export const isLost = (error: unknown): boolean => !(error instanceof ApiError) || error.unexpected;

interface Delivery<Content, Stored> {
  send: (attempt: Attempt<Content>) => Promise<Stored>;
  /** Turns the newer content into a change of the stored attempt. */
  follow: (content: Content, stored: Stored) => Content;
  /** Called with the content left to send, and the result of the last attempt. */
  onProgress: (left: Outbox<Content> | null, stored: Stored | null) => void;
}

/** Sends everything in an outbox. Throws on failure; after a lost answer, the outbox can be sent again. */
export async function deliver<Content, Stored>(
  outbox: Outbox<Content>,
  { send, follow, onProgress }: Delivery<Content, Stored>,
): Promise<Stored> {
  let { attempt, newer } = outbox;
  for (;;) {
    let stored: Stored | null = null;
    try {
      stored = await send(attempt);
      if (!newer) {
        onProgress(null, stored);
        return stored;
      }
      attempt = { ...newer, content: follow(newer.content, stored) };
    } catch (error) {
      // Newer content must not become a second record.
      if (isLost(error) || isStored(error)) throw error;
      if (!newer) {
        onProgress(null, null);
        throw error;
      }
      // Nothing of the lost attempt was stored.
      attempt = newer;
    }
    newer = null;
    onProgress({ attempt, newer }, stored);
  }
}
