import { useEffect, useRef } from 'react';
import { presentTime } from '../../lib/server-time.ts';
import {
  type DraftOwner,
  draftKey,
  dropDraft,
  keepDraft,
  type NotKept,
  type ServiceDraft,
} from './service-draft.ts';
import type { ServiceFormValues } from './service-form-values.ts';
import { handOver, isTakenOver } from './use-draft-lock.ts';

interface Options extends Pick<ServiceDraft, 'base' | 'dirty' | 'files' | 'attempt'> {
  values: () => ServiceFormValues;
  /** Subscribes to input. Returns the unsubscribe function. */
  subscribe?: (typed: () => void) => () => void;
  owner: DraftOwner;
  /** The user has discarded the draft. */
  discarded?: boolean;
  onKept: (notKept: NotKept | null) => void;
}

const pause = 400;
/** Delay in milliseconds before retrying to store a draft that the browser refused. */
const retryAfter = 15_000;

/** Stores input, a running save and unsent files on the phone until the protocol is saved or discarded. */
export function useDraftKeeping(options: Options): void {
  const latest = useRef(options);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const retry = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const mounted = useRef(false);
  /** The key of a draft that may exist already. */
  const keptKey = useRef<string | null>(draftKey(options.owner, options.base?.id ?? null));

  /** @param unprepared keeps photos also in the size in which they were taken */
  const keep = useRef(async (unprepared = false): Promise<void> => {
    clearTimeout(timer.current);
    const { values, owner, base, dirty, files, attempt, discarded, onKept } = latest.current;
    const key = draftKey(owner, base?.id ?? null);
    const before = keptKey.current;
    if (isTakenOver(before ?? key)) return;
    const shouldKeep = !discarded && (dirty || files.length > 0);
    keptKey.current = shouldKeep ? key : null;
    if (shouldKeep) {
      const draft = { key, keptAt: presentTime().getTime(), base, dirty, files, attempt };
      // A new protocol got its id, so the draft stored without the id can be deleted.
      const kept = keepDraft({ ...draft, values: structuredClone(values()) }, unprepared);
      if (before && before !== key) void dropDraft(before);
      const missing = await kept;
      if (keptKey.current !== key) return;
      if (mounted.current) onKept(missing);
      clearTimeout(retry.current);
      if (missing && mounted.current) retry.current = setTimeout(() => keep.current(), retryAfter);
    } else if (before) await dropDraft(before);
  });

  useEffect(() => {
    latest.current = options;
  });

  const { subscribe, base, dirty, files, attempt, discarded } = options;
  const fileKeys = files.map(({ key, prepared, marked }) => `${key} ${prepared} ${marked}`).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever the draft holds has changed
  useEffect(() => {
    timer.current = setTimeout(() => keep.current(), pause);
    return () => clearTimeout(timer.current);
  }, [dirty, fileKeys]);

  // At once: it was handed over, answered, stored or given up.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever the draft belongs to has changed
  useEffect(() => {
    if (mounted.current) void keep.current();
  }, [base?.id, base?.revision, attempt?.key, discarded]);

  const watch = useRef(subscribe);
  useEffect(
    () =>
      watch.current?.(() => {
        clearTimeout(timer.current);
        timer.current = setTimeout(() => keep.current(), pause);
      }),
    [],
  );

  useEffect(() => {
    const leave = () => {
      if (document.visibilityState === 'hidden') void keep.current();
    };
    document.addEventListener('visibilitychange', leave);
    mounted.current = true;
    return () => {
      mounted.current = false;
      clearTimeout(retry.current);
      document.removeEventListener('visibilitychange', leave);
      void keep.current();
    };
  }, []);

  const lockedKey = draftKey(options.owner, null);
  useEffect(() => handOver(lockedKey, () => keep.current(true)), [lockedKey]);
}
