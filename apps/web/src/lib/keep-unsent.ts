/** The transport that keeps what cannot be sent. */
import type { SessionUser } from '@servicebook/shared/user';
import type { AxiosAdapter, AxiosResponse, InternalAxiosRequestConfig } from 'axios';
import { AxiosHeaders } from 'axios';
import { ApiError, isStorageFull } from './api-error.ts';
import { randomUuid } from './idempotency.ts';
import { queryClient } from './query-client.ts';
import { lastHeard } from './server-time.ts';
import { sessionKey } from './session-key.ts';
import { sayIfSlow } from './slow-answer.ts';
import { isUnreached } from './unreached.ts';
import { noteKept, unsentCode, unsentOf, type WaitingCall } from './unsent.ts';

declare module 'axios' {
  interface AxiosRequestConfig {
    /** It waited on this phone: it goes to the network and nowhere else. */
    fromOutbox?: boolean;
  }
}

/** Calls that can wait. */
const writes =
  /^\/api\/(service\/(add|addFile|sign)|device\/update|deviceNote\/insert|incident\/insert|visit\/(step|check|addNote)|todo\/status)(\/|$)/;
const isWrite = ({ method, url = '' }: InternalAxiosRequestConfig) => method !== 'get' && writes.test(url);

const keyHeader = 'Idempotency-Key';

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Nothing that can wait, and no list.
    return null;
  }
}

const heardAt = (): string | null => {
  const heard = lastHeard();
  return heard === null ? null : new Date(heard).toISOString();
};

function callOf({
  method = 'get',
  url = '',
  params,
  data,
  headers,
}: InternalAxiosRequestConfig): WaitingCall {
  const key = headers.get(keyHeader);
  const call: WaitingCall = {
    method: method.toLowerCase(),
    path: url,
    query: params ?? {},
    body: null,
    upload: null,
    file: null,
    key: typeof key === 'string' ? key : '',
    writtenAfter: heardAt(),
    sent: false,
  };
  if (typeof data === 'string') return { ...call, body: jsonIn(data) };
  if (!(data instanceof FormData)) return { ...call, body: data ?? null };
  let fields: [file: string, json: string | null] = ['', null];
  for (const [name, value] of data) {
    if (typeof value === 'string') {
      fields = [fields[0], name];
      call.body = jsonIn(value);
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

function unlessFull(error: unknown): null {
  if (isStorageFull(error)) throw new ApiError({ status: 0, code: 'PHONE_FULL' });
  // Another tab has saved the same record here.
  if (error instanceof ApiError && error.status === 409) throw error;
  return null;
}

/** A browser whose database does not answer keeps nobody from the network; one that is full does: nothing overtakes what waits. */
function unlessRefused(error: unknown): null {
  if (error instanceof ApiError) throw error;
  return unlessFull(error);
}

/**
 * Keeps a call and sends it in its turn, for whoever does not wait for its answer.
 * @returns whether it was kept; if not, it stays with its caller
 */
export async function sendLater(
  call: Omit<WaitingCall, 'body' | 'writtenAfter'>,
  user: SessionUser,
): Promise<boolean> {
  const load = unsentCode();
  const kept = await load?.()
    .then((unsent) => unsent.take({ ...call, body: null, writtenAfter: heardAt() }, user))
    .catch(() => null);
  return Boolean(kept);
}

/** A transport that keeps what cannot be sent. */
export const keepUnsent =
  (network: AxiosAdapter): AxiosAdapter =>
  async (config) => {
    const user = queryClient.getQueryData<SessionUser | null>(sessionKey);
    const load = unsentCode();
    if (!load || !user || config.fromOutbox) return network(config);
    const answer = ({ data }: { data: unknown }): AxiosResponse => ({
      data,
      status: 200,
      statusText: '',
      headers: new AxiosHeaders(),
      config,
    });
    let going = config;
    // If its answer is lost, it comes again and must be known as the same.
    if (isWrite(config) && !config.headers.has(keyHeader)) config.headers.set(keyHeader, randomUuid());
    // Whoever never wrote without a network has no record that waits here.
    if (unsentOf(user) !== undefined) {
      const found = await load()
        .then((unsent) => unsent.before(callOf(config), user))
        .catch(unlessRefused);
      if (found && 'data' in found) {
        if (config.method !== 'get') noteKept(found.data);
        return answer(found);
      }
      if (found) going = withCall(config, found.call);
    }
    const take = async (sent: boolean) => {
      if (!isWrite(going)) return null;
      // Without this code it fails as before.
      const kept = await load()
        .then((unsent) => unsent.take({ ...callOf(going), sent }, user))
        .catch(unlessFull);
      if (kept) noteKept(kept.data);
      return kept ? answer(kept) : null;
    };
    if (!navigator.onLine) {
      const kept = await take(false);
      if (kept) return kept;
    }
    const send: AxiosAdapter = async (sent) => {
      try {
        const response = await network(sent);
        if (!unsentOf(user)) return response;
        // The phone answers in records, the network in text.
        const records: unknown = typeof response.data === 'string' ? jsonIn(response.data) : response.data;
        const data = await load()
          .then((unsent) => unsent.withWaiting(callOf(going), records, user))
          .catch(() => null);
        return { ...response, data: data ?? response.data };
      } catch (error) {
        const kept = (await isUnreached(error)) ? await take(true) : null;
        if (kept) return kept;
        throw error;
      }
    };
    return isWrite(going) ? sayIfSlow(send, going) : send(going);
  };
