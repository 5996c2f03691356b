import { useCallback, useEffect, useId } from 'react';

interface Unsaved {
  /** The query parameter that shows the form, if it is only part of its page. */
  shownBy?: string | undefined;
  /** A text that says what is stored on this device. Without it, the input would be lost. */
  kept?: string | null | undefined;
}

/** Forms with unsaved input; a guard in the shell asks before the user leaves them. */
const unsaved = new Map<string, Unsaved>();

interface Address {
  pathname: string;
  search: string;
}

export const hasUnsavedChanges = (): boolean => unsaved.size > 0;
/** Whether a reload would lose input: typed text, or an open dialog. */
export const isSomethingOpen = (): boolean =>
  hasUnsavedChanges() || document.querySelector('[aria-modal="true"]') !== null;
/** Whether a navigation leaves such a form: to another page, or to another value of its parameter. */
export function leavesUnsavedChanges(from: Address, to: Address): boolean {
  if (from.pathname !== to.pathname) return hasUnsavedChanges();
  const [before, after] = [from, to].map(({ search }) => new URLSearchParams(search));
  return [...unsaved.values()].some(({ shownBy }) => shownBy && before?.get(shownBy) !== after?.get(shownBy));
}
/** The message on leaving if nothing is lost; otherwise null. */
export function keptOnLeaving(): string | null {
  const messages = [...unsaved.values()].map((each) => each.kept ?? null);
  return messages.every((text) => text !== null) ? [...new Set(messages)].join(' ') : null;
}
/** The user chose to leave anyway. */
export const forgetUnsavedChanges = (): void => unsaved.clear();

/**
 * While `dirty`, protects a form against a closed tab or an accidental link.
 * @returns a function that ends the protection at once, for leaving right after a save.
 */
export function useUnsavedChanges(dirty: boolean, { shownBy, kept }: Unsaved = {}): () => void {
  const form = useId();
  const release = useCallback(() => {
    unsaved.delete(form);
  }, [form]);
  useEffect(() => {
    if (dirty) unsaved.set(form, { shownBy, kept });
    return release;
  }, [dirty, form, shownBy, kept, release]);
  return release;
}
