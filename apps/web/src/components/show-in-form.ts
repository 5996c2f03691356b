/**
 * As a ref: brings a message of a form into sight. The button that caused it may be a screen away, at the bottom of a
 * phone; elsewhere a message leaves the page where it is.
 */
export function showInForm(message: HTMLElement | null): void {
  // jsdom has no such method.
  if (message?.closest('form')) message.scrollIntoView?.({ block: 'nearest' });
}
