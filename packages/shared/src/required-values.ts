/** What a category asks of a protocol before it is signed, with and without a network. */
import type { PerformedAction } from './service.ts';
import type { ServiceAction } from './service-action.ts';
import type { ProtocolToSign } from './service-signing.ts';

/** A machine of a protocol: what its category offers, and what was done. */
export interface WorkOnMachine {
  name: string;
  offered: readonly ServiceAction[];
  actions: readonly Pick<PerformedAction, 'name' | 'fields'>[];
}

const keyOf = (name: string) => name.trim().toLowerCase();

/** How many of the actions that the categories offer are not done, over all machines. */
export function countUndone(machines: readonly WorkOnMachine[]): NonNullable<ProtocolToSign['undone']> {
  const undone = machines.flatMap(({ offered, actions }) => {
    const done = new Set(actions.map(({ name }) => keyOf(name)));
    return offered.map(({ name }) => !done.has(keyOf(name)));
  });
  return { open: undone.filter(Boolean).length, total: undone.length };
}

/** Values that must be filled, or it must be said why not. */
export const missingValues = (machines: readonly WorkOnMachine[]): ProtocolToSign['missing'] =>
  machines.flatMap(({ name: machine, offered, actions }) => {
    const fieldsOf = new Map(offered.map(({ name, fields }) => [keyOf(name), fields] as const));
    return actions.flatMap((action) => {
      const filled = action.fields
        .filter(({ value, reason }) => value !== '' || reason)
        .map(({ name }) => keyOf(name));
      return (fieldsOf.get(keyOf(action.name)) ?? [])
        .filter(({ name, required }) => required && !filled.includes(keyOf(name)))
        .map(({ name }) => ({ machine, action: action.name, field: name }));
    });
  });
