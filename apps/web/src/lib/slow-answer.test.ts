/** What is said while the server does not answer a call that can wait on the phone. */
import { AxiosError, type InternalAxiosRequestConfig } from 'axios';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { sessionUser } from '../testing/render-app.tsx';
import { http } from './api-client.ts';
import { queryClient } from './query-client.ts';
import { sessionKey } from './session-key.ts';
import { type Toast, takeToasts } from './toast.ts';
import { setUnsentCode } from './unsent.ts';

/** The notices that are shown now. */
let shown: Toast[] = [];
let release = () => {};

beforeEach(() => {
  vi.useFakeTimers();
  shown = [];
  queryClient.setQueryData(sessionKey, sessionUser());
  setUnsentCode(async () => ({
    before: async () => null,
    take: async () => ({ data: { id: -1 } }),
    withWaiting: async (_, answer) => answer,
    erase: async () => {},
  }));
  release = takeToasts((toast) => {
    shown.push(toast);
    void toast.until?.then(() => {
      shown = shown.filter((each) => each !== toast);
    });
  });
});
afterEach(() => {
  release();
  setUnsentCode(null);
  queryClient.removeQueries({ queryKey: sessionKey });
  vi.useRealTimers();
});

/** A call that the server leaves without an answer. */
function call(url = '/api/service/add', fromOutbox = false) {
  let going: InternalAxiosRequestConfig | undefined;
  let end = { answer: () => {}, fail: () => {} };
  const adapter = (config: InternalAxiosRequestConfig) =>
    new Promise<never>((resolve, reject) => {
      going = config;
      end = {
        answer: () => resolve({ status: 200, statusText: '', data: '{}', headers: {}, config } as never),
        fail: () => reject(new AxiosError('Network Error', 'ERR_NETWORK', config)),
      };
    });
  const answered = http.post(url, {}, { adapter, fromOutbox });
  return {
    answered,
    uploaded: (loaded: number) =>
      going?.onUploadProgress?.({ loaded, total: 500, bytes: 0, lengthComputable: true }),
    answer: () => end.answer(),
    fail: () => end.fail(),
  };
}
const after = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000);
const slow = [expect.objectContaining({ id: 'slow-server' })];

it('says that work stays on the device if the server does not answer, until it does', async () => {
  const { answer, answered } = call();
  await after(4);
  expect(shown).toEqual([]);
  await after(2);
  expect(shown).toEqual(slow);
  answer();
  await answered;
  await after(0);
  expect(shown).toEqual([]);
});

it('says no more that the server is slow once the call is kept', async () => {
  const { fail, answered } = call();
  await after(6);
  fail();
  await expect(answered).resolves.toMatchObject({ data: { id: -1 } });
  await after(0);
  expect(shown).toEqual([]);
});

it('says once for all calls that the server is slow', async () => {
  const first = call();
  const second = call('/api/todo/status');
  await after(6);
  expect(shown).toEqual(slow);
  first.answer();
  await after(0);
  expect(shown).toEqual(slow);
  second.answer();
  await after(0);
  expect(shown).toEqual([]);
});

it('does not call a server slow while an upload moves', async () => {
  const { uploaded, answer, answered } = call();
  await after(1);
  for (const loaded of [100, 200, 300]) {
    uploaded(loaded);
    await after(4);
    expect(shown).toEqual([]);
  }
  await after(2);
  expect(shown).toEqual(slow);
  answer();
  await answered;
});

it('says nothing of a call that is no work on the phone, or is sent from where it waited', async () => {
  const other = call('/api/customer/insert');
  const waited = call('/api/service/add', true);
  await after(6);
  expect(shown).toEqual([]);
  for (const each of [other, waited]) each.answer();
});
