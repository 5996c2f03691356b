/** How people are named on the screens. */
interface Person {
  firstName: string;
  lastName: string;
}

const nameOf = ({ firstName, lastName }: Person): string => [firstName, lastName].filter(Boolean).join(' ');

export const personName = (person: Person | null): string => (person ? nameOf(person) : '–');

/** The address stands for a name that is not known yet. */
export const fullName = (person: Person & { email: string }): string => nameOf(person) || person.email;
