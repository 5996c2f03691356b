/** For a heading's `ref`: whoever opened what is under it is taken there. */
export const focusAtOnce = (heading: HTMLElement | null): void => heading?.focus();
