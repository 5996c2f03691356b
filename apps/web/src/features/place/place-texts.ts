/** A `ref` for headings: moves the focus to a newly opened section. */
export const focusAtOnce = (heading: HTMLElement | null): void => heading?.focus();
