import { Fragment, type ReactNode } from 'react';

/** Longer than the words of the six languages; a name without spaces, an address of a page. */
const longWords = /(\S{25,})/;

/**
 * A text whose very long words break, so that they do not widen a table beyond its screen. Other words stay whole, also
 * in a narrow column. What is no text stays as it is.
 */
export function LongWords({ children }: { children: ReactNode }) {
  if (typeof children !== 'string' || !longWords.test(children)) return children;
  return children.split(longWords).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text keep their order
    <Fragment key={index}>{index % 2 === 1 ? <span data-long-word>{part}</span> : part}</Fragment>
  ));
}
