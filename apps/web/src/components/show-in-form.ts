/**
 * A ref callback that scrolls a form's message into view, because on a phone the submit button may be a screen away.
 * Messages outside forms do not scroll.
 */
export function showInForm(message: HTMLElement | null): void {
  // jsdom has no such method.
  if (message?.closest('form')) message.scrollIntoView?.({ block: 'nearest' });
}
