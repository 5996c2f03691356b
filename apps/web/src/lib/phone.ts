/**
 * What the app knows of the data stored on this phone. The code that answers from it is loaded when it is first needed;
 * app/ names it, so that nothing else depends on it.
 */
import type { SessionUser } from '@servicebook/shared/user';

/** A call as it goes to the network. */
export interface PhoneCall {
  method: string;
  path: string;
  query: unknown;
  body: unknown;
}

/** An answer from stored records. */
export interface StoredAnswer {
  data: unknown;
  /** The server's time when the records were read; null: it does not matter. */
  takenAt: string | null;
}

export interface Phone {
  /** @param user who asks; null: it is not known yet who is signed in. @returns null if only the server can answer */
  answer(call: PhoneCall, user: SessionUser | null): Promise<StoredAnswer | null>;
  /** The server has carried out a change of this user. @param answer its own */
  note(call: PhoneCall, answer: unknown, user: SessionUser): Promise<void>;
  /** The server has said who is signed in. Whatever was stored for somebody else is erased. */
  remember(user: SessionUser): Promise<void>;
  /** Whether the last user is not shown any stored data now, because the server was not heard for too long. */
  isTooLongAway(): Promise<boolean>;
  /** Erases everything that was stored to be read. */
  erase(): Promise<void>;
}

let load: (() => Promise<Phone>) | null = null;

/** Names the code that answers from this phone; null: nothing does. */
export function setPhoneCode(loader: (() => Promise<Phone>) | null): void {
  load = loader;
}

export const hasPhoneCode = (): boolean => load !== null;

/** Code that is not on the phone either cannot be waited for. */
const loadWithin = 3000;

/** Runs something on the phone's stored data. Null if there is none, or if it fails: the app then goes on without it. */
export async function onPhone<Result>(work: (phone: Phone) => Promise<Result>): Promise<Result | null> {
  if (!load) return null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), loadWithin);
  });
  try {
    return await Promise.race([load().then(work), limit]);
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}
