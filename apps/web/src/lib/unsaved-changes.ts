import { useCallback, useEffect, useId } from 'react';

/**
 * Forms with something typed and not saved; the one guard in the shell asks before the user leaves them. Beside each
 * stands the parameter of the address that shows it, if it is not the whole page.
 */
const unsaved = new Map<string, string | undefined>();

interface Address {
  pathname: string;
  search: string;
}

export const hasUnsavedChanges = (): boolean => unsaved.size > 0;
/** Whether going from one address to another leaves such a form: another page, or another value of its parameter. */
export function leavesUnsavedChanges(from: Address, to: Address): boolean {
  if (from.pathname !== to.pathname) return hasUnsavedChanges();
  const [before, after] = [from, to].map(({ search }) => new URLSearchParams(search));
  return [...unsaved.values()].some((shownBy) => shownBy && before?.get(shownBy) !== after?.get(shownBy));
}
/** The user chose to leave all the same. */
export const forgetUnsavedChanges = (): void => unsaved.clear();

/**
 * Keeps the user from losing a form by a closed tab or a stray link while `dirty`.
 * @param shownBy the parameter of the address that shows the form, where it is only a part of its page.
 * @returns lets go at once, for leaving right after a save.
 */
export function useUnsavedChanges(dirty: boolean, shownBy?: string): () => void {
  const form = useId();
  const release = useCallback(() => {
    unsaved.delete(form);
  }, [form]);
  useEffect(() => {
    if (dirty) unsaved.set(form, shownBy);
    return release;
  }, [dirty, form, shownBy, release]);
  return release;
}
