/** What both started from, what is typed here, and what somebody else has saved meanwhile. */
export interface Versions<Values> {
  base: Values;
  mine: Values;
  theirs: Values;
}

export interface Merge<Values, Field> {
  /** Mine where I changed something, theirs in the other fields that are compared. */
  values: Values;
  /** Fields both changed, each to something else: mine stands, theirs is worth a look. */
  conflicts: Field[];
}

/**
 * Brings together what one user typed and what another has saved.
 * @param essence what counts when a field's values are compared
 */
export function mergeChanges<Values extends object, Field extends keyof Values & string>(
  { base, mine, theirs }: Versions<Values>,
  fields: readonly Field[],
  essence: (field: Field, values: Values) => unknown = (field, values) => values[field],
): Merge<Values, Field> {
  const same = (field: Field, one: Values, other: Values) =>
    JSON.stringify(essence(field, one)) === JSON.stringify(essence(field, other));
  const kept = fields.filter((field) => !same(field, base, mine));
  const values = { ...mine };
  for (const field of fields) if (!kept.includes(field)) values[field] = theirs[field];
  return {
    values,
    conflicts: kept.filter((field) => !same(field, base, theirs) && !same(field, mine, theirs)),
  };
}

/** What a form knows of somebody else's save. */
export interface Conflict<Field extends string = string> {
  /** The save was refused, or theirs has been brought in since. */
  stage: 'refused' | 'loaded';
  /** Changed on both sides: mine stands. */
  fields: Field[];
  /** Brings in what they saved; what was typed here stays. */
  load: () => Promise<void>;
  /** Saves what stands here, whatever they saved. */
  saveOver?: () => Promise<void>;
  /** Theirs instead of mine, in one field. */
  take: (field: Field) => void;
}
