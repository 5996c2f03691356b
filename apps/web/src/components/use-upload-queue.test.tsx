import { act, renderHook } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import '../lib/i18n.ts';
import { type LeftFile, type Sending, useUploadQueue } from './use-upload-queue.ts';

it('A photo that is still scaled down when the queue goes is left as it will be sent', async () => {
  let scale = (_: File) => {};
  const onLeft = vi.fn<(files: LeftFile[]) => void>();
  const { result, unmount } = renderHook(() =>
    useUploadQueue({
      maxBytes: 100,
      prepare: () => new Promise((resolve) => (scale = resolve)),
      send: () => expect.fail('it is not ready'),
      onLeft,
    }),
  );
  act(() => result.current.add([new File(['large'], 'leak.jpg')]));
  await vi.waitFor(() => expect(result.current.files).toHaveLength(1));
  unmount();
  const [left] = onLeft.mock.calls[0]?.[0] ?? [];
  expect(left).toMatchObject({ marked: false, sent: false });
  await Promise.resolve();
  const small = new File(['small'], 'leak.jpg');
  scale(small);
  expect(await left?.file).toBe(small);
});

it('What is handed over is not sent from here, and what nobody takes is sent on', async () => {
  const sent: string[] = [];
  const send = vi.fn(async ({ file, signal }: Sending) => {
    sent.push(file.name);
    // The first one stays on its way until it is handed over.
    if (sent.length === 1) await new Promise((_, reject) => signal.addEventListener('abort', reject));
  });
  const { result } = renderHook(() =>
    useUploadQueue({ maxBytes: 100, prepare: async (file) => file, send, onLeft: () => {} }),
  );
  act(() => result.current.add([new File(['1'], 'leak.jpg'), new File(['2'], 'plate.jpg')]));
  await vi.waitFor(() => expect(sent).toEqual(['leak.jpg']));
  const take = vi.fn(async ([first]: LeftFile[]) => (first ? [first.key] : []));
  await act(() => result.current.handOver(take));
  expect(take.mock.calls[0]?.[0]).toMatchObject([{ sent: true }, { sent: false }]);
  await vi.waitFor(() => expect(result.current.files).toEqual([]));
  expect(sent).toEqual(['leak.jpg', 'plate.jpg']);
});

it('A file that may have arrived is handed over as such, also while it waits for its next try', async () => {
  let lost = true;
  const send = async ({ signal }: Sending) => {
    if (lost) throw new Error('lost');
    await new Promise((_, reject) => signal.addEventListener('abort', reject));
  };
  const { result } = renderHook(() =>
    useUploadQueue({ maxBytes: 100, prepare: async (file) => file, send, onLeft: () => {} }),
  );
  const states = () => result.current.files.map(({ state }) => state);
  act(() => result.current.add([new File(['1'], 'leak.jpg'), new File(['2'], 'plate.jpg')]));
  await vi.waitFor(() => expect(states()).toEqual(['failed', 'failed']));
  lost = false;
  act(() => result.current.retry());
  await vi.waitFor(() => expect(states()).toEqual(['sending', 'waiting']));
  const take = vi.fn(async (left: LeftFile[]) => left.map(({ key }) => key));
  await act(() => result.current.handOver(take));
  expect(take.mock.calls[0]?.[0]).toMatchObject([{ sent: true }, { sent: true }]);
});

it('A file that is added while others are handed over is left when the queue goes', async () => {
  const onLeft = vi.fn<(files: LeftFile[]) => void>();
  const { result, unmount } = renderHook(() =>
    useUploadQueue({
      ...{ maxBytes: 100, prepare: async (file: File) => file, onLeft },
      send: () => new Promise(() => {}),
    }),
  );
  act(() => result.current.add([new File(['1'], 'leak.jpg')]));
  await vi.waitFor(() => expect(result.current.files[0]?.state).toBe('sending'));
  act(() => void result.current.handOver(() => new Promise(() => {})));
  act(() => result.current.add([new File(['2'], 'plate.jpg')]));
  await vi.waitFor(() => expect(result.current.files).toHaveLength(2));
  unmount();
  expect(onLeft.mock.calls[0]?.[0]).toHaveLength(1);
});
