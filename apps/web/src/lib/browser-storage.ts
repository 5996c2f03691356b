/** Small choices kept in the browser. Storage may be full or forbidden (private windows): then they last a visit. */
/** What a choice is called in the browser's storage. */
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
    // Nothing is lost but the memory of a preference.
  }
}
