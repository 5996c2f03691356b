/** Who did the work of a protocol, to be read with it: the main performer, and the others in their order. */
export const person = { select: { id: true, firstName: true, lastName: true } } as const;

export const performers = {
  user: person,
  alsoPerformedBy: { select: { user: person }, orderBy: { position: 'asc' } },
} as const;
