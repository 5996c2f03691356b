/**
 * Answers from the phone, for calls that get none from the server. Screens do not know where an answer comes from; the
 * frame of the app says since when there is no connection.
 */
import type { SessionUser } from '@servicebook/shared/user';
import type { AxiosAdapter, AxiosResponse, InternalAxiosRequestConfig } from 'axios';
import { AxiosHeaders } from 'axios';
import { useSyncExternalStore } from 'react';
import { isNoConnection } from './no-connection.ts';
import { hasPhoneCode, onPhone, type PhoneCall } from './phone.ts';
import { mayRefetch, queryClient } from './query-client.ts';
import { sessionKey } from './session-key.ts';
import { isUnreached } from './unreached.ts';

/** Without an answer for this long, the phone answers, if it can. */
const patience = 4000;
/** While calls get no answer, screens need not wait that long again. */
const shortPatience = 1000;
/** How often it is tried whether the server answers again. */
const tryAgainAfter = 20_000;
/** How long an answer that came too late is kept for the query that asks again. */
const lateAnswersLast = 10_000;

export interface StoredState {
  /** The server's time when the shown records were read. */
  takenAt: string;
}

let state: StoredState | null = null;
/** When the first answer from the phone was given since the server last answered. */
let since = 0;
const listeners = new Set<() => void>();
let trying: ReturnType<typeof setTimeout> | undefined;

/** Answers from the phone, by their content: a query does not see where its answer comes from. */
const stored = new WeakSet<object>();
/** Whether the phone has given an answer. A number is taken for that of whoever answers now. */
export const isStored = (answer: object | number): boolean =>
  typeof answer === 'number' ? since !== 0 : stored.has(answer);

function set(next: StoredState | null): void {
  if (state?.takenAt === next?.takenAt) return;
  state = next;
  for (const listener of listeners) listener();
}

const askWhoIsSignedIn = () => void queryClient.refetchQueries({ queryKey: sessionKey, exact: true });

function noteStored(takenAt: string | null): void {
  if (since === 0) since = Date.now();
  if (takenAt !== null) set({ takenAt });
  clearTimeout(trying);
  trying = setTimeout(askWhoIsSignedIn, tryAgainAfter);
}

function noteHeard(): void {
  if (since === 0) return;
  const before = since;
  since = 0;
  clearTimeout(trying);
  set(null);
  // What the phone has answered is asked for again.
  void queryClient.invalidateQueries({
    predicate: (query) => query.state.dataUpdatedAt >= before && mayRefetch(query),
  });
}

const watch = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Whether screens show stored data, and of when; null: they show what the server answers. */
export const useStoredAnswers = (): StoredState | null => useSyncExternalStore(watch, () => state);

const watchNetwork = (listener: () => void) => {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
};

/** Whether nothing reaches the server now, as far as the app knows. */
export function useOffline(): boolean {
  const online = useSyncExternalStore(watchNetwork, () => navigator.onLine);
  return useStoredAnswers() !== null || !online;
}

/** Whether a query waits for what only the server has, while nothing reaches it. */
export function useIsAway({ data, error }: { data: unknown; error: unknown }): boolean {
  const offline = useOffline();
  return data === undefined && (offline || isNoConnection(error));
}

if (typeof window !== 'undefined')
  window.addEventListener('online', () => {
    if (since !== 0) askWhoIsSignedIn();
  });

function read(text: unknown): unknown {
  if (typeof text !== 'string') return text;
  try {
    return JSON.parse(text);
  } catch {
    // Only JSON is read.
    return text;
  }
}

function callOf({ method = 'get', url = '', params, data }: InternalAxiosRequestConfig): PhoneCall {
  return { method: method.toLowerCase(), path: url, query: params ?? {}, body: read(data) };
}

async function fromPhone(config: InternalAxiosRequestConfig): Promise<AxiosResponse | null> {
  const user = queryClient.getQueryData<SessionUser | null>(sessionKey) ?? null;
  const answer = await onPhone((phone) => phone.answer(callOf(config), user));
  if (!answer) return null;
  const { data, takenAt } = answer;
  if (typeof data === 'object' && data !== null) stored.add(data);
  noteStored(takenAt);
  return { data, status: 200, statusText: '', headers: new AxiosHeaders(), config, request: null };
}

/** What a promise gives within some time; null: nothing yet. */
async function within<Result>(milliseconds: number, asked: Promise<Result>): Promise<Result | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), milliseconds);
  });
  try {
    return await Promise.race([asked, limit]);
  } finally {
    clearTimeout(timer);
  }
}

/** Calls that the server has not answered yet, although the phone has. */
const late = new Map<string, Promise<AxiosResponse>>();

/** A transport that lets the phone answer what the network does not. */
export const answerFromPhone =
  (network: AxiosAdapter): AxiosAdapter =>
  async (config) => {
    if (!hasPhoneCode()) return network(config);
    // What is compared with what waits here must be the server's own.
    if (config.fromOutbox) return hear(network, config);
    if (!navigator.onLine) {
      const answer = await fromPhone(config);
      if (answer) return answer;
    }
    const key = JSON.stringify([config.method, config.url, config.params, config.data]);
    const asked = late.get(key) ?? hear(network, config);
    late.delete(key);
    try {
      const answer = await within(since === 0 ? patience : shortPatience, asked);
      if (answer) return answer;
    } catch (error) {
      const answer = (await isUnreached(error)) ? await fromPhone(config) : null;
      if (answer) return answer;
      throw error;
    }
    // It may fail before the phone has answered.
    asked.catch(() => {});
    const answer = await fromPhone(config);
    if (!answer) return asked;
    late.set(key, asked);
    asked.then(
      () => setTimeout(() => late.delete(key), lateAnswersLast),
      () => late.delete(key),
    );
    return answer;
  };

/** A search is no change, and has no key. */
const isChange = ({ method = 'get', headers }: InternalAxiosRequestConfig): boolean =>
  method !== 'get' && (method !== 'post' || headers.has('Idempotency-Key'));

/** The phone knows at once what was written on it: the network may go before it is fetched. Nobody waits for that. */
function noteWritten(config: InternalAxiosRequestConfig, answer: unknown): void {
  const user = queryClient.getQueryData<SessionUser | null>(sessionKey);
  if (user) void onPhone((phone) => phone.note(callOf(config), read(answer), user));
}

async function hear(network: AxiosAdapter, config: InternalAxiosRequestConfig): Promise<AxiosResponse> {
  try {
    const response = await network(config);
    // What was asked before it does not know of it.
    if (isChange(config)) {
      late.clear();
      // What waited is noted before it is forgotten.
      if (!config.fromOutbox) noteWritten(config, response.data);
    }
    noteHeard();
    return response;
  } catch (error) {
    const { response } = error as { response?: AxiosResponse };
    if (response && !(await isUnreached(error))) noteHeard();
    throw error;
  }
}
