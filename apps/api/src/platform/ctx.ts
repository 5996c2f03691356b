/** Who calls, and when. */
import type { Role } from '@servicebook/shared/access';
import type { Language } from '@servicebook/shared/primitives';

/** Injected, so that tests can set the time. */
export type Clock = () => Date;

/** Anybody who sends a request. */
export interface Caller {
  language: Language;
  /** IANA name as the client sent it; UTC when it sent none. */
  timezone: string;
  /** The request follows a plain link: its language is the browser's, not the one chosen in the application. */
  isVisit?: boolean;
  requestId: string;
  ip: string;
  userAgent: string;
  /** How far the clock of the caller's device is ahead of ours, in milliseconds, if it said its time. */
  clockAhead?: number;
  /** When the device heard our time last, before it wrote a call that waited. */
  heardAt?: Date;
  /** When the call was written, by our clock, if it waited on a phone without a network. */
  writtenAt?: Date;
  /** Aborts when the caller has hung up, so that nothing is done for nobody. */
  gone?: AbortSignal;
}

/** A clock that is this far off is wrong; less is the way of the request. In milliseconds. */
const wrongClock = 5 * 60_000;

/**
 * A time on the clock of the caller's device, by our clock: what the device's is ahead or behind when it sends is taken off.
 * If that is before the device heard of us, its clock was set since; then the time is as it was said, and not before that.
 */
export function byOurClock(
  { clockAhead = 0, heardAt }: Pick<Caller, 'clockAhead' | 'heardAt'>,
  said: string,
): Date {
  const time = Date.parse(said);
  const earliest = heardAt?.getTime() ?? 0;
  const corrected = time - (Math.abs(clockAhead) > wrongClock ? clockAhead : 0);
  return new Date(corrected >= earliest ? corrected : Math.max(time, earliest));
}

/** When the user did it: now, or earlier if the call waited on a phone. */
export const doneAt = ({ clock }: { clock: Clock }, { writtenAt }: Pick<Caller, 'writtenAt'>): Date =>
  writtenAt ?? clock();

/** For whom something is read: a caller, or a job that a user has asked for. */
export type Reader = Pick<Ctx, 'accountId' | 'language'>;

/** A repeatable call's key and the request it belongs to. */
export interface Idempotency {
  key: string;
  endpoint: string;
  requestHash: string;
  /** Its key would be gone if it had been carried out: a missing key proves nothing. */
  tooOld: boolean;
  /** Set when the answer is that of an earlier call. */
  repeated?: boolean;
}

/** A signed-in user's request. The account comes from the session and from nowhere else. */
export interface Ctx extends Caller {
  accountId: number;
  userId: number;
  roles: readonly Role[];
  sessionId: number;
  /** The user's paid access has run out. */
  expired: boolean;
  /** The account is closed, and its data can be fetched until this day; null while it is open. */
  closedUntil: string | null;
  /** A mailed password opened the session: it may only choose another one. */
  mustChoosePassword: boolean;
  /** Who does it, if it is somebody who cannot sign in: a customer with a link from the user. The log names them. */
  by?: string;
  idempotency?: Idempotency;
}
