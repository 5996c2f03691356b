/** That another user has signed in in this browser, seen by this page, which was loaded for somebody else. */
import { useSyncExternalStore } from 'react';

let changed = false;
const listeners = new Set<() => void>();

function set(value: boolean): void {
  changed = value;
  for (const listener of listeners) listener();
}

/** However many calls were refused, there is one question to the user. */
export const reportSessionChange = (): void => set(true);
/** The user of this page is signed in again. */
export const forgetSessionChange = (): void => set(false);

const watch = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const useSessionChange = (): boolean => useSyncExternalStore(watch, () => changed);
