import { useCallback, useEffect, useId } from 'react';

interface Unsaved {
  /** The parameter of the address that shows the form, where it is only a part of its page. */
  shownBy?: string | undefined;
  /** What stays on this device, in words. Without them what was typed is lost. */
  kept?: string | null | undefined;
}

/** Forms with something typed and not saved; the one guard in the shell asks before the user leaves them. */
const unsaved = new Map<string, Unsaved>();

interface Address {
  pathname: string;
  search: string;
}

export const hasUnsavedChanges = (): boolean => unsaved.size > 0;
/** Whether going from one address to another leaves such a form: another page, or another value of its parameter. */
export function leavesUnsavedChanges(from: Address, to: Address): boolean {
  if (from.pathname !== to.pathname) return hasUnsavedChanges();
  const [before, after] = [from, to].map(({ search }) => new URLSearchParams(search));
  return [...unsaved.values()].some(({ shownBy }) => shownBy && before?.get(shownBy) !== after?.get(shownBy));
}
/** What to tell who leaves, when nothing is lost by it; otherwise null. */
export function keptOnLeaving(): string | null {
  const kept = [...unsaved.values()].map((each) => each.kept ?? null);
  return kept.every((text) => text !== null) ? [...new Set(kept)].join(' ') : null;
}
/** The user chose to leave all the same. */
export const forgetUnsavedChanges = (): void => unsaved.clear();

/**
 * Keeps the user from losing a form by a closed tab or a stray link while `dirty`.
 * @returns lets go at once, for leaving right after a save.
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
