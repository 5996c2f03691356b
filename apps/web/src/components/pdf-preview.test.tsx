import { MantineProvider } from '@mantine/core';
import { act, render } from '@testing-library/react';
import { createRef, useEffect } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { PdfPreview } from './pdf-preview.tsx';

const server = vi.hoisted(() => ({ answers: [] as number[], asked: 0 }));
vi.mock('react-pdf', () => {
  class ResponseException extends Error {
    status: number;
    constructor(status: number) {
      super();
      this.status = status;
    }
  }
  interface Props {
    onLoadError: (error: Error) => void;
    onLoadSuccess: (document: unknown) => void;
  }
  function Document({ onLoadError, onLoadSuccess }: Props) {
    // biome-ignore lint/correctness/useExhaustiveDependencies: asks once, as the real one does
    useEffect(() => {
      const status = server.answers[server.asked++] ?? 500;
      if (status !== 200) return onLoadError(new ResponseException(status));
      onLoadSuccess({ numPages: 1, getPage: async () => ({ view: [0, 0, 210, 297] }) });
    }, []);
    return null;
  }
  const pdfjs = { GlobalWorkerOptions: {}, VerbosityLevel: {}, ResponseException };
  return { pdfjs, Document, Page: () => null };
});

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function open(...answers: number[]) {
  Object.assign(server, { answers, asked: 0 });
  const onFailed = vi.fn();
  const room = { width: 800, height: 600 };
  const { unmount } = render(
    <MantineProvider>
      <PdfPreview
        file={{ filename: 'a.pdf', url: '/a' }}
        box={createRef<HTMLDivElement>()}
        room={room}
        zoom={{ zoom: 1 } as never}
        onFailed={onFailed}
      />
    </MantineProvider>,
  );
  return {
    onFailed,
    unmount,
    after: (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000)),
  };
}

it('retries while the server is busy rendering', async () => {
  const { after, onFailed } = open(429, 503, 200);
  await after(4);
  expect(server.asked).toBe(1);
  await after(2);
  expect(server.asked).toBe(2);
  await after(5);
  expect(server.asked).toBe(3);
  expect(onFailed).not.toHaveBeenCalled();
});

it('finally reports that the document did not arrive', async () => {
  const { after, onFailed } = open(...Array<number>(20).fill(429));
  for (let time = 0; time < 10; time++) await after(5);
  expect(server.asked).toBe(7);
  expect(onFailed).toHaveBeenCalledOnce();
});

it('reports any other failure at once, and stops retrying when it is closed', async () => {
  const failed = open(404);
  expect(failed.onFailed).toHaveBeenCalledOnce();
  failed.unmount();
  const closed = open(429, 200);
  closed.unmount();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(server.asked).toBe(1);
});
