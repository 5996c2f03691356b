import { type ComponentType, lazy } from 'react';

/**
 * Like React's `lazy`, but a component whose code has arrived is drawn at once. React draws the fallback first, even if
 * the code arrived long ago.
 * @returns the component; its `load` fetches the code ahead
 */
export function lazyAhead<Props extends object>(component: () => Promise<ComponentType<Props>>) {
  let loaded: { default: ComponentType<Props> } | undefined;
  const load = async () => {
    loaded = { default: await component() };
    return loaded;
  };
  /** A promise whose value is there when it is asked. */
  const kept = (module: NonNullable<typeof loaded>) => ({
    // biome-ignore lint/suspicious/noThenProperty: React takes it in place of a promise
    then: (take: (module: NonNullable<typeof loaded>) => unknown) => void take(module),
  });
  const Lazy = lazy(() => (loaded ? (kept(loaded) as unknown as ReturnType<typeof load>) : load()));
  return Object.assign(Lazy, { load });
}
