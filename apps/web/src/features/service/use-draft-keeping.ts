import type { ServiceProtocol } from '@servicebook/shared/service';
import { useEffect, useRef, useState } from 'react';
import { databaseAnswers } from './draft-database.ts';
import {
  type DraftFile,
  type DraftOwner,
  draftKey,
  dropDraft,
  keepDraft,
  type NotKept,
  type ServiceDraft,
} from './service-draft.ts';
import type { ServiceFormValues } from './service-form-values.ts';

interface Options {
  values: () => ServiceFormValues;
  /** Calls back when something was typed. Returns what ends it. */
  subscribe: (typed: () => void) => () => void;
  owner: DraftOwner;
  base: ServiceProtocol | null;
  dirty: boolean;
  files: DraftFile[];
  openAttempt: () => ServiceDraft['attempt'];
}

const pause = 400;
/** Delay in milliseconds before a draft that the browser refused is stored again. */
const retryAfter = 15_000;

/** Keeps what is typed, and the files not sent yet, in the browser until it is saved or given up. */
export function useDraftKeeping(options: Options) {
  const latest = useRef(options);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const retry = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const mounted = useRef(false);
  /** Where something may be kept already. */
  const kept = useRef<string | null>(draftKey(options.owner, options.base?.id ?? null));
  const given = useRef(false);
  const [notKept, setNotKept] = useState<NotKept | null>(() =>
    databaseAnswers() ? null : { text: true, files: [] },
  );

  const keep = useRef(() => {
    clearTimeout(timer.current);
    const { values, owner, base, dirty, files, openAttempt } = latest.current;
    if (given.current) return;
    const key = draftKey(owner, base?.id ?? null);
    const before = kept.current;
    const wanted = dirty || files.length > 0;
    kept.current = wanted ? key : null;
    if (wanted) {
      const draft = { key, keptAt: Date.now(), base, dirty, files, attempt: openAttempt() };
      void keepDraft({ ...draft, values: structuredClone(values()) }).then((missing) => {
        if (kept.current !== key) return;
        setNotKept(missing);
        clearTimeout(retry.current);
        if (missing && mounted.current) retry.current = setTimeout(keep.current, retryAfter);
      });
    }
    // A new protocol got its id: only now is what was kept without it done with.
    if (before && before !== kept.current) void dropDraft(before);
  });

  useEffect(() => {
    latest.current = options;
  });

  const { subscribe, base, dirty, files } = options;
  const fileKeys = files.map(({ key, prepared }) => `${key} ${prepared}`).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever the draft holds has changed
  useEffect(() => {
    timer.current = setTimeout(keep.current, pause);
    return () => clearTimeout(timer.current);
  }, [dirty, base?.id, base?.revision, fileKeys]);

  const [watch] = useState(() => subscribe);
  useEffect(
    () =>
      watch(() => {
        clearTimeout(timer.current);
        timer.current = setTimeout(keep.current, pause);
      }),
    [watch],
  );

  useEffect(() => {
    const leave = () => {
      if (document.visibilityState === 'hidden') keep.current();
    };
    document.addEventListener('visibilitychange', leave);
    mounted.current = true;
    return () => {
      mounted.current = false;
      clearTimeout(retry.current);
      document.removeEventListener('visibilitychange', leave);
      keep.current();
    };
  }, []);

  return {
    /** After a failed save, whose attempt belongs to the draft. */
    keepNow: () => keep.current(),
    /** What was typed is saved; files may still be on their way. */
    settle: (saved: ServiceProtocol) => {
      latest.current = { ...latest.current, base: saved, dirty: false };
      keep.current();
    },
    /** The user gives it up. */
    giveUp: () => {
      given.current = true;
      clearTimeout(timer.current);
      if (kept.current) void dropDraft(kept.current);
      kept.current = null;
    },
    /** What the phone refuses to keep; null: nothing. */
    notKept,
  };
}
