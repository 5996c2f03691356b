import type { KeyboardEvent } from 'react';

/** Enter in a value moves to the next one. In the last value and in any other field, it closes the phone's keyboard. */
export function toNextValue(event: KeyboardEvent<HTMLElement>): void {
  const field = event.target;
  if (event.key !== 'Enter' || event.nativeEvent.isComposing || !(field instanceof HTMLInputElement)) return;
  if (field.type === 'checkbox') return;
  event.preventDefault();
  const values = [...event.currentTarget.querySelectorAll<HTMLInputElement>('input[data-value]')];
  const next = 'value' in field.dataset ? values[values.indexOf(field) + 1] : undefined;
  if (next) next.focus();
  else field.blur();
}
