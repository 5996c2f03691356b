/** What screens have of the server, and the stored data does not have yet. */
import type { WorkingSetKind } from '@servicebook/shared/offline';
import { queryClient } from '../../lib/query-client.ts';
import { isRevisionHere } from '../../lib/unsent.ts';
import type { StoredRecords } from './stored-records.ts';

interface Shown {
  id: number;
  revision: number;
}

/** The name under which screens keep one record of a kind. */
const entities: Partial<Record<WorkingSetKind, string>> = {
  machines: 'device',
  protocols: 'service',
  visits: 'visit',
};

function shownOf(entity: string): Shown[] {
  // The last answer may have been that it is gone.
  const records = queryClient.getQueriesData<Shown | null>({
    queryKey: [entity, 'one'],
    predicate: ({ state }) => state.status === 'success',
  });
  // Negative ids and revisions between those of the server are of this phone, which has them elsewhere.
  return records.flatMap(([, record]) =>
    record && record.id > 0 && !isRevisionHere(record.revision) ? record : [],
  );
}

/** What the server has answered to a change that waited here is shown, as after a change with a network. */
export function show(path: string, record: unknown): void {
  const [, entity = ''] = /^\/api\/(\w+)\//.exec(path) ?? [];
  const { id, revision } = (record ?? {}) as Partial<Shown>;
  if (Object.values(entities).includes(entity) && id !== undefined && revision !== undefined)
    queryClient.setQueryData([entity, 'one', id], record);
}

/**
 * Stored records with those that a screen shows in a newer revision: what was saved or opened a moment before the network
 * went. A reload forgets them; by then they are stored, if the network was there for some seconds.
 */
export function withShown(stored: StoredRecords): StoredRecords {
  const all: StoredRecords['all'] = async (kind) => {
    const records = await stored.all(kind);
    const entity = entities[kind];
    if (!entity) return records;
    const known = (await stored.byId(kind)) as ReadonlyMap<number, unknown>;
    const newer = shownOf(entity).filter(
      ({ id, revision }) => revision > ((known.get(id) as Shown | undefined)?.revision ?? 0),
    );
    if (newer.length === 0) return records;
    // A protocol that was made here may be shown under both of its ids. The last one of an id stays.
    const byId = new Map(newer.sort((a, b) => a.revision - b.revision).map((record) => [record.id, record]));
    const rest = records.filter(({ id }) => !byId.has(id));
    return [...rest, ...([...byId.values()] as unknown as typeof records)].toSorted((a, b) => a.id - b.id);
  };
  return {
    ...stored,
    all,
    async byId(kind) {
      const [records, merged] = await Promise.all([stored.all(kind), all(kind)]);
      return records === merged ? stored.byId(kind) : new Map(merged.map((record) => [record.id, record]));
    },
  };
}
