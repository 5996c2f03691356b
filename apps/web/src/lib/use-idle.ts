import { useEffect, useState } from 'react';

/** Whether the browser has been idle since the page opened. Invisible parts wait for it. */
export function useIdle(): boolean {
  const [idle, setIdle] = useState(false);
  useEffect(() => {
    // Safari has no requestIdleCallback.
    if (!window.requestIdleCallback) return setIdle(true);
    const waiting = window.requestIdleCallback(() => setIdle(true), { timeout: 3000 });
    return () => window.cancelIdleCallback(waiting);
  }, []);
  return idle;
}
