/**
 * A new address draws the whole page again, and React lets nothing but input interrupt that. So whatever opens with an
 * address follows the router itself, which is ahead of the screen, and the page behind it is drawn afterwards.
 */
import { useCallback, useContext, useSyncExternalStore } from 'react';
import {
  type createBrowserRouter,
  UNSAFE_DataRouterContext as DataRouterContext,
  type Location,
} from 'react-router-dom';

type Router = ReturnType<typeof createBrowserRouter>;
type Draw = Parameters<Router['subscribe']>[0];

/** Milliseconds. */
const longestWait = 3000;

const routers = new WeakMap<object, Router>();
/** How many on the screen follow the router. */
let followers = 0;
let isLate = false;
let waiting: (() => void) | null = null;

/**
 * Opens an address whose page waits for `drawPage`, for the next navigation, or for three seconds. If nothing follows the
 * router yet, the page is drawn at once, because it brings what does.
 */
export function openDrawnLate(open: () => void): void {
  isLate = followers > 0;
  try {
    open();
  } finally {
    isLate = false;
  }
}

/** Draws the page that waits. */
export function drawPage(): void {
  waiting?.();
}

/** @returns a router for RouterProvider, which is told of such addresses later */
export function withLateDrawing(router: Router): Router {
  const subscribe = (draw: Draw) => {
    let place = router.state.location;
    return router.subscribe((state, options) => {
      const isOpened = state.location !== place;
      place = state.location;
      waiting = null;
      if (!isLate || !isOpened) {
        draw(state, options);
        return;
      }
      const drawNow = () => {
        if (waiting !== drawNow) return;
        waiting = null;
        draw(router.state, options);
      };
      waiting = drawNow;
      setTimeout(drawNow, longestWait);
    });
  };
  const drawing: Router = Object.create(router, { subscribe: { value: subscribe } });
  routers.set(drawing, router);
  return drawing;
}

/** The router, which knows an address before the screen shows it. Null on a page that is drawn by the build. */
export function useRouterIfAny(): Router | null {
  const { router } = useContext(DataRouterContext) ?? {};
  return router ? (routers.get(router) ?? (router as Router)) : null;
}

/** The same where there is one. @throws elsewhere */
export function useRouter(): Router {
  const router = useRouterIfAny();
  if (!router) throw new Error('outside of a router');
  return router;
}

/** The address, before the screen shows it. */
export function useAddressAhead(): Location {
  const router = useRouter();
  const follow = useCallback(
    (onChange: () => void) => {
      followers++;
      const stop = router.subscribe(onChange);
      return () => {
        followers--;
        stop();
      };
    },
    [router],
  );
  return useSyncExternalStore(follow, () => router.state.location);
}
