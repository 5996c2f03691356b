/**
 * Calls that wait on this phone until there is a network. The code that keeps and sends them is loaded with the first one;
 * app/ names it, so that nothing else depends on it.
 */
import type { SessionUser } from '@servicebook/shared/user';
import { useSyncExternalStore } from 'react';
import { keepChoice, readChoice } from './browser-storage.ts';

/** A call that may have to wait. */
export interface WaitingCall {
  method: string;
  path: string;
  query: Record<string, string>;
  /** JSON. */
  body: unknown;
  /** The fields of a multipart call. */
  upload: { file: string; json: string | null } | null;
  file: File | null;
  key: string;
  /** The server's time when it was last heard. */
  writtenAfter: string | null;
  /** It went to the network, and may have arrived. */
  sent: boolean;
}

/** The ids that this phone gives are negative: the server does not know the record yet. */
export const isUnsentId = (id: number): boolean => id < 0;

/**
 * Each save of a record that waits here gives it a revision between two of the server's. So a form that began before that
 * save, in another tab, is refused as the server would refuse it.
 */
const step = 2 ** -20;
export const nextRevisionHere = (revision: number): number => revision + step;
export const isRevisionHere = (revision: number): boolean => !Number.isInteger(revision);
/** The server never sees a revision of this phone: it gets its own one from before. */
export const withServerRevision = <Body>(body: Body): Body => {
  const { revision } = (body ?? {}) as { revision?: unknown };
  return typeof revision === 'number' && isRevisionHere(revision)
    ? { ...body, revision: Math.floor(revision) }
    : body;
};

export interface Unsent {
  /**
   * Before a call goes to the network.
   * @returns the answer, of a record that waits here; the call as it must be sent; or null: it goes as it is
   */
  before(call: WaitingCall, user: SessionUser): Promise<{ data: unknown } | { call: WaitingCall } | null>;
  /** Keeps a call that cannot be sent. @returns what the screen needs to go on; null: it cannot wait */
  take(call: WaitingCall, user: SessionUser): Promise<{ data: unknown } | null>;
  /** An answer as it will be once everything is sent. */
  withWaiting(call: WaitingCall, answer: unknown, user: SessionUser): Promise<unknown>;
  erase(user: SessionUser): Promise<void>;
}

let load: (() => Promise<Unsent>) | null = null;

/** Names the code that keeps calls. */
export function setUnsentCode(loader: (() => Promise<Unsent>) | null): void {
  load = loader;
}

const ownerOf = ({ account, id }: SessionUser): string => `${account.id}:${id}`;
const counted = 'unsent';
/** Values by their owners. */
const mapOf = <Value = number>(key: string): Record<string, Value> =>
  (readChoice(key) as Record<string, Value> | null) ?? {};
const countOf = (owner: string): unknown => mapOf(counted)[owner];

/** The number of a user's calls that wait; undefined: none ever did. */
export const unsentOf = (user: SessionUser): number | undefined => {
  const count = countOf(ownerOf(user));
  return typeof count === 'number' ? count : undefined;
};

/** Whether work of anybody waits. */
export const hasUnsent = (): boolean => Object.values(mapOf(counted)).some((count) => count > 0);

const protocols = 'unsentProtocols';

/**
 * Notes how many calls wait, so that the code is loaded only if there are any, and asked only if there ever were.
 * @param of the protocols that they are of
 */
export function noteUnsent(owner: string, count: number, of: readonly number[] = []): void {
  if (count === 0 && countOf(owner) === undefined) return;
  keepChoice(protocols, { ...mapOf<string>(protocols), [owner]: of.join(' ') });
  keepChoice(counted, { ...mapOf(counted), [owner]: count });
  for (const listener of listeners) listener();
}

const vanished = 'vanished';

/** Everybody's work that was noted is gone: the browser has removed it. */
export function noteVanished(): void {
  const gone = mapOf(vanished);
  const counts = Object.entries(mapOf(counted));
  for (const [owner, count] of counts) gone[owner] = (gone[owner] ?? 0) + count;
  keepChoice(vanished, gone);
  // A form that is still open may name what was known here only.
  keepChoice(counted, Object.fromEntries(counts.map(([owner]) => [owner, 0])));
  keepChoice(protocols, {});
  for (const listener of listeners) listener();
}

/** A user has read that work has vanished. */
export function forgetVanished(user: SessionUser): void {
  keepChoice(vanished, { ...mapOf(vanished), [ownerOf(user)]: 0 });
  for (const listener of listeners) listener();
}

/** How much of a user's work the browser has removed before it was sent. */
export const useVanished = (user: SessionUser): number =>
  useSyncExternalStore(watch, () => mapOf(vanished)[ownerOf(user)] ?? 0);

const listeners = new Set<() => void>();
const watch = (listener: () => void) => {
  listeners.add(listener);
  // Another tab has noted something.
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
};

/** The number of a user's calls that wait. */
export const useUnsent = (user: SessionUser | null): number =>
  useSyncExternalStore(
    watch,
    () => (user && unsentOf(user)) ?? 0,
    () => 0,
  );

/** Tells of which protocols something of a user waits or was refused, also of those that the server knows. */
export function useWaits(user: SessionUser | null): (protocol: number) => boolean {
  const ids = useSyncExternalStore(
    watch,
    () => (user && mapOf<string>(protocols)[ownerOf(user)]) ?? '',
    () => '',
  ).split(' ');
  return (protocol) => isUnsentId(protocol) || ids.includes(String(protocol));
}

/** Deletes what waits. Only after a question. */
export async function eraseUnsent(user: SessionUser): Promise<void> {
  if (unsentOf(user)) await (await load?.())?.erase(user);
}

/** Answers of calls that wait here, by their content. */
const kept = new WeakSet<object>();
export const noteKept = (answer: unknown): void => {
  if (typeof answer === 'object' && answer !== null) kept.add(answer);
};
export const isKept = (answer: unknown): boolean =>
  typeof answer === 'object' && answer !== null && kept.has(answer);

/** Null in tests of screens. */
export const unsentCode = (): typeof load => load;
