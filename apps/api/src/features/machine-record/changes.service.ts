/** Who changed which field, from what to what: the audit log of one object. */
import type { auditedEntities, ChangeEntry } from '@servicebook/shared/machine-record';
import type { Ctx, Deps } from '../../context.ts';

type Entity = (typeof auditedEntities)[number];

const asText = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

/** The changes column of the log as rows. */
export const changeRows = (changes: unknown): ChangeEntry['changes'] =>
  Object.entries((changes ?? {}) as Record<string, [unknown, unknown]>).map(([field, [before, after]]) => ({
    field,
    before: asText(before),
    after: asText(after),
  }));

/** An object that was deleted keeps its log; an id nobody ever had has none, and neither has another account's. */
export async function listChanges(deps: Deps, ctx: Ctx, entity: Entity, id: number): Promise<ChangeEntry[]> {
  const rows = await deps.db
    .of(ctx)
    .auditLog.findMany({ where: { entity, entityId: id }, orderBy: { id: 'desc' }, take: 500 });
  return rows.map((row) => ({
    id: row.id,
    at: row.timestamp.toISOString(),
    who: row.who,
    kind: row.kind,
    changes: changeRows(row.changes),
  }));
}
