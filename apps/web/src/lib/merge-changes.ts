/** The common base, the user's input, and the values that another user has saved. */
export interface Versions<Values> {
  base: Values;
  mine: Values;
  theirs: Values;
}

export interface Merge<Values, Field> {
  /** My value in the fields I changed, their value in the other compared fields. */
  values: Values;
  /** Fields that both users changed differently: mine is kept, theirs is shown. */
  conflicts: Field[];
}

/**
 * Merges one user's input with the record that another has saved.
 * @param essence the part of a field's value that is compared
 */
export function mergeChanges<Values extends object, Field extends keyof Values & string>(
  { base, mine, theirs }: Versions<Values>,
  fields: readonly Field[],
  essence: (field: Field, values: Values) => unknown = (field, values) => values[field],
): Merge<Values, Field> {
  const same = (field: Field, one: Values, other: Values) =>
    JSON.stringify(essence(field, one)) === JSON.stringify(essence(field, other));
  const changedFields = fields.filter((field) => !same(field, base, mine));
  const values = { ...mine };
  for (const field of fields) if (!changedFields.includes(field)) values[field] = theirs[field];
  return {
    values,
    conflicts: changedFields.filter((field) => !same(field, base, theirs) && !same(field, mine, theirs)),
  };
}

/**
 * Merges two users' changes of a list, item by item.
 * @param keyOf what makes it the same item; equal ones are told apart by their order
 * @returns null if both changed the same item differently
 */
export function mergeItems<Item>(
  { base, mine, theirs }: Versions<readonly Item[]>,
  keyOf: (item: Item) => string,
  essence: (item: Item) => unknown,
): Item[] | null {
  const keyed = (items: readonly Item[]) => {
    const found = new Map<string, Item>();
    for (const item of items) {
      let key = keyOf(item);
      while (found.has(key)) key += '\n';
      found.set(key, item);
    }
    return found;
  };
  const [before, here, there] = [keyed(base), keyed(mine), keyed(theirs)];
  const textOf = (item: Item | undefined) => item && JSON.stringify(essence(item));
  const merged: Item[] = [];
  for (const key of new Set([...here.keys(), ...there.keys()])) {
    const [was, ours, others] = [before.get(key), here.get(key), there.get(key)];
    const isMine = textOf(ours) !== textOf(was);
    if (isMine && textOf(others) !== textOf(was) && textOf(ours) !== textOf(others)) return null;
    const item = isMine ? ours : others;
    if (item) merged.push(item);
  }
  return merged;
}

/** The state of a form after another user has saved the record. */
export interface Conflict<Field extends string = string> {
  /** The save was refused, or the other user's changes have been loaded since. */
  stage: 'refused' | 'loaded';
  /** Fields changed on both sides; my values are kept. */
  fields: Field[];
  /** Loads the other user's changes; the user's input stays. */
  load: () => Promise<void>;
  /** Saves the form over the other user's changes. */
  saveOver?: (() => Promise<void>) | undefined;
  /** Takes the other user's value in one field. */
  take: (field: Field) => void;
}
