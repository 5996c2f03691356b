/** Going through many rows without keeping the server from answering others. */
import { setImmediate as pause } from 'node:timers/promises';

/** Milliseconds after which others have their turn. By time, because rows differ, and so do machines. */
const longestTurn = 5;

/** Goes through items, and lets others have their turn every few milliseconds. */
export async function* inTurns<Item>(items: Iterable<Item>): AsyncGenerator<Item> {
  let since = performance.now();
  for (const item of items) {
    if (performance.now() - since > longestTurn) {
      await pause();
      since = performance.now();
    }
    yield item;
  }
}
