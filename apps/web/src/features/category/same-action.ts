/** Whether two names mean the same action, ignoring case and spaces. */
export const sameAction = (one: string, other: string): boolean => key(one) === key(other);

const key = (name: string) => name.trim().replace(/\s+/g, ' ').toLocaleLowerCase();
