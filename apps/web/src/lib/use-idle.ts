import { useEffect, useState } from 'react';

/** Does something once the browser has been idle. @returns a function that gives it up */
export function whenIdle(work: () => void): () => void {
  // Safari has no requestIdleCallback.
  if (!window.requestIdleCallback) {
    work();
    return () => {};
  }
  const waiting = window.requestIdleCallback(work, { timeout: 3000 });
  return () => window.cancelIdleCallback(waiting);
}

/** Whether the browser has been idle since the page opened. Invisible parts wait for it. */
export function useIdle(): boolean {
  const [idle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => setIdle(true)), []);
  return idle;
}
