/** Small choices kept in the browser. Storage may be full or forbidden (private windows): then they last a visit. */
export function readChoice(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(`servicebook.${key}`) ?? 'null');
  } catch {
    return null;
  }
}

export function keepChoice(key: string, value: unknown): void {
  try {
    localStorage.setItem(`servicebook.${key}`, JSON.stringify(value));
  } catch {
    // Nothing is lost but the memory of a preference.
  }
}
