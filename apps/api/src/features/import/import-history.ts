/** Which imports have created or changed a record, for its history. They leave no entry in the log for each record. */
import { nameOf } from '@servicebook/i18n/names.ts';
import type { ImportEntity } from '@servicebook/shared/import';
import type { Deps } from '../../deps.ts';

/** The records whose history tells of imports: what is left of an import when it can no longer be taken back. */
export const withHistory = ['machine', 'customer'] as const satisfies ImportEntity[];

export interface ImportOfRecord {
  /** Of the change. */
  id: number;
  at: string;
  who: string;
  filename: string;
  isCreated: boolean;
}

/** Without those that were taken back. */
export async function importsOf(
  deps: Deps,
  account: { accountId: number },
  entity: (typeof withHistory)[number],
  entityId: number,
): Promise<ImportOfRecord[]> {
  const rows = await deps.db.of(account).importChange.findMany({
    where: { entity, entityId, OR: [{ undo: null }, { undo: { not: 'REVERSED' } }] },
    select: { id: true, before: true, import: { include: { user: true } } },
    orderBy: { id: 'asc' },
  });
  // A run that was continued may have changed a record twice.
  const first = new Map(rows.toReversed().map((row) => [row.import.id, row]));
  return [...first.values()].map(({ id, before, import: made }) => ({
    id,
    at: (made.finishedAt ?? made.startedAt ?? made.createdAt).toISOString(),
    who: nameOf(made.user),
    filename: made.filename,
    isCreated: before === null,
  }));
}
