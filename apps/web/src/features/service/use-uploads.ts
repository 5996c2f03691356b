import { serviceContract } from '@servicebook/shared/service';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { downscaleImage } from '../../components/downscale-image.ts';
import { isWorthRepeating } from '../../lib/api-error.ts';
import { randomUuid } from '../../lib/idempotency.ts';
import { useAddServiceFile } from './service.queries.ts';
import type { DraftFile } from './service-draft.ts';

/** In pixels, on a screen of three to a CSS pixel. */
const thumbnailEdge = 160;

export interface Upload {
  /** Also the idempotency key: however often it is sent, it is stored once. */
  key: string;
  file: File;
  /** Small enough to be shown among many others. */
  thumbnail: File | null;
  state: 'preparing' | 'waiting' | 'sending' | 'failed';
  /** 0 to 1. */
  share: number;
  error: unknown;
}

const { maxBytes } = serviceContract.addFile.upload ?? { maxBytes: 0 };
export const megabytes = Math.floor(maxBytes / 1024 / 1024);

export const toDraftFile = ({ key, file, state }: Upload): DraftFile => ({
  key,
  file,
  prepared: state !== 'preparing',
});

/**
 * Attachments on their way to a protocol, one after the other; before it is stored they wait. What fails stays with
 * its reason until it is tried again or taken away, and is tried by itself once the connection, or the user, is back.
 */
export function useUploads(serviceId: number | null) {
  const { t } = useTranslation('service');
  const { mutateAsync: send } = useAddServiceFile();
  const [uploads, setUploads] = useState<Upload[]>([]);
  const [held, setHeld] = useState(false);
  const running = useRef<{ key: string; controller: AbortController } | null>(null);

  const change = (key: string, part: Partial<Upload>) =>
    setUploads((all) => all.map((each) => (each.key === key ? { ...each, ...part } : each)));
  const forget = (key: string) => setUploads((all) => all.filter((each) => each.key !== key));

  const admitted = ({ key, file }: Pick<Upload, 'key' | 'file'>): Upload => {
    const tooLarge = file.size > maxBytes;
    return {
      key,
      file,
      thumbnail: null,
      state: tooLarge ? 'failed' : 'waiting',
      share: 0,
      error: tooLarge ? t('files.tooLarge', { limit: megabytes }) : null,
    };
  };

  /** One photo at a time: a camera's picture takes 50 MB while it is open, and a phone ends a tab that takes too much. */
  const preparing = useRef<Promise<void>>(Promise.resolve());
  const given = useRef(new Set<string>());
  const prepare = ({ key, file, prepared }: DraftFile) => {
    preparing.current = preparing.current.then(async () => {
      if (given.current.has(key)) return;
      const ready = prepared ? file : await downscaleImage(file).catch(() => file);
      if (!prepared) change(key, admitted({ key, file: ready }));
      if (!ready.type.startsWith('image/')) return;
      const thumbnail = await downscaleImage(ready, { maxEdge: thumbnailEdge }).catch(() => null);
      change(key, { thumbnail });
    });
  };

  const take = (files: DraftFile[]) => {
    const taken = files.map(
      (each): Upload =>
        each.prepared
          ? admitted(each)
          : { ...each, thumbnail: null, state: 'preparing', share: 0, error: null },
    );
    setUploads((all) => [...all, ...taken]);
    for (const each of files) prepare(each);
  };
  const add = (files: File[]) => take(files.map((file) => ({ key: randomUuid(), file, prepared: false })));

  const next = serviceId === null || held ? undefined : uploads.find(({ state }) => state === 'waiting');
  const sending = uploads.some(({ state }) => state === 'sending');
  // biome-ignore lint/correctness/useExhaustiveDependencies: one file at a time, whenever the line moves on
  useEffect(() => {
    if (!next || serviceId === null || running.current) return;
    const { key, file } = next;
    const controller = new AbortController();
    running.current = { key, controller };
    change(key, { state: 'sending', share: 0, error: null });
    send({
      id: serviceId,
      file,
      idempotencyKey: key,
      signal: controller.signal,
      onProgress: (share) => change(key, { share }),
    })
      .then(() => forget(key))
      .catch((error) => {
        if (running.current?.controller === controller) change(key, { state: 'failed', error });
      })
      .finally(() => {
        if (running.current?.controller === controller) running.current = null;
      });
  }, [next?.key, serviceId, sending]);

  const failed = uploads.filter(({ state }) => state === 'failed');
  // A file that is too large stays so, and one the server does not take.
  const unsent = uploads.filter(({ error }) => typeof error !== 'string');
  const retryable = unsent.filter(({ state, error }) => state === 'failed' && isWorthRepeating(error));
  const retryAll = () => {
    for (const { key } of retryable) change(key, { state: 'waiting', error: null });
  };
  const retryRef = useRef(retryAll);
  useEffect(() => {
    retryRef.current = retryAll;
  });
  useEffect(() => {
    const again = () => {
      if (document.visibilityState === 'visible') retryRef.current();
    };
    window.addEventListener('online', again);
    document.addEventListener('visibilitychange', again);
    return () => {
      window.removeEventListener('online', again);
      document.removeEventListener('visibilitychange', again);
      // Closing the form was confirmed before.
      running.current?.controller.abort();
    };
  }, []);

  return {
    uploads,
    /** What is still to be sent; a file that is too large never will be. */
    unsent,
    add,
    /** Takes files back from a draft. */
    restore: (files: DraftFile[]) =>
      take(files.filter(({ key }) => !uploads.some((each) => each.key === key))),
    /** Sends nothing until it is let go: a protocol is being signed without what is not sent. */
    hold: (hold: boolean) => {
      setHeld(hold);
      const current = running.current;
      if (!hold || !current) return;
      running.current = null;
      current.controller.abort();
      change(current.key, { state: 'waiting', share: 0 });
    },
    retryAll,
    retryable: retryable.length > 0,
    remove: (key: string) => {
      given.current.add(key);
      if (running.current?.key === key) {
        running.current.controller.abort();
        // The line moves on at once, not when the aborted call says goodbye.
        running.current = null;
      }
      forget(key);
    },
    /** Some are on their way or soon will be. */
    busy: uploads.length > failed.length,
    failed: failed.length > 0,
  };
}

export type Uploads = ReturnType<typeof useUploads>;
