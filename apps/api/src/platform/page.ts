/** Pages that the server draws, for people without an account. */
import type { Language } from '@servicebook/shared/primitives';
import type { Html } from './html.ts';

export interface Page {
  /** 200 by default. */
  status?: number;
  language: Language;
  title: string;
  /** Whose page it is: the name of a company, above everything; by default nobody's. */
  company?: string;
  body: Html;
  /** A file of apps/web/src/public-pages, without its ending. The page must be of use without it. */
  script?: string;
  /** Offers the other languages: the page reads `lang` of its address. */
  hasLanguages?: boolean;
}

/** The answer to a form: the browser fetches this address next, so that reloading repeats nothing. */
export interface PageRedirect {
  location: string;
}

/** The cookies of a page's visitor. They are kept from scripts and from other sites. */
export interface Cookies {
  get(name: string): string | undefined;
  /** @param value null removes it. @param seconds how long it is kept. */
  set(name: string, value: string | null, seconds: number): void;
}
