/** Whether a dialog is open on top of another one, and takes Escape for itself. */
export const isCovered = (): boolean => document.querySelectorAll('[aria-modal="true"]').length > 1;
