/** What somebody tried to save when their session had ended; handed back once they are signed in again. */
let draft: { place: string; values: unknown } | null = null;

/** @param place whose form it is: the user, the address, the fields. */
export function keepDraft(place: string, values: unknown): void {
  draft = { place, values };
}

export function takeDraft(place: string): unknown {
  if (draft?.place !== place) return null;
  const { values } = draft;
  draft = null;
  return values;
}
