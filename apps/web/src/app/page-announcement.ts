import { type RefObject, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type UIMatch, useLocation, useMatches } from 'react-router-dom';

/** A route's handle: the key of its title. Pages with a PageHeader have none, because the header sets the title. */
export interface PageHandle {
  title?: string;
  /** A public page: full width, with the footer, for all users. */
  site?: boolean;
}

const productName = 'Servicebook';

/** The announcement of the open page: that of the innermost route with one. */
export function usePageHandle(): PageHandle {
  const matches = useMatches() as UIMatch<unknown, PageHandle | undefined>[];
  return matches.findLast((match) => match.handle)?.handle ?? {};
}

/**
 * Announces navigation: sets the document's title, and focuses the page's content for screen reader and keyboard users.
 * @returns the ref of the element around the page
 */
export function usePageAnnouncement(): RefObject<HTMLElement | null> {
  const main = useRef<HTMLElement>(null);
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const { title } = usePageHandle();
  const text = title && `${t(title as 'close')} · ${productName}`;

  useEffect(() => {
    if (text) document.title = text;
  }, [text]);

  const announcedPath = useRef(pathname);
  useEffect(() => {
    if (announcedPath.current === pathname) return;
    announcedPath.current = pathname;
    // A dialog that closes while the page changes has given its focus back by then.
    const timer = setTimeout(() => {
      const focused = document.activeElement;
      // Does not take the focus from a field with autofocus, or from a search that was opened before the page had come.
      if (main.current?.contains(focused) || focused?.matches('input, textarea')) return;
      main.current?.focus({ preventScroll: true });
    }, 20);
    return () => clearTimeout(timer);
  }, [pathname]);
  return main;
}
