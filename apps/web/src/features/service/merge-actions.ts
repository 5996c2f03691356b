/** Merges two users' changes of the service actions of one machine: line by line, and within a line value by value. */
import { randomUuid } from '../../lib/idempotency.ts';
import type { Merge, Versions } from '../../lib/merge-changes.ts';
import { type ActionField, type ActionLine, readQuantity } from './checklist.ts';

/** Identifies an action by name, ignoring case; duplicates are distinguished by their order. */
function byName<Named extends { name: string }>(all: readonly Named[]): Map<string, Named> {
  const found = new Map<string, Named>();
  const seen = new Map<string, number>();
  for (const one of all) {
    const name = one.name.trim().toLowerCase();
    const nth = (seen.get(name) ?? 0) + 1;
    seen.set(name, nth);
    // Names cannot contain a line break.
    found.set(nth === 1 ? name : `${name}\n${nth}`, one);
  }
  return found;
}

const counts = ({ done, name }: ActionLine) => done && name.trim() !== '';
/** The recorded lines, without lines that are only suggested. */
const recorded = (lines: readonly ActionLine[]) => byName(lines.filter(counts));

const quantityOf = (line: ActionLine | undefined) =>
  line === undefined || line.quantity.trim() === '' ? 1 : (readQuantity(line.quantity) ?? line.quantity);

const valuesOf = (line: ActionLine | undefined) => byName(line?.fields ?? []);
const textOf = (field: ActionField | undefined) => field?.value.trim() || field?.reason?.trim() || '';

/** The compared part of a line; undefined: not done. */
const essence = (line: ActionLine | undefined): unknown =>
  line && [
    quantityOf(line),
    [...valuesOf(line)]
      .map(([name, field]) => [name, textOf(field)] as const)
      .filter(([, value]) => value !== '')
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  ];
const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Which user's value is kept, and whether the other value is shown as a conflict. */
function choose({ base, mine, theirs }: Versions<unknown>): { takes: 'mine' | 'theirs'; conflict: boolean } {
  if (same(mine, base)) return { takes: 'theirs', conflict: false };
  return { takes: 'mine', conflict: !same(theirs, base) && !same(mine, theirs) };
}

function mergeLine(base: ActionLine | undefined, mine: ActionLine, theirs: ActionLine) {
  const quantity = choose({ base: quantityOf(base), mine: quantityOf(mine), theirs: quantityOf(theirs) });
  const [before, here, there] = [base, mine, theirs].map(valuesOf) as [Fields, Fields, Fields];
  let conflict = quantity.conflict;
  const fields = [...new Set([...here.keys(), ...there.keys()])].map((name) => {
    const [ours, others] = [here.get(name), there.get(name)];
    const choice = choose({ base: textOf(before.get(name)), mine: textOf(ours), theirs: textOf(others) });
    conflict ||= choice.conflict;
    const chosen = choice.takes === 'mine' ? ours : others;
    const { value = '', reason } = chosen ?? {};
    return { ...((chosen ?? ours ?? others) as ActionField), value, ...(reason !== undefined && { reason }) };
  });
  return { line: { ...(quantity.takes === 'mine' ? mine : theirs), fields }, conflict };
}
type Fields = Map<string, ActionField>;

/** Replaces lines with their merged version; undefined: not done. Suggested lines stay. */
function withOutcomes(
  mine: readonly ActionLine[],
  outcomes: Map<string, ActionLine | undefined>,
): ActionLine[] {
  const remaining = new Map(outcomes);
  const known = recorded(mine);
  const nameOf = new Map([...known].map(([name, line]) => [line, name]));
  const lines = mine.flatMap((line) => {
    const lineName = line.name.trim().toLowerCase();
    const name = nameOf.get(line) ?? (known.has(lineName) ? undefined : lineName);
    if (name === undefined || !remaining.has(name)) return [line];
    const outcome = remaining.get(name);
    remaining.delete(name);
    if (outcome) return [{ ...outcome, name: line.name, key: line.key, extra: line.extra }];
    return nameOf.has(line) ? [] : [line];
  });
  const added = [...remaining.values()].filter((line) => line !== undefined);
  return [...lines, ...added.map((line) => ({ ...line, key: randomUuid() }))];
}

/** My version of the lines I changed, theirs otherwise. A conflict names a line that both changed; mine is kept. */
export function mergeActions(versions: Versions<readonly ActionLine[]>): Merge<ActionLine[], string> {
  const base = recorded(versions.base);
  const mine = recorded(versions.mine);
  const theirs = recorded(versions.theirs);
  const outcomes = new Map<string, ActionLine | undefined>();
  const conflicts: string[] = [];
  for (const name of new Set([...mine.keys(), ...theirs.keys()])) {
    const [before, here, there] = [base.get(name), mine.get(name), theirs.get(name)];
    if (here && there) {
      const { line, conflict } = mergeLine(before, here, there);
      outcomes.set(name, line);
      if (conflict) conflicts.push(name);
    } else {
      const choice = choose({ base: essence(before), mine: essence(here), theirs: essence(there) });
      outcomes.set(name, choice.takes === 'mine' ? here : there);
      if (choice.conflict) conflicts.push(name);
    }
  }
  return { values: withOutcomes(versions.mine, outcomes), conflicts };
}

/** Finds a recorded line by the key in a conflict. */
export const lineNamed = (lines: readonly ActionLine[], name: string): ActionLine | undefined =>
  recorded(lines).get(name);

/** Takes the other user's version of one line. */
export const takeLine = (
  mine: readonly ActionLine[],
  theirs: readonly ActionLine[],
  name: string,
): ActionLine[] => withOutcomes(mine, new Map([[name, lineNamed(theirs, name)]]));
