/** What closing would interrupt: unsaved entries, a running save, a signature, unsent attachments. */
export type LeftBehind = 'typed' | 'sending' | 'signing' | 'files';

/** What the popup's content tells the popup, and the address, about closing. */
export interface Closing {
  /** Asked about before closing; null: nothing. */
  leaves: LeftBehind | null;
  /** The user closes all the same. */
  giveUp: () => void;
  /** A dialog on top takes Escape for itself. */
  covered: boolean;
}

export const nothingToLose: Closing = { leaves: null, giveUp: () => {}, covered: false };
