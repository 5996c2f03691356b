import { AxiosError, type AxiosRequestConfig, type InternalAxiosRequestConfig } from 'axios';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { http } from './api-client.ts';
import { ApiError } from './api-error.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A call that gets no answer; the test reports its progress. */
function call(config: AxiosRequestConfig = {}) {
  let sent: InternalAxiosRequestConfig | undefined;
  let answer: (data: unknown) => void = () => {};
  const adapter = (request: InternalAxiosRequestConfig) =>
    new Promise<never>((resolve) => {
      sent = request;
      answer = (data) =>
        resolve({ status: 200, statusText: '', data, headers: {}, config: request } as never);
    });
  let end: unknown = 'still waiting';
  http.request({ url: '/api/x', ...config, adapter }).then(
    ({ data }) => {
      end = data;
    },
    (error) => {
      end = error;
    },
  );
  const event = (loaded: number, total: number) => ({ loaded, total, bytes: 0, lengthComputable: true });
  return {
    end: () => end,
    aborted: () => sent?.signal?.aborted,
    uploaded: (loaded: number, total: number) => sent?.onUploadProgress?.(event(loaded, total)),
    downloaded: (loaded: number, total: number) => sent?.onDownloadProgress?.(event(loaded, total)),
    answer: (data: unknown) => answer(data),
    after: (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000),
  };
}
const noConnection = expect.objectContaining({ code: 'CONNECTION' });

it('aborts a call that gets no answer', async () => {
  const { after, end, aborted } = call({ method: 'post', data: new FormData() });
  await after(14);
  expect(end()).toBe('still waiting');
  await after(2);
  expect(end()).toEqual(noConnection);
  expect(end()).toBeInstanceOf(ApiError);
  expect(aborted()).toBe(true);
});

it('lets an upload take as long as data is transferred', async () => {
  const { after, end, uploaded, answer } = call({ method: 'post', data: new FormData() });
  await after(1);
  for (const loaded of [100_000, 200_000, 300_000, 400_000]) {
    uploaded(loaded, 500_000);
    await after(14);
    expect(end()).toBe('still waiting');
  }
  answer('stored');
  await after(0);
  expect(end()).toBe('stored');
});

it('aborts an upload that stalls or gets no answer within 20 seconds', async () => {
  const standing = call({ method: 'post', data: new FormData() });
  await standing.after(1);
  standing.uploaded(100_000, 500_000);
  await standing.after(15);
  expect(standing.end()).toEqual(noConnection);

  const unanswered = call({ method: 'post', data: new FormData() });
  await unanswered.after(0);
  unanswered.uploaded(20_000_000, 20_000_000);
  await unanswered.after(15);
  expect(unanswered.end()).toBe('still waiting');
  await unanswered.after(5);
  expect(unanswered.end()).toEqual(noConnection);
});

it('waits for answers that the server renders, and for every byte of them', async () => {
  const { after, end, downloaded, answer } = call({ responseType: 'blob' });
  await after(59);
  for (const loaded of [1, 2, 3]) {
    downloaded(loaded, 4);
    await after(14);
    expect(end()).toBe('still waiting');
  }
  answer('document');
  await after(0);
  expect(end()).toBe('document');
});

it('passes on that a call was cancelled by its caller', async () => {
  const controller = new AbortController();
  const { after, aborted } = call({ signal: controller.signal });
  await after(0);
  controller.abort();
  expect(aborted()).toBe(true);
});

it('passes on a refusal unchanged', async () => {
  const adapter = async (config: InternalAxiosRequestConfig) => {
    const response = { status: 409, statusText: '', data: { code: 'CATEGORY_EXISTS' }, headers: {}, config };
    throw new AxiosError('', 'ERR_BAD_REQUEST', config, null, response as never);
  };
  await expect(http.get('/api/x', { adapter })).rejects.toMatchObject({ code: 'CATEGORY_EXISTS' });
});
