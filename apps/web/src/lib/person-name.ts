import { nameOf, nameOrEmail } from '@servicebook/i18n/names.ts';

/** A person's name for screens; a dash if there is none. */
export const personName = (person: Parameters<typeof nameOf>[0] | null): string =>
  person ? nameOf(person) : '–';

export { nameOrEmail as fullName };
