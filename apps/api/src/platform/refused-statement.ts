/** What the database says no to, as Prisma tells it: in the message or in the cause. */
const textOf = (error: unknown): string => `${error} ${JSON.stringify(error)}`;

/** A name is taken, or somebody needs the record. */
export const isConstraintViolation = (error: unknown): boolean => /P2002|23\d{3}/.test(textOf(error));

/** As above, or two wait for each other. */
export const isRefusedStatement = (error: unknown): boolean =>
  isConstraintViolation(error) || /40P01|40001/.test(textOf(error));

/** Another record has the name or number. */
export const isTaken = (error: unknown): boolean => /P2002|23505/.test(textOf(error));
