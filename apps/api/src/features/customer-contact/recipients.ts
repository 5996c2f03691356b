interface Person {
  name: string;
  email: string;
}

/** Whom a mail to a customer is proposed to: its contacts, then its own address; each address once. */
export function recipientsOf({
  contacts,
  shortName,
  email: own,
}: {
  contacts: Person[];
  shortName: string;
  email: string;
}): Person[] {
  const people = [...contacts, { name: shortName, email: own }];
  return people.filter(
    ({ email }, place) => email && people.findIndex((other) => other.email === email) === place,
  );
}
