/** Defines which queries show which entities, so that a saved change is visible everywhere. */
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { sessionKey } from './session-key.ts';

/**
 * Query keys contain the entity, the kind of query, and the record: `['customer', 'one', 7]`. A change refetches all
 * keys of its entity, and the keys listed here: screens of other entities that show part of it.
 */
const dependents = {
  // Lists of protocols are filtered by the mark.
  billing: [['service', 'search']],
  // The planning board shows who is absent.
  absence: [['planning']],
  branch: [],
  // Machines show the name of their category.
  category: [['device']],
  // The top bar shows the company's name.
  company: [sessionKey],
  // Machines, protocols and to-dos show the name of their customer.
  customer: [['device'], ['planning'], ['service'], ['todo'], ['visit']],
  // Categories count their machines; protocols and to-dos show the machines' names.
  device: [['category'], ['planning'], ['service'], ['todo'], ['visit']],
  // Protocols show the name of their author; the vacation left follows from the employee's days.
  employee: [['service'], ['visit'], ['absence'], ['planning']],
  // A machine's history lists its files, events, notes and parts, and its tabs count them.
  file: [['device', 'record']],
  hotel: [],
  // A reported fault may set the machine's status.
  incident: [['device']],
  note: [['device', 'record']],
  order: [],
  'own-access': [],
  part: [['device', 'record']],
  // An earlier service counts for the machine's dates, and stands in its history.
  'past-service': [['device'], ['planning']],
  // A protocol sets the status of its machines, appears among their events, and may plan a to-do.
  service: [['billing'], ['device'], ['incident'], ['past-service'], ['planning'], ['todo'], ['visit']],
  // A to-do of a protocol is a visit, which the machine's summary and the board show.
  todo: [['device', 'record'], ['planning'], ['visit']],
  // Lists of inspections name the visits; a protocol's to-do says the same as its visit.
  visit: [['device'], ['planning'], ['service'], ['todo']],
} as const satisfies Record<string, readonly QueryKey[]>;

export type Entity = keyof typeof dependents;

/** Refetches everything that shows an entity, except the query of a record that was just stored. */
export async function refresh(client: QueryClient, entity: Entity, stored?: QueryKey): Promise<void> {
  const storedQuery = stored && client.getQueryCache().find({ queryKey: stored });
  const keys: readonly QueryKey[] = [[entity], ...dependents[entity]];
  await Promise.all(
    keys.map((queryKey) =>
      client.invalidateQueries({ queryKey, predicate: (query) => query !== storedQuery }),
    ),
  );
}

/** Removes the queries of a deleted record; refetching them would answer 404. */
export function forget(client: QueryClient, entity: Entity, id: number): void {
  client.removeQueries({ queryKey: [entity], predicate: ({ queryKey }) => queryKey[2] === id });
}
