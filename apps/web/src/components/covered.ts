/** Whether another dialog is open on top of this one and handles Escape. */
export const isCovered = (): boolean => document.querySelectorAll('[aria-modal="true"]').length > 1;
