import { AxiosError, type AxiosRequestConfig, type InternalAxiosRequestConfig } from 'axios';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { http } from './api-client.ts';
import { repeats } from './busy-server.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

interface Refused {
  status: number;
  code: string;
  headers?: Record<string, string>;
}
const tooMuch: Refused = { status: 429, code: 'TOO_MUCH_WORK', headers: { 'retry-after': '5' } };
const interrupted: Refused = { status: 503, code: 'WORK_INTERRUPTED' };

/** A call to a server that gives these answers in turn, then repeats the last one. */
function call(answers: (Refused | 'stored')[], config: AxiosRequestConfig = {}) {
  const sent: InternalAxiosRequestConfig[] = [];
  const adapter = async (request: InternalAxiosRequestConfig) => {
    const answer = answers[Math.min(sent.length, answers.length - 1)] as Refused | 'stored';
    sent.push(request);
    const common = { statusText: '', headers: {}, config: request };
    if (answer === 'stored') return { ...common, status: 200, data: answer };
    const { status, code, headers = {} } = answer;
    const body = JSON.stringify({ code });
    const data = config.responseType === 'blob' ? new Blob([body]) : body;
    const response = { ...common, status, data, headers };
    throw new AxiosError('', 'ERR_BAD_REQUEST', request, null, response as never);
  };
  let end: unknown = 'still waiting';
  http.request({ url: '/api/x', method: 'post', ...config, adapter }).then(
    ({ data }) => {
      end = data;
    },
    (error) => {
      end = error;
    },
  );
  return { sent, end: () => end };
}
const after = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000);

it('sends a file again with the same key after the delay that the server names', async () => {
  const progress: (number | undefined)[] = [];
  const file = new FormData();
  const { sent, end } = call([tooMuch, tooMuch, 'stored'], {
    data: file,
    headers: { 'Idempotency-Key': 'one' },
    onUploadProgress: (event) => progress.push(event.progress),
  });
  await after(4);
  expect(sent).toHaveLength(1);
  expect(end()).toBe('still waiting');
  await after(2);
  expect(sent).toHaveLength(2);
  await after(5);
  expect(end()).toBe('stored');
  expect(sent.map(({ data, headers }) => [data, headers.get('Idempotency-Key')])).toEqual(
    Array(3).fill([file, 'one']),
  );
  // The progress shows it as waiting, not as sent.
  expect(progress).toEqual([0, 0]);
});

it('requests a document again, even if rendering was interrupted', async () => {
  const { sent, end } = call([tooMuch, interrupted, 'stored'], { method: 'get', responseType: 'blob' });
  await after(11);
  expect(sent).toHaveLength(3);
  expect(end()).toBe('stored');
});

it('finally reports the reason', async () => {
  const { sent, end } = call([tooMuch]);
  await after(5 * repeats + 1);
  expect(sent).toHaveLength(1 + repeats);
  expect(end()).toMatchObject({ status: 429, code: 'TOO_MUCH_WORK' });
});

it('stops retrying when the call is cancelled', async () => {
  const controller = new AbortController();
  const { sent, end } = call([tooMuch, 'stored'], { signal: controller.signal });
  await after(1);
  controller.abort();
  await after(60);
  expect(sent).toHaveLength(1);
  expect(end()).toMatchObject({ code: 'ERR_CANCELED' });
});

it.each([
  { status: 429, code: 'TOO_MANY_ATTEMPTS', headers: { 'retry-after': '5' } },
  { status: 429, code: 'EXPORT_LIMIT' },
  { status: 503, code: 'GEOCODER_UNAVAILABLE' },
])('repeats no other refusal: $code', async (refused) => {
  const { sent, end } = call([refused, 'stored']);
  await after(60);
  expect(sent).toHaveLength(1);
  expect(end()).toMatchObject({ status: refused.status });
});
