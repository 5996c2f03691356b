/** What the page "On this device" shows and changes. */
import { machineName } from '@servicebook/shared/machine-name';
import type { WorkingSetKind } from '@servicebook/shared/offline';
import type { SessionUser } from '@servicebook/shared/user';
import { chooseStoring, isStoring } from './choice.ts';
import type { Pinned, StoredSet } from './database.ts';
import { refreshStored } from './refresh.ts';
import { countStored, eraseStored, keepPinned, keepUser, ownerOf, readOwner, readRecords } from './stored.ts';

/** A customer or machine that is taken along; its name is null until it has arrived. */
export interface TakenAlong {
  kind: keyof Pinned;
  id: number;
  name: string | null;
}

export interface StoredSummary {
  /** False: nothing is stored here, because nobody asked for it. */
  storing: boolean;
  set: StoredSet | null;
  counts: Partial<Record<WorkingSetKind, number>>;
  takenAlong: TakenAlong[];
  /** Bytes of everything that the app keeps in this browser; null: unknown. */
  usage: number | null;
  /** Whether the browser has promised not to remove it; null: unknown. */
  persisted: boolean | null;
}

const nothing = { set: null, counts: {}, takenAlong: [] };

export async function readSummary(user: SessionUser): Promise<StoredSummary> {
  const owner = ownerOf(user);
  const { storage } = navigator as { storage?: StorageManager };
  const [row, estimate, persisted] = await Promise.all([
    readOwner(owner),
    storage?.estimate?.().catch(() => null),
    storage?.persisted?.().catch(() => null),
  ]);
  const browser = { usage: estimate?.usage ?? null, persisted: persisted ?? null };
  if (!row) return { ...nothing, ...browser, storing: isStoring(owner) };
  const { pinned, set } = row;
  const names = new Map<string, string>();
  if (pinned.customers.length > 0)
    for (const { id, shortName } of await readRecords(row, 'customers'))
      names.set(`customers ${id}`, shortName);
  if (pinned.machines.length > 0)
    for (const machine of await readRecords(row, 'machines'))
      names.set(`machines ${machine.id}`, machineName(machine));
  const named = (kind: keyof Pinned) =>
    pinned[kind].map((id) => ({ kind, id, name: names.get(`${kind} ${id}`) ?? null }));
  return {
    ...browser,
    storing: true,
    set,
    counts: await countStored(row),
    takenAlong: [...named('customers'), ...named('machines')],
  };
}

/** Stores data on this device from now on. */
export async function beginStoring(user: SessionUser): Promise<void> {
  chooseStoring(ownerOf(user), true);
  await keepUser(user);
  await refreshStored(user);
}

/** Removes what is stored; nothing is stored again until the user asks for it. */
export async function endStoring(user: SessionUser): Promise<void> {
  chooseStoring(ownerOf(user), false);
  await eraseStored();
}

/** Takes a customer or a machine along, or not any more. */
export async function takeAlong(
  user: SessionUser,
  { kind, id }: Pick<TakenAlong, 'kind' | 'id'>,
  taken: boolean,
): Promise<void> {
  const row = await readOwner(ownerOf(user));
  if (!row) return;
  const others = row.pinned[kind].filter((other) => other !== id);
  await keepPinned(row, { ...row.pinned, [kind]: taken ? [...others, id] : others });
  await refreshStored(user);
}
