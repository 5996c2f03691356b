/** Tells the app that a call was refused because the session has ended. */
let listener = () => {};

/** Sets the handler. */
export function onUnauthorized(then: () => void): void {
  listener = then;
}

export const reportUnauthorized = (): void => listener();
