import { act, renderHook } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import '../lib/i18n.ts';
import { type LeftFile, useUploadQueue } from './use-upload-queue.ts';

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
