/** Merges two users' changes of a protocol: which parts are compared, and how. */
import { randomUuid } from '../../lib/idempotency.ts';
import { type Merge, mergeChanges, mergeItems, type Versions } from '../../lib/merge-changes.ts';
import { readQuantity } from './checklist.ts';
import { lineNamed, mergeActions, takeLine } from './merge-actions.ts';
import { machineKey, type ServiceFormValues } from './service-form-values.ts';
import { isFilled } from './work-facts-values.ts';

const mergedFields = [
  'date',
  'number',
  'type',
  'paymentType',
  'performerId',
  'alsoPerformedBy',
  'faultDescription',
  'period',
  'devices',
  'remarks',
  'recommendations',
  'workTime',
  'travelTime',
  'kilometres',
  'results',
  'partsUsed',
] as const satisfies readonly (keyof ServiceFormValues)[];
export type MergedField = (typeof mergedFields)[number];

/** A conflict: a field, or one service action of one machine. */
export type Contested = MergedField | `actions.${string}.${string}`;

/** The machine and action of a conflict; null if the conflict is about a field. */
export function conflictingLine(contested: Contested): { machine: string; name: string } | null {
  const [, machine, name] = /^actions\.([^.]*)\.(.*)$/s.exec(contested) ?? [];
  return machine !== undefined && name !== undefined ? { machine, name } : null;
}

const linesIn = (values: ServiceFormValues, machine: string) => values.actions[machine] ?? [];

/** One number, whichever decimal mark it was typed with. */
const numberIn = (text: string) => readQuantity(text) ?? text;

/** The keys of lines do not count. */
function essenceOf(field: MergedField, of: ServiceFormValues): unknown {
  if (field === 'devices') return of.devices.map(({ id }) => id);
  if (field === 'partsUsed')
    return of.partsUsed.map(({ key: _, ...part }) => ({ ...part, quantity: numberIn(part.quantity) }));
  if (field === 'kilometres') return numberIn(of.kilometres);
  // In one order, without the machines that have none.
  if (field === 'results')
    return Object.entries(of.results)
      .filter(([, { result }]) => result !== '')
      .toSorted(([one], [other]) => one.localeCompare(other));
  return of[field];
}

/** The lists whose items were not changed by both; the others are chosen as a whole. */
function mergedLists(versions: Versions<ServiceFormValues>): Partial<ServiceFormValues> {
  const { mine } = versions;
  const listsOf = <Item>(read: (values: ServiceFormValues) => Item[]) => ({
    base: read(versions.base),
    mine: read(versions.mine),
    theirs: read(versions.theirs),
  });
  const results = mergeItems(
    listsOf(({ results: all }) => Object.entries(all).filter(([, { result }]) => result !== '')),
    ([machine]) => machine,
    ([, choice]) => choice,
  );
  const partsUsed = mergeItems(
    listsOf(({ partsUsed: all }) => all.filter(isFilled)),
    ({ name, number, machine }) => JSON.stringify([name.trim(), number.trim(), machine]),
    ({ quantity, unit }) => [numberIn(quantity), unit],
  );
  return {
    ...(results && { results: Object.fromEntries(results) }),
    ...(partsUsed && {
      partsUsed: [
        // A line of theirs may have the key of one of mine.
        ...partsUsed.map((part) => (mine.partsUsed.includes(part) ? part : { ...part, key: randomUuid() })),
        ...mine.partsUsed.filter((part) => !isFilled(part)),
      ],
    }),
  };
}

export function mergeProtocols(versions: Versions<ServiceFormValues>): Merge<ServiceFormValues, Contested> {
  const { values, conflicts } = mergeChanges(versions, mergedFields, (field, of) => essenceOf(field, of));
  const { base, mine, theirs } = versions;
  const lists = mergedLists(versions);
  Object.assign(values, lists);
  const contested: Contested[] = conflicts.filter((field) => !(field in lists));
  const actions = { ...mine.actions };
  for (const { id } of values.devices) {
    const machine = machineKey(id);
    const merged = mergeActions({
      base: linesIn(base, machine),
      mine: linesIn(mine, machine),
      theirs: linesIn(theirs, machine),
    });
    actions[machine] = merged.values;
    contested.push(...merged.conflicts.map((name) => `actions.${machine}.${name}` as const));
  }
  return { values: { ...values, actions }, conflicts: contested };
}

/** Takes the other user's value for a conflict. */
export function takeTheirs(
  mine: ServiceFormValues,
  theirs: ServiceFormValues,
  contested: Contested,
): ServiceFormValues {
  const line = conflictingLine(contested);
  if (!line) return { ...mine, [contested]: theirs[contested as MergedField] };
  const { machine, name } = line;
  return {
    ...mine,
    actions: {
      ...mine.actions,
      [machine]: takeLine(linesIn(mine, machine), linesIn(theirs, machine), name),
    },
  };
}

/** The name of a conflicting action, and the other user's recorded values. */
export function lineOfTheirs(mine: ServiceFormValues, theirs: ServiceFormValues, contested: Contested) {
  const at = conflictingLine(contested);
  if (!at) return null;
  const line = lineNamed(linesIn(theirs, at.machine), at.name);
  return {
    machine: at.machine,
    name: (line ?? lineNamed(linesIn(mine, at.machine), at.name))?.name ?? at.name,
    line,
  };
}
