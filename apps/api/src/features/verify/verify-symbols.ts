/** The symbols of the pages about documents: a state is never told by colour alone. */
import { type Html, html, rawHtml } from '../../platform/html.ts';

export type Mark = 'good' | 'replaced' | 'withdrawn' | 'unknown';

/** A tick in a circle, two sheets with an arrow, a cross in an octagon, a question mark in a square. */
const paths: Record<Mark, string> = {
  good: '<circle cx="12" cy="12" r="9.5"/><path d="m7.5 12.5 3 3 6-6.5"/>',
  replaced: '<path d="M4 4h9v5M4 4v13h5"/><path d="M10 10h10v11H10z"/><path d="m13 15.5 2 2 3-3.5"/>',
  withdrawn: '<path d="M8 2.5h8L21.5 8v8L16 21.5H8L2.5 16V8z"/><path d="m8.5 8.5 7 7m0-7-7 7"/>',
  unknown:
    '<rect x="2.5" y="2.5" width="19" height="19" rx="3"/><path d="M9 9.2a3 3 0 1 1 4.2 2.7c-.8.4-1.2 1-1.2 2.1"/><path d="M12 17.3v.2"/>',
};

export const symbol = (kind: Mark): Html =>
  html`<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${rawHtml(paths[kind])}</svg>`;
