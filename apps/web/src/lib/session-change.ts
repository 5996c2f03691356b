/** State of a page whose browser has been signed in as another user since the page was loaded. */
import { useSyncExternalStore } from 'react';

let changed = false;
const listeners = new Set<() => void>();

function set(value: boolean): void {
  changed = value;
  for (const listener of listeners) listener();
}

/** Several refused calls lead to only one question to the user. */
export const reportSessionChange = (): void => set(true);
/** The user of this page is signed in again. */
export const forgetSessionChange = (): void => set(false);

const watch = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const useSessionChange = (): boolean => useSyncExternalStore(watch, () => changed);
