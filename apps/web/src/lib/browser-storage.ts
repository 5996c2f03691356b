/** Small choices stored in the browser. If storage is full or forbidden (private windows), they last for one visit. */
/** The storage key of a choice. */
export const storageKey = (key: string): string => `servicebook.${key}`;

export function readChoice(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(storageKey(key)) ?? 'null');
  } catch {
    return null;
  }
}

export function keepChoice(key: string, value: unknown): void {
  try {
    localStorage.setItem(storageKey(key), JSON.stringify(value));
  } catch {
    // Only a preference is lost.
  }
}

/** Removes what is stored under keys that begin so, except one of them. */
export function forgetChoices(start: string, except: string | null): void {
  try {
    for (const key of Object.keys(localStorage))
      if (key.startsWith(storageKey(start)) && (except === null || key !== storageKey(except)))
        localStorage.removeItem(key);
  } catch {
    // Then nothing was stored either.
  }
}
