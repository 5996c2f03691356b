import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { downscaleImage } from '../../components/downscale-image.ts';
import { isHeic } from '../../components/heic.ts';
import { isWorthRepeating } from '../../lib/api-error.ts';
import { randomUuid } from '../../lib/idempotency.ts';
import { useUnsavedChanges } from '../../lib/unsaved-changes.ts';
import { maxBytes, maxMegabytes, useAddFile } from './file.queries.ts';

export interface QueuedFile {
  key: string;
  file: File;
  description: string;
  state: 'preparing' | 'chosen' | 'waiting' | 'sending' | 'failed';
  /** 0 to 1. */
  share: number;
  /** Words, or what the call threw. */
  error: unknown;
  /** Another try cannot help. */
  hopeless: boolean;
  /** The key it is sent under: repeated with the same content it is stored once. */
  attempt: { key: string; description: string } | null;
}

/** As many pixels as the cameras of phones have, and a canvas of theirs can hold. */
const maxEdge = 4096;

/** A photo of an iPhone as a JPEG, which can be shown; anything else as it is. */
const readable = async (file: File): Promise<File> =>
  (await isHeic(file)) ? downscaleImage(file, { maxEdge, quality: 0.9 }) : file;

/**
 * Files on their way to a machine, one after the other. What fails stays with its reason until it is tried again or
 * taken away; what only the connection broke is tried by itself once that is back.
 */
export function useFileQueue(deviceId: number) {
  const { t } = useTranslation('errors');
  const { mutateAsync: send } = useAddFile();
  const [queue, setQueue] = useState<QueuedFile[]>([]);
  const running = useRef<{ key: string; controller: AbortController } | null>(null);
  useUnsavedChanges(queue.length > 0);

  const change = (key: string, part: Partial<QueuedFile>) =>
    setQueue((all) => all.map((each) => (each.key === key ? { ...each, ...part } : each)));
  const free = (key: string) => {
    if (running.current?.key === key) running.current = null;
  };
  const remove = (key: string) => {
    if (running.current?.key === key) running.current.controller.abort();
    // At once, not when the call notices: the next in line is waiting.
    free(key);
    setQueue((all) => all.filter((each) => each.key !== key));
  };

  const admitted = (file: File): Pick<QueuedFile, 'file' | 'state' | 'error' | 'hopeless'> => {
    const tooLarge = file.size > maxBytes;
    return {
      file,
      state: tooLarge ? 'failed' : 'chosen',
      error: tooLarge ? t('FILE_TOO_LARGE', { limit: maxMegabytes }) : null,
      hopeless: tooLarge,
    };
  };
  /** One photo at a time: a camera's picture takes 50 MB while it is open. */
  const preparing = useRef<Promise<void>>(Promise.resolve());
  /** Uploads that were asked for while the photo was still being prepared. */
  const asked = useRef(new Set<string>());
  const add = (files: File[]) => {
    const chosen = files.map((file): QueuedFile => {
      const item = { key: randomUuid(), description: '', share: 0, attempt: null };
      return { ...item, file, state: 'preparing', error: null, hopeless: false };
    });
    setQueue((all) => [...all, ...chosen]);
    for (const { key, file } of chosen) {
      preparing.current = preparing.current.then(async () => {
        const ready = admitted(await readable(file).catch(() => file));
        change(
          key,
          ready.state === 'chosen' && asked.current.has(key) ? { ...ready, state: 'waiting' } : ready,
        );
      });
    }
  };

  const next = queue.find(({ state }) => state === 'waiting');
  const sending = queue.some(({ state }) => state === 'sending');
  // biome-ignore lint/correctness/useExhaustiveDependencies: one file at a time, whenever the line moves on
  useEffect(() => {
    if (!next || running.current) return;
    const { key, file } = next;
    const description = next.description.trim();
    const attempt =
      next.attempt?.description === description ? next.attempt : { key: randomUuid(), description };
    const controller = new AbortController();
    running.current = { key, controller };
    change(key, { state: 'sending', share: 0, error: null, attempt });
    send({
      content: { device: { id: deviceId }, type: 'MACHINE_FILE', filename: file.name, description },
      file,
      idempotencyKey: attempt.key,
      signal: controller.signal,
      onProgress: (share) => change(key, { share }),
    })
      .then(() => {
        free(key);
        remove(key);
      })
      .catch((error) => {
        free(key);
        change(key, { state: 'failed', error, hopeless: !isWorthRepeating(error) });
      });
  }, [next?.key, sending, deviceId]);

  const retry = (key: string) => change(key, { state: 'waiting', error: null });
  useEffect(() => {
    const onOnline = () =>
      setQueue((all) =>
        all.map((each) =>
          each.state === 'failed' && !each.hopeless ? { ...each, state: 'waiting', error: null } : each,
        ),
      );
    window.addEventListener('online', onOnline);
    return () => {
      window.removeEventListener('online', onOnline);
      // Leaving was confirmed before.
      running.current?.controller.abort();
    };
  }, []);

  return {
    queue,
    add,
    remove,
    retry,
    describe: (key: string, description: string) => change(key, { description }),
    /** Sends what was chosen, and once more what failed for a passing reason. */
    start: () => {
      for (const { key, state } of queue) if (state === 'preparing') asked.current.add(key);
      setQueue((all) =>
        all.map((each) =>
          each.state === 'chosen' || (each.state === 'failed' && !each.hopeless)
            ? { ...each, state: 'waiting', error: null }
            : each,
        ),
      );
    },
    busy: sending || next !== undefined || queue.some(({ state }) => state === 'preparing'),
  };
}

export type FileQueue = ReturnType<typeof useFileQueue>;
