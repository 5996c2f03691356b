/** What the popup's content tells the popup, and the address, about closing. */
export interface Closing {
  /** Something typed, drawn or on its way would be lost. */
  busy: boolean;
  /** The user gives it up. */
  giveUp: () => void;
  /** A dialog on top takes Escape for itself. */
  covered: boolean;
}

export const nothingToLose: Closing = { busy: false, giveUp: () => {}, covered: false };
