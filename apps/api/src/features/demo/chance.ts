/** Choices and dates that are alike in all demos. */
export const day = 24 * 3_600_000;

/** A number between 0 and 1 that depends only on the seed, so that all demos are alike. */
export const chance = (seed: number): number => {
  const large = Math.sin(seed * 127.1 + 11.7) * 43_758.5453;
  return large - Math.floor(large);
};
export const pick = <Item>(items: readonly Item[], seed: number): Item =>
  items[Math.floor(chance(seed) * items.length)] as Item;

export const isoDay = (date: Date): string => date.toISOString().slice(0, 10);
