/** Two names of one action, whatever their capitals and spaces. */
export const sameAction = (one: string, other: string): boolean => key(one) === key(other);

const key = (name: string) => name.trim().replace(/\s+/g, ' ').toLocaleLowerCase();
