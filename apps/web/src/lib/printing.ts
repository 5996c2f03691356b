import { useSyncExternalStore } from 'react';

let printing = false;
const listeners = new Set<() => void>();

/** Prints always use the light colour scheme. */
let screenScheme: string | undefined;

function change(now: boolean): void {
  const page = document.documentElement.dataset;
  if (now && !printing) {
    screenScheme = page.mantineColorScheme;
    page.mantineColorScheme = 'light';
  }
  if (!now && printing && screenScheme) page.mantineColorScheme = screenScheme;
  printing = now;
  for (const listener of listeners) listener();
}
window.addEventListener('beforeprint', () => change(true));
window.addEventListener('afterprint', () => change(false));

function watch(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether the page is being printed; set before the print is rendered. */
export const usePrinting = (): boolean => useSyncExternalStore(watch, () => printing);
