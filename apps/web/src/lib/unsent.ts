/**
 * Calls that wait on this phone until there is a network. The code that keeps and sends them is loaded with the first one;
 * app/ names it, so that nothing else depends on it.
 */
import type { SessionUser } from '@servicebook/shared/user';
import type { AxiosAdapter, AxiosResponse, InternalAxiosRequestConfig } from 'axios';
import { AxiosHeaders } from 'axios';
import { useSyncExternalStore } from 'react';
import { keepChoice, readChoice } from './browser-storage.ts';
import { queryClient } from './query-client.ts';
import { sessionKey } from './session-key.ts';

declare module 'axios' {
  interface AxiosRequestConfig {
    /** It waited on this phone: it goes to the network and nowhere else. */
    fromOutbox?: boolean;
  }
}

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
}

export interface Unsent {
  /**
   * Before a call goes to the network.
   * @returns the answer, of a record that waits here; the call as it must be sent; or null: it goes as it is
   */
  before(call: WaitingCall, user: SessionUser): Promise<{ data: unknown } | { call: WaitingCall } | null>;
  /** Keeps a call that cannot be sent. @returns what the screen needs to go on; null: it cannot wait */
  take(call: WaitingCall, user: SessionUser): Promise<{ data: unknown } | null>;
  erase(user: SessionUser): Promise<void>;
}

let load: (() => Promise<Unsent>) | null = null;

/** Names the code that keeps calls. */
export function setUnsentCode(loader: (() => Promise<Unsent>) | null): void {
  load = loader;
}

const ownerOf = ({ account, id }: SessionUser): string => `${account.id}:${id}`;
const counted = 'unsent';
const countOf = (owner: string): unknown => (readChoice(counted) as Record<string, unknown> | null)?.[owner];

/** The number of a user's calls that wait; undefined: none ever did. */
export const unsentOf = (user: SessionUser): number | undefined => {
  const count = countOf(ownerOf(user));
  return typeof count === 'number' ? count : undefined;
};

/** Notes how many calls wait, so that the code is loaded only if there are any. */
export function noteUnsent(owner: string, count: number): void {
  keepChoice(counted, { ...(readChoice(counted) as object | null), [owner]: count });
  for (const listener of listeners) listener();
}

const listeners = new Set<() => void>();
const watch = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** The number of a user's calls that wait. */
export const useUnsent = (user: SessionUser | null): number =>
  useSyncExternalStore(watch, () => (user && unsentOf(user)) ?? 0);

/** Deletes what waits. Only after a question. */
export async function eraseUnsent(user: SessionUser): Promise<void> {
  if (unsentOf(user)) await (await load?.())?.erase(user);
}

/** Calls that can wait. */
const writes =
  /^\/api\/(service\/(add|addFile|sign)|deviceNote\/insert|incident\/insert|visit\/(step|check|addNote)|todo\/status)(\/|$)/;
const isWrite = ({ method, url = '' }: InternalAxiosRequestConfig) => method !== 'get' && writes.test(url);

const heardAt = 'heard';
let heard: string | null = null;
function hear({ headers }: AxiosResponse): void {
  const { date } = headers as { date?: unknown };
  if (typeof date !== 'string' || Number.isNaN(Date.parse(date))) return;
  const now = new Date(date).toISOString();
  // Once a minute is precise enough.
  if (heard && Date.parse(now) - Date.parse(heard) < 60_000) return;
  heard = now;
  keepChoice(heardAt, now);
}

function callOf({
  method = 'get',
  url = '',
  params,
  data,
  headers,
}: InternalAxiosRequestConfig): WaitingCall {
  const key = headers.get('Idempotency-Key');
  const stored = readChoice(heardAt);
  const call: WaitingCall = {
    method: method.toLowerCase(),
    path: url,
    query: params ?? {},
    body: null,
    upload: null,
    file: null,
    key: typeof key === 'string' ? key : '',
    writtenAfter: heard ?? (typeof stored === 'string' ? stored : null),
  };
  if (typeof data === 'string') return { ...call, body: JSON.parse(data) };
  if (!(data instanceof FormData)) return { ...call, body: data ?? null };
  let fields: [file: string, json: string | null] = ['', null];
  for (const [name, value] of data) {
    if (typeof value === 'string') {
      fields = [fields[0], name];
      call.body = JSON.parse(value);
    } else {
      fields = [name, fields[1]];
      call.file = value;
    }
  }
  return { ...call, upload: { file: fields[0], json: fields[1] } };
}

function withCall(
  config: InternalAxiosRequestConfig,
  { path, body }: WaitingCall,
): InternalAxiosRequestConfig {
  const { data } = config;
  if (!(data instanceof FormData))
    return { ...config, url: path, data: typeof data === 'string' ? JSON.stringify(body) : data };
  const form = new FormData();
  for (const [name, value] of data) {
    if (typeof value === 'string') form.append(name, JSON.stringify(body));
    else form.append(name, value, value.name);
  }
  return { ...config, url: path, data: form };
}

const isUnreached = (error: unknown): boolean => {
  const { response, code } = error as { response?: unknown; code?: string };
  return !response && code !== 'ERR_CANCELED';
};

/** A transport that keeps what cannot be sent. */
export const keepUnsent =
  (network: AxiosAdapter): AxiosAdapter =>
  async (config) => {
    const user = queryClient.getQueryData<SessionUser | null>(sessionKey);
    const send = async (sent: InternalAxiosRequestConfig) => {
      const response = await network(sent);
      hear(response);
      return response;
    };
    if (!load || !user || config.fromOutbox) return send(config);
    const answer = ({ data }: { data: unknown }): AxiosResponse => ({
      data,
      status: 200,
      statusText: '',
      headers: new AxiosHeaders(),
      config,
    });
    let going = config;
    // Whoever never wrote without a network has no record that waits here.
    if (unsentOf(user) !== undefined) {
      const unsent = await load();
      const found = await unsent.before(callOf(config), user);
      if (found && 'data' in found) return answer(found);
      if (found) going = withCall(config, found.call);
    }
    const take = async () => {
      if (!isWrite(going)) return null;
      // Without this code, or room to store it, it fails as before.
      const kept = await load?.()
        .then((unsent) => unsent.take(callOf(going), user))
        .catch(() => null);
      return kept ? answer(kept) : null;
    };
    if (!navigator.onLine) {
      const kept = await take();
      if (kept) return kept;
    }
    try {
      return await send(going);
    } catch (error) {
      const kept = isUnreached(error) ? await take() : null;
      if (kept) return kept;
      throw error;
    }
  };
