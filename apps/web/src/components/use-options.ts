import { useCallback, useEffect, useRef, useState } from 'react';

export interface Option {
  id: number;
  label: string;
  /** A second, dimmed line: a full name, an address. */
  hint?: string | undefined;
}

/** All options, or one page with the total count, as returned by paged searches. */
export type LoadedOptions = Option[] | { content: Option[]; totalElements: number };
export type LoadOptions = (text: string, signal: AbortSignal) => Promise<LoadedOptions>;

export interface OptionsState {
  status: 'idle' | 'loading' | 'ready' | 'failed';
  options: Option[];
  /** Total number, including those not loaded. */
  total: number;
  /** The searched text. */
  text: string;
  error: unknown;
}

const idle: OptionsState = { status: 'idle', options: [], total: 0, text: '', error: null };
const pause = 250;

/**
 * Loads options. Typing is debounced; a newer search aborts the older one and drops its late answer. The older options
 * stay while newer ones load.
 */
export function useOptions(loadOptions: LoadOptions) {
  const [state, setState] = useState(idle);
  const load = useRef(loadOptions);
  useEffect(() => {
    load.current = loadOptions;
  });
  const running = useRef<AbortController | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);

  const stop = useCallback(() => {
    clearTimeout(timer.current);
    running.current?.abort();
    running.current = null;
  }, []);
  useEffect(() => stop, [stop]);

  const search = useCallback(
    (text: string, wait = pause) => {
      stop();
      const controller = new AbortController();
      running.current = controller;
      const { signal } = controller;
      setState((current) => ({ ...current, status: 'loading', text, error: null }));
      const ask = async () => {
        try {
          const answer = await load.current(text, signal);
          if (signal.aborted) return;
          const options = Array.isArray(answer) ? answer : answer.content;
          const total = Array.isArray(answer) ? answer.length : answer.totalElements;
          setState({ status: 'ready', options, total, text, error: null });
        } catch (error) {
          if (!signal.aborted) setState({ ...idle, status: 'failed', text, error });
        }
      };
      if (wait === 0) void ask();
      else timer.current = setTimeout(ask, wait);
    },
    [stop],
  );

  return { ...state, search };
}
