/** How people are named on the screens. */
interface Person {
  firstName: string;
  lastName: string;
}

const nameOf = ({ firstName, lastName }: Person): string => [firstName, lastName].filter(Boolean).join(' ');

export const personName = (person: Person | null): string => (person ? nameOf(person) : '–');

/** Somebody who was only invited may have no name yet. */
export const fullName = (employee: Person & { email: string }): string => nameOf(employee) || employee.email;
