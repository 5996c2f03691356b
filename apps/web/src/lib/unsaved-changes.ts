import { useCallback, useEffect, useId } from 'react';

/** Forms with something typed and not saved; the one guard in the shell asks before the user leaves them. */
const unsaved = new Set<string>();

export const hasUnsavedChanges = (): boolean => unsaved.size > 0;
/** The user chose to leave all the same. */
export const forgetUnsavedChanges = (): void => unsaved.clear();

/**
 * Keeps the user from losing a form by a closed tab or a stray link while `dirty`.
 * @returns lets go at once, for leaving right after a save.
 */
export function useUnsavedChanges(dirty: boolean): () => void {
  const form = useId();
  const release = useCallback(() => {
    unsaved.delete(form);
  }, [form]);
  useEffect(() => {
    if (dirty) unsaved.add(form);
    return release;
  }, [dirty, form, release]);
  return release;
}
