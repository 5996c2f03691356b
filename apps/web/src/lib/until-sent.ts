/**
 * A field that keeps quiet about being empty until it is sent. Where a form begins in a required field, a message on
 * leaving it would push the buttons away from under the pointer that is about to press one.
 */
export const untilSent = <Field extends { onBlur: unknown }>({
  onBlur: _,
  ...field
}: Field): Omit<Field, 'onBlur'> => field;
