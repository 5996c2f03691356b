interface Draft {
  /** Identifies the form: user, address, fields. */
  place: string;
  values: unknown;
  /** The form's initial values. They identify the user's own input even if others have saved since. */
  base: unknown;
}

/** Input of a save that failed because the session had ended. It is restored after the same user signs in again. */
let storedDraft: Draft | null = null;

export function keepDraft(draft: Draft): void {
  storedDraft = draft;
}

export function takeDraft(place: string): Draft | null {
  if (storedDraft?.place !== place) return null;
  const draft = storedDraft;
  storedDraft = null;
  return draft;
}
