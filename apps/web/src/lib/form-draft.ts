interface Draft {
  /** Whose form it is: the user, the address, the fields. */
  place: string;
  values: unknown;
  /** What the form started from: it tells what was typed, also when others have saved since. */
  base: unknown;
}

/** What somebody tried to save when their session had ended; handed back once they are signed in again. */
let kept: Draft | null = null;

export function keepDraft(draft: Draft): void {
  kept = draft;
}

export function takeDraft(place: string): Draft | null {
  if (kept?.place !== place) return null;
  const draft = kept;
  kept = null;
  return draft;
}
