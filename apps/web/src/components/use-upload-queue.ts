import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isWorthRepeating } from '../lib/api-error.ts';
import { randomUuid } from '../lib/idempotency.ts';
import { downscaleImage } from './downscale-image.ts';

export interface QueuedFile {
  key: string;
  file: File;
  /** A preview, small enough to show many of them. */
  thumbnail: File | null;
  state: 'preparing' | 'waiting' | 'sending' | 'failed';
  /** 0 to 1. */
  share: number;
  /** The error of the call, or a message about a file that is too large to be sent. */
  error: unknown;
  /** The user has marked it, and it is sent with the mark. */
  marked: boolean;
}

export interface Sending {
  file: File;
  /** The same for every attempt, so that a file is stored once. */
  idempotencyKey: string;
  signal: AbortSignal;
  onProgress: (share: number) => void;
  marked: boolean;
}

/** A file restored from an earlier queue. */
interface KeptFile {
  key: string;
  file: File;
  prepared: boolean;
  marked?: boolean | undefined;
}

/** A file that was not sent yet when its queue left the screen. */
export interface LeftFile {
  key: string;
  /** As it is to be sent. */
  file: Promise<File>;
  marked: boolean;
  /** It may have arrived. */
  sent: boolean;
}

interface Options {
  maxBytes: number;
  /** Prepares a file for sending, for example by downscaling a photo. */
  prepare: (file: File) => Promise<File>;
  thumbnails?: boolean;
  send: (upload: Sending) => Promise<unknown>;
  /** While false, nothing is sent, and a file being sent returns to the queue. */
  open?: boolean;
  /** Goes on with the files that can still be sent when the queue leaves the screen. */
  onLeft?: ((files: LeftFile[]) => void) | undefined;
}

/** In pixels, for a screen with three pixels per CSS pixel. */
const thumbnailEdge = 160;

export const isRetryable = ({ state, error }: QueuedFile): boolean =>
  state === 'failed' && typeof error !== 'string' && isWorthRepeating(error);
/** It will arrive without its user, if only a connection is there. */
export const goesOn = (file: QueuedFile): boolean => file.state !== 'failed' || isRetryable(file);

/**
 * A queue of uploads, sent one at a time. A failed file stays with its error until it is retried or removed. If only
 * the connection failed, the file is retried when the connection or the user returns.
 */
export function useUploadQueue({
  maxBytes,
  prepare,
  thumbnails = false,
  send,
  open = true,
  onLeft,
}: Options) {
  const { t } = useTranslation('errors');
  const [files, setFiles] = useState<QueuedFile[]>([]);
  const running = useRef<{ key: string; controller: AbortController } | null>(null);

  const change = (key: string, part: Partial<QueuedFile>) =>
    setFiles((all) => all.map((each) => (each.key === key ? { ...each, ...part } : each)));
  const forget = (key: string) => setFiles((all) => all.filter((each) => each.key !== key));

  const checkSize = (file: File): Pick<QueuedFile, 'file' | 'state' | 'error'> => {
    if (file.size <= maxBytes) return { file, state: 'waiting', error: null };
    const limit = Math.floor(maxBytes / 1024 / 1024);
    return { file, state: 'failed', error: t('FILE_TOO_LARGE', { limit }) };
  };

  /**
   * One photo at a time: a camera picture takes 50 MB while it is decoded, and phones end tabs that use too much
   * memory.
   */
  const preparing = useRef<Promise<unknown>>(Promise.resolve());
  const ready = useRef(new Map<string, Promise<File>>());
  const removed = useRef(new Set<string>());
  /** Those that may have arrived. */
  const tried = useRef(new Set<string>());
  const makeReady = ({ key, file, prepared }: KeptFile) => {
    const made = preparing.current.then(async () => {
      if (prepared || removed.current.has(key)) return file;
      const smaller = await prepare(file).catch(() => file);
      change(key, checkSize(smaller));
      return smaller;
    });
    ready.current.set(key, made);
    preparing.current = made.then(async (picture) => {
      if (!thumbnails || removed.current.has(key) || !picture.type.startsWith('image/')) return;
      const thumbnail = await downscaleImage(picture, { maxEdge: thumbnailEdge }).catch(() => null);
      change(key, { thumbnail });
    });
  };

  const restoreFiles = (kept: KeptFile[]) => {
    const restored = kept.map(
      ({ key, file, prepared, marked = false }): QueuedFile => ({
        key,
        thumbnail: null,
        share: 0,
        marked,
        ...(prepared ? checkSize(file) : { file, state: 'preparing', error: null }),
      }),
    );
    setFiles((all) => [...all, ...restored]);
    for (const each of kept) {
      if (each.prepared) tried.current.add(each.key);
      makeReady(each);
    }
  };

  const [handingOver, setHandingOver] = useState(false);
  const next = open && !handingOver ? files.find(({ state }) => state === 'waiting') : undefined;
  const sending = files.some(({ state }) => state === 'sending');
  // biome-ignore lint/correctness/useExhaustiveDependencies: one file at a time, whenever the line moves on
  useEffect(() => {
    if (!next || running.current) return;
    const { key, file, marked } = next;
    const controller = new AbortController();
    running.current = { key, controller };
    tried.current.add(key);
    change(key, { state: 'sending', share: 0, error: null });
    const settle = (then: () => void) => {
      if (running.current?.controller !== controller) return;
      running.current = null;
      then();
    };
    send({
      file,
      idempotencyKey: key,
      signal: controller.signal,
      onProgress: (share) => change(key, { share }),
      marked,
    }).then(
      () => settle(() => forget(key)),
      (error) => settle(() => change(key, { state: 'failed', error })),
    );
  }, [next?.key, sending]);

  /** Aborts the running upload. The queue continues at once, without waiting for the aborted call. */
  const stop = (): string | null => {
    const current = running.current;
    running.current = null;
    current?.controller.abort();
    return current?.key ?? null;
  };
  const pause = () => {
    const stopped = stop();
    if (stopped !== null) change(stopped, { state: 'waiting', share: 0 });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the line opens or closes
  useEffect(() => {
    if (!open) pause();
  }, [open]);

  /** Retries one file, or all files that can still succeed. */
  const retry = (key?: string) =>
    setFiles((all) =>
      all.map((each) =>
        isRetryable(each) && (key === undefined || each.key === key)
          ? { ...each, state: 'waiting', error: null }
          : each,
      ),
    );
  const latest = useRef({ files, onLeft, taken: new Set<string>() });
  useEffect(() => {
    Object.assign(latest.current, { files, onLeft });
  });
  const toLeave = (all: QueuedFile[]): LeftFile[] =>
    all.filter(goesOn).map(({ key, file, marked }) => ({
      key,
      file: ready.current.get(key) ?? Promise.resolve(file),
      marked,
      sent: tried.current.has(key),
    }));
  /**
   * Gives what can still be sent to something else.
   * @param take returns the keys of those that it has taken; the others stay in the queue
   * @returns whether it has taken all
   */
  const handOver = async (take: (files: LeftFile[]) => Promise<string[]>) => {
    const left = toLeave(files);
    pause();
    setHandingOver(true);
    latest.current.taken = new Set(left.map(({ key }) => key));
    try {
      const taken = await take(left);
      setFiles((all) => all.filter(({ key }) => !taken.includes(key)));
      return taken.length === left.length;
    } finally {
      latest.current.taken.clear();
      setHandingOver(false);
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: as long as the queue is on the screen
  useEffect(() => {
    const retryAll = () => {
      if (document.visibilityState === 'visible') retry();
    };
    window.addEventListener('online', retryAll);
    document.addEventListener('visibilitychange', retryAll);
    return () => {
      window.removeEventListener('online', retryAll);
      document.removeEventListener('visibilitychange', retryAll);
      // The user has already confirmed leaving.
      stop();
      const left = toLeave(latest.current.files.filter(({ key }) => !latest.current.taken.has(key)));
      if (left.length > 0) latest.current.onLeft?.(left);
    };
  }, []);

  return {
    files,
    /** Files still to be sent. A file that is too large never will be. */
    unsent: files.filter(({ error }) => typeof error !== 'string'),
    add: (chosen: File[]) =>
      restoreFiles(chosen.map((file) => ({ key: randomUuid(), file, prepared: false }))),
    /** Restores files from an earlier queue. */
    restore: (kept: KeptFile[]) =>
      restoreFiles(kept.filter(({ key }) => !files.some((each) => each.key === key))),
    /** What is being sent keeps the mark it had. */
    mark: (key: string, marked: boolean) => {
      if (running.current?.key !== key) change(key, { marked });
    },
    retry,
    retryable: files.some(isRetryable),
    handOver,
    remove: (key: string) => {
      removed.current.add(key);
      if (running.current?.key === key) stop();
      forget(key);
    },
    /** Some files are being sent or will be soon. */
    busy: files.some(({ state }) => state !== 'failed'),
  };
}

export type UploadQueue = ReturnType<typeof useUploadQueue>;
