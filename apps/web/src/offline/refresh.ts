/** Fetches what has changed of the stored data. */
import { offlineContract, type WorkingSet } from '@servicebook/shared/offline';
import type { SessionUser } from '@servicebook/shared/user';
import { apiOf } from '../lib/api-client.ts';
import type { OwnerRow } from './database.ts';
import { keepAnswer, ownerOf, readKept, readOwner } from './stored.ts';

const offlineApi = apiOf(offlineContract);

/** A complete set takes a dozen answers. More come only while the company's data changes faster than they arrive. */
const mostAnswers = 40;

const ascending = (ids: readonly number[]) => ids.toSorted((a, b) => a - b);

async function ask({ set, pinned, opened }: OwnerRow, have: Record<string, string>): Promise<WorkingSet> {
  return offlineApi.workingSet({
    body: {
      revision: set?.revision ?? null,
      have,
      pinned: { customers: ascending(pinned.customers), machines: ascending(pinned.machines) },
      opened: ascending(opened),
    },
  });
}

async function fetchAll(user: SessionUser): Promise<void> {
  for (let answers = 0; answers < mostAnswers; answers++) {
    const row = await readOwner(ownerOf(user));
    // Signed out meanwhile, or a computer that stores nothing.
    if (!row) return;
    const kept = await readKept(row);
    const answer = await ask(row, kept.have);
    await keepAnswer(row, answer, kept);
    if (answer.revision !== null) return;
  }
}

const writers = new Set<() => void>();
/** Tells that the server has something new of this phone. @returns a function that ends it */
export function watchWritten(listener: () => void): () => void {
  writers.add(listener);
  return () => void writers.delete(listener);
}
export function noteWritten(): void {
  for (const listener of writers) listener();
}

let running: Promise<void> | null = null;

/** @throws when the server or the browser's storage fails. Another tab that is at it already is not waited for. */
export function refreshStored(user: SessionUser): Promise<void> {
  running ??= inOneTab(() => fetchAll(user)).finally(() => {
    running = null;
  });
  return running;
}

async function inOneTab(work: () => Promise<void>): Promise<void> {
  const { locks } = navigator as { locks?: LockManager };
  if (!locks) return work();
  await locks.request('servicebook-refresh-stored', { ifAvailable: true }, async (lock) => {
    if (lock) await work();
  });
}
