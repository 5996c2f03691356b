/** The locks of all tabs, as in a browser. */
interface Held {
  steal: () => void;
  done: Promise<unknown>;
}
type Work = (lock: Lock | null) => unknown;

export function fakeLocks(): LockManager {
  const held = new Map<string, Held>();
  async function request(name: string, ...rest: [Work] | [LockOptions, Work]): Promise<unknown> {
    const work = rest.at(-1) as Work;
    const { ifAvailable, steal, signal } = rest.length === 2 ? rest[0] : {};
    const aborted = new Promise<never>((_, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason));
    });
    aborted.catch(() => {});
    if (ifAvailable && held.has(name)) return work(null);
    if (steal) held.get(name)?.steal();
    else while (held.has(name)) await Promise.race([held.get(name)?.done, aborted]);
    const stolen = Promise.withResolvers<never>();
    const lock = {
      steal: () => stolen.reject(new DOMException('Another one took it', 'AbortError')),
      done: Promise.resolve(),
    };
    held.set(name, lock);
    const ended = Promise.race([(async () => work({ name, mode: 'exclusive' }))(), stolen.promise]).finally(
      () => held.get(name) === lock && held.delete(name),
    );
    lock.done = ended.then(
      () => {},
      () => {},
    );
    return ended;
  }
  return { request, query: async () => ({}) } as LockManager;
}

/** A browser with locks, until the test is over. */
export function giveLocks(): void {
  Object.defineProperty(navigator, 'locks', { configurable: true, value: fakeLocks() });
}
export const takeLocks = (): boolean => Reflect.deleteProperty(navigator, 'locks');
