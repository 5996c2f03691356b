import { cutText } from '../../platform/cut-text.ts';

/** How the log calls a to-do. */
export const titleOf = ({ description }: { description: string }): string => cutText(description, 100);
