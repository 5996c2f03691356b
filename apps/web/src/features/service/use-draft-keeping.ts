import type { ServiceProtocol } from '@servicebook/shared/service';
import { useEffect, useRef } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import {
  type DraftFile,
  type DraftOwner,
  draftKey,
  dropDraft,
  keepDraft,
  type OpenAttempt,
} from './service-draft.ts';
import type { ServiceFormValues } from './service-form-values.ts';

interface Options {
  // biome-ignore lint/suspicious/noExplicitAny: what the form submits is no matter here
  form: Pick<UseFormReturn<ServiceFormValues, unknown, any>, 'getValues' | 'subscribe'>;
  owner: DraftOwner;
  base: ServiceProtocol | null;
  dirty: boolean;
  files: DraftFile[];
  openAttempt: () => OpenAttempt | null;
}

const pause = 400;

/** Keeps what is typed, and the files not sent yet, in the browser until it is saved or given up. */
export function useDraftKeeping(options: Options) {
  const latest = useRef(options);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  /** Where something may be kept already. */
  const kept = useRef<string | null>(draftKey(options.owner, options.base?.id ?? null));
  const given = useRef(false);

  const keep = useRef(() => {
    clearTimeout(timer.current);
    const { form, owner, base, dirty, files, openAttempt } = latest.current;
    if (given.current) return;
    const key = draftKey(owner, base?.id ?? null);
    // A new protocol got its id: what was kept without it is done with.
    if (kept.current && (kept.current !== key || !(dirty || files.length))) void dropDraft(kept.current);
    kept.current = null;
    if (!dirty && files.length === 0) return;
    kept.current = key;
    void keepDraft({
      key,
      keptAt: Date.now(),
      base,
      values: structuredClone(form.getValues()),
      dirty,
      files,
      attempt: openAttempt(),
    });
  });

  useEffect(() => {
    latest.current = options;
  });

  const { form, base, dirty, files } = options;
  const fileKeys = files.map(({ key }) => key).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever the draft holds has changed
  useEffect(() => {
    timer.current = setTimeout(keep.current, pause);
    return () => clearTimeout(timer.current);
  }, [dirty, base?.id, base?.revision, fileKeys]);

  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: () => {
          clearTimeout(timer.current);
          timer.current = setTimeout(keep.current, pause);
        },
      }),
    [form],
  );

  useEffect(() => {
    const leave = () => {
      if (document.visibilityState === 'hidden') keep.current();
    };
    document.addEventListener('visibilitychange', leave);
    return () => {
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
    },
  };
}
