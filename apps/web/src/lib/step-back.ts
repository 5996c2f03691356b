/** A step back takes a moment. An address that is opened meanwhile would be the one that is left. */
import type { createBrowserRouter } from 'react-router-dom';

/** A step that leads nowhere must not hold anything up. Milliseconds. */
const longestStep = 1000;

let afterwards: (() => void)[] | null = null;

export function stepBack(
  router: Pick<ReturnType<typeof createBrowserRouter>, 'navigate' | 'subscribe'>,
): void {
  const waiting: (() => void)[] = [];
  afterwards = waiting;
  const done = () => {
    if (afterwards === waiting) afterwards = null;
    for (const act of waiting) act();
  };
  const patience = setTimeout(done, longestStep);
  const stop = router.subscribe(() => {
    stop();
    clearTimeout(patience);
    // Once the step is on the screen.
    setTimeout(done);
  });
  void router.navigate(-1);
}

/** Does something at once, or after the step back that is on its way. */
export function afterStepBack(act: () => void): void {
  if (afterwards) afterwards.push(act);
  else act();
}
