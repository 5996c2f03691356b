/** State of a page if another user has signed in with its browser since it was loaded. */
import { useSyncExternalStore } from 'react';

let changed = false;
const listeners = new Set<() => void>();

function set(value: boolean): void {
  changed = value;
  for (const listener of listeners) listener();
}

/** Several refused calls lead to a single question to the user. */
export const reportSessionChange = (): void => set(true);
/** The original user of this page has signed in again. */
export const forgetSessionChange = (): void => set(false);

const watch = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const useSessionChange = (): boolean => useSyncExternalStore(watch, () => changed);
